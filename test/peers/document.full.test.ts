/** What tools that others wrote make of the OpenAPI document: linters, and clients that are generated from it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runService, type RunningService } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPeers } from './installed.ts'

const peers = installedPeers()
const run = promisify(execFile)

describe.skipIf(peers === null)('the OpenAPI document, in the hands of others', () => {
  let service: RunningService, dir: string, document: string
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'domesday-document-'))
    document = join(dir, 'openapi.json')
    service = await runService()
    writeFileSync(document, (await service.send('/openapi.json')).text)
    cpSync(join(import.meta.dirname, 'clients'), dir, { recursive: true })
    symlinkSync(join(import.meta.dirname, 'node_modules'), join(dir, 'node_modules'))
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  })
  afterAll(async () => {
    await service.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Rejects with what it wrote, where it ends with a fault. */
  const tool = async (name: string, ...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const options = { cwd: dir, env, maxBuffer: 100_000_000 }
    return run(process.execPath, [peers!.bin(name), ...args], options).then(
      ({ stdout }) => stdout,
      ({ message, stdout, stderr }) => Promise.reject(new Error(`${message}\n${stdout}\n${stderr}`)),
    )
  }
  /** Rejects with what does not compile. */
  const compile = (file: string): Promise<string> => {
    const settings = join(dir, `${file}.json`)
    writeFileSync(settings, JSON.stringify({ extends: './tsconfig.json', files: [file] }))
    return tool('tsc', '-p', settings)
  }

  it('has nothing that Redocly warns of', async () => {
    const found = await tool('redocly', 'lint', document, '--extends', 'recommended', '--format', 'json')
    expect((JSON.parse(found) as { readonly totals: object }).totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  it('has no error by the rules of Spectral', async () => {
    writeFileSync(join(dir, 'spectral.yaml'), 'extends: ["spectral:oas"]\n')
    await tool('spectral', 'lint', document, '--ruleset', 'spectral.yaml', '--fail-severity', 'error')
  })

  it('makes a client of openapi-fetch that compiles, knows the verdicts, and is answered', async () => {
    await tool('openapi-typescript', document, '-o', join(dir, 'openapi.d.ts'))
    await compile('openapi-fetch.ts')
    const call = `import { reportOf } from './openapi-fetch.ts'
console.log(JSON.stringify(await reportOf(...process.argv.slice(1))))`
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '-e', call, service.origin, await service.key(100), '99000033'],
      { cwd: dir },
    )
    expect(JSON.parse(stdout)).toEqual(['DO_NOT_ENGAGE', '2026-10-15T09:00:00.000Z', expect.any(Number), true])
  })

  it('makes a client of hey-api that compiles, and knows the verdicts', async () => {
    await tool('openapi-ts', '-i', document, '-o', join(dir, 'hey-api'))
    await compile('hey-api.ts')
  })
})
