/** `npm run fleet` and `npm run failures` where they are called wrongly. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../core/registry/load.ts'

const runs = (script: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(projectRoot, 'test', script), ...words],
      { env: { ...process.env, ...env } },
      (fault, out, complaints) => resolve([fault?.code ?? 0, out + complaints]),
    ),
  )
const fleet = 'fleet/index.ts',
  failures = 'failures/index.ts'
const whole = (name: string, to: number, from = 1): string => `--${name} needs a whole number from ${from} to ${to}.\n`

it.each([
  [fleet, ['--nodes', '0'], whole('nodes', 9)],
  [fleet, ['--nodes', 'x'], whole('nodes', 9)],
  [fleet, ['--port'], whole('port', 65_535, 0)],
  [fleet, ['--port', 'abc'], whole('port', 65_535, 0)],
  [fleet, ['--foo'], 'There is no option --foo: use --nodes and --port.\n'],
  [fleet, ['3'], "There is no option '3': use --nodes and --port.\n"],
  [failures, ['--kills', '0'], whole('kills', 10_000)],
])('%s %j says what is wrong in one sentence, with status 2', async (script, words, told) => {
  expect(await runs(script, words)).toEqual([2, told])
})

it('a port that is taken is refused before anything is made', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await runs(fleet, ['--port', String(port)])).toEqual([
    2,
    `Port ${port} cannot be used (listen EADDRINUSE: address already in use 127.0.0.1:${port}): name another with --port.\n`,
  ])
  server.close()
})

it('so is an address of Valkey that is none, and its password not told', async () => {
  expect(await runs(fleet, ['--port', '0'], { VALKEY_URL: 'secret@127.0.0.1' })).toEqual([
    2,
    'VALKEY_URL must be an address such as redis://127.0.0.1:6379.\n',
  ])
})
