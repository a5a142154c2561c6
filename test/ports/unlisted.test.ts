/** A package that is not listed costs nothing: no module of it is loaded. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { here, serviceYaml, writeSettings } from './small-service.ts'

/** What a start in the sandbox prints, and the packages whose modules it loads, the first requests included. */
const started = async (changes: Readonly<Record<string, string>>) => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-unlisted-'))
  const list = join(dir, 'modules')
  writeSettings(dir, { 'config/service.yaml': serviceYaml(changes) })
  const child = spawn(
    process.execPath,
    ['--import', join(projectRoot, 'test/ports/loaded.js'), join(projectRoot, 'core/start.js')],
    {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        METRICS_PORT: '0',
        MODULES_LOADED: list,
        DOMESDAY_CONFIG_DIR: join(dir, 'config'),
        DOMESDAY_DATA_DIR: join(dir, 'data'),
      },
    },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })
  let printed = ''
  for (const from of [child.stdout, child.stderr]) from.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await expect.poll(() => printed).toMatch(/\n\d+ endpoints/)
  const origin = /address +(\S+)/.exec(printed)![1]!,
    key = /key +(\S+)/.exec(printed)![1]!
  const look = async (path: string): Promise<number> =>
    (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  return {
    printed,
    look,
    modules: () => readFileSync(list, 'utf8').split('\n'),
    packages: async () => {
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      const found = readFileSync(list, 'utf8').matchAll(/\/((?:plugins|test)\/[^/]+\/[^/]+)\//g)
      return [...new Set([...found].map(([, folder]) => folder!))].sort()
    },
  }
}

it('is so for surfaces, stores, clients and gateways', async () => {
  const { look, packages } = await started({ surfaces: '[rest]', store: 'sqlite' })
  expect(await look('/api/v1/lighthouse/fastnet')).toBe(200)
  expect(await look('/openapi.json')).toBe(404)
  expect(await packages()).toEqual([
    'plugins/clients/formats',
    'plugins/clients/http',
    'plugins/stores/parts',
    'plugins/stores/sqlite',
    'plugins/surfaces/parts',
    'plugins/surfaces/rest',
    'test/ports/lighthouse',
    'test/ports/lighthouses',
    'test/ports/register',
    'test/ports/stand-in',
    'test/ports/tides',
  ])
})

it('is so for all that the project brings, where a start has packages from elsewhere', async () => {
  const { printed, look, packages } = await started({ surfaces: `[${here}/plain-text]` })
  expect(await look('/text/lighthouse/fastnet')).toBe(200)
  expect(printed).not.toContain('/api/v1')
  expect((await packages()).filter((folder) => /^plugins\/(surfaces|stores|tools)\//.test(folder))).toEqual([])
})

it('is so for the database, and all that uses it, where there is none', async () => {
  const { look, packages, modules } = await started({ surfaces: '[rest]', store: 'sqlite', evidence: 'sqlite' })
  expect(await look('/api/v1/lighthouse/fastnet')).toBe(200)
  expect((await packages()).filter((folder) => /^plugins\/(stores|evidence|jobs)\//.test(folder))).toEqual([
    'plugins/evidence/parts',
    'plugins/evidence/sqlite',
    'plugins/stores/parts',
    'plugins/stores/sqlite',
  ])
  expect(modules().filter((url) => /node_modules\/(pg|pg-pool|pg-boss)\//.test(url))).toEqual([])
})
