/** The examples of the documentation that name their file in the first line: they compile and do what they claim. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { runService } from '@domesday/tool-testing'
import { afterAll, describe, expect, it } from 'vitest'
import { openReader } from './reader.fixture.ts'

const reader = openReader()
afterAll(() => reader.remove())
const own = (name: string): string => relative(projectRoot, join(reader.folder, name))

it('compile', () => {
  const compilerOptions = { typeRoots: [join(projectRoot, 'node_modules/@types')] }
  reader.write(
    'tsconfig.json',
    JSON.stringify({ extends: join(projectRoot, 'tsconfig.json'), compilerOptions, include: ['my'], exclude: [] }),
  )
  let faults = ''
  try {
    execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', reader.folder], { encoding: 'utf8' })
  } catch (error) {
    faults = (error as { readonly stdout: string }).stdout
  }
  expect(faults).toBe('')
})

// The tests among them, as tests of this file.
for (const path of reader.modules.filter((one) => one.endsWith('.test.ts')))
  describe(path, async () => {
    await import(/* @vite-ignore */ join(reader.folder, path))
  })

it('make a service with two surfaces, a client, its source and endpoint, and a store', async () => {
  const service = await runService({
    configure: (config) =>
      writeFileSync(
        join(config, 'service.yaml'),
        `endpoints: [location, ${own('my/supplier')}]
surfaces: [rest, ${own('my/sources.ts')}, ${own('my/batch')}]
clients: [http, dataset, ${own('my/list')}]
store: ${own('my/journal')}
`,
      ),
  })
  const suppliers = { '99000017': { name: 'Halverstoke Bearings', since: '2019-04-01' } }
  try {
    const lacking = { id: 'suppliers', lacks: 'not_imported' }
    expect((await service.send('/sources')).body).toContainEqual(lacking)
    expect((await service.send('/api/v1/supplier/99000017')).body.code).toBe('dataset_not_imported')

    mkdirSync(join(service.dataDir, 'list'))
    writeFileSync(join(service.dataDir, 'list/suppliers.json'), JSON.stringify(suppliers))
    expect((await service.send('/sources')).body).toContainEqual({ id: 'suppliers', lacks: null })
    const { body } = await service.send('/batch', {
      method: 'POST',
      body: JSON.stringify([
        { endpoint: 'supplier', company: '99000017' },
        { endpoint: 'supplier', company: '99000018' },
        { endpoint: 'location', postcode: 'WA1 1UH', depth: 'summary' },
        { endpoint: 'nothing' },
      ]),
    })
    expect(body).toMatchObject([
      { data: { supplier: suppliers['99000017'] }, _meta: { credits_charged: 1 } },
      { code: 'unknown_subject' },
      { data: { location: { postcode: 'WA1 1UH' } } },
      { code: 'unknown_path' },
    ])
    const charges = readFileSync(join(service.dataDir, 'charges.jsonl'), 'utf8').trim().split('\n')
    expect(charges.map((line) => (JSON.parse(line) as { readonly result: object }).result)).toMatchObject([
      { ok: true },
      { ok: true },
    ])
    expect((await service.send('/batch', { method: 'POST', body: '{}' })).status).toBe(400)
  } finally {
    await service.close()
  }
})

it('take every source down by a gateway', async () => {
  const service = await runService({
    configure: (config) =>
      writeFileSync(
        join(config, 'service.yaml'),
        `endpoints: [location]\nsandbox: { gateway: ${own('my/outage.ts')} }\n`,
      ),
  })
  expect((await service.send('/api/v1/location/WA11UH')).body.code).toBe('upstream_failed')
  await service.close()
})
