/** The packages that docs/surfaces.md and docs/clients.md tell how to write compile, and do what the pages say. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { runService, type RunningService } from '@domesday/tool-testing'
import { writeSettings } from './small-service.ts'

interface Block {
  readonly path: string
  readonly text: string
}

/** The blocks of a page whose first line says where they go. */
const blocksOf = (page: string): readonly Block[] =>
  [
    ...readFileSync(join(projectRoot, 'docs', page), 'utf8').matchAll(
      /^```\w+\n(?:\/\/|#) (\S+\.\w+)\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, path, text]) => ({ path: path!, text: text! }))
const clients = blocksOf('clients.md'),
  surfaces = blocksOf('surfaces.md')
const packages = [...clients, ...surfaces].filter(({ path }) => path.startsWith('my/'))
const serviceYaml = clients.filter(({ path }) => path === 'config/service.yaml').map(({ text }) => text)

const root = mkdtempSync(join(tmpdir(), 'domesday-pages-'))
const my = `./${relative(projectRoot, join(root, 'my'))}`
beforeAll(() => {
  mkdirSync(join(root, 'my'))
  for (const { path, text } of packages) writeSettings(root, { [path]: text })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(root, { recursive: true }))

const run = async (yaml: string, prepare: (dataDir: string) => void = () => {}): Promise<RunningService> => {
  const dataDir = mkdtempSync(join(root, 'data-'))
  prepare(dataDir)
  const service = await runService({
    dataDir,
    configure: (dir) => writeSettings(dir, { 'service.yaml': yaml.replaceAll('./my', my) }),
  })
  onTestFinished(service.close)
  return service
}

it('they compile', async () => {
  expect(packages.length).toBeGreaterThan(7)
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({
      extends: join(projectRoot, 'tsconfig.json'),
      include: ['my'],
      exclude: [],
      compilerOptions: { types: [] },
    }),
  )
  const said = await new Promise<string>((done) => {
    execFile(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', root], { cwd: root }, (_, out) => done(out))
  })
  expect(said).toBe('')
})

it('the client answers from its list, and its absence is told', async () => {
  const yaml = serviceYaml.find((text) => text.includes('my/list'))!
  const service = await run(yaml, (dataDir) =>
    writeSettings(dataDir, {
      'list/suppliers.json': '{ "99000017": { "name": "Halverstoke Bearings", "since": "2019-04-01" } }',
    }),
  )
  const { body } = await service.send('/api/v1/supplier/99000017')
  expect(body.data).toEqual({ supplier: { name: 'Halverstoke Bearings', since: '2019-04-01' } })
  const key = await service.key(5)
  expect((await service.send('/api/v1/supplier/99000018', { key })).status).toBe(404)
  expect((await service.send('/account', { key })).body.data.balance).toBe(5)
  rmSync(join(service.dataDir, 'list/suppliers.json'))
  const { status, body: problem } = await service.send('/api/v1/supplier/99000019')
  expect([status, problem.detail]).toEqual([503, expect.stringContaining('imported')])
  await expect(run(yaml.replace(', ./my/list', ''))).rejects.toThrow("of the kind 'my:list'")
})

it('the gateway lets every source fail', async () => {
  const service = await run(serviceYaml.find((text) => text.includes('my/outage'))!)
  const { body } = await service.send('/api/v1/location/WA11UH')
  expect(body).toMatchObject({ title: 'Upstream failed', detail: 'Postcodes.io did not answer. Nothing was charged.' })
})

it('the store notes every charge', async () => {
  const service = await run(serviceYaml.find((text) => text.includes('my/journal'))!)
  const key = await service.key(10_000)
  await service.send('/api/v1/location/WA11UH', { key })
  const [line] = readFileSync(join(service.dataDir, 'charges.jsonl'), 'utf8').split('\n')
  expect(JSON.parse(line!)).toMatchObject({ result: { ok: true, remaining: 9_990 } })
})

it('the surfaces answer', async () => {
  const service = await run('endpoints: [location, vehicle]\nsurfaces: [rest, ./my/sources.ts, ./my/batch]\n')
  expect((await service.send('/sources', { key: null })).body).toContainEqual({ id: 'postcodes-io', lacks: null })
  const key = await service.key(10)
  const asked = [
    { endpoint: 'location', postcode: 'WA1 1UH', depth: 'summary' },
    { endpoint: 'vehicle', registration: '?' },
  ]
  const { body } = await service.send('/batch', { method: 'POST', key, body: JSON.stringify(asked) })
  expect(body).toMatchObject([{ data: { location: { postcode: 'WA1 1UH' } } }, { code: 'invalid_parameter' }])
  expect((await service.send('/account', { key })).body.data.balance).toBe(8)
})
