/** Each command as a process of its own, once: its exit status, and what it writes to which stream. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { commands } from '../plugins/tools/cli/run.ts'
import { printed as domesday } from './support/commands.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-processes-'))
const env = { DOMESDAY_CONFIG_DIR: join(dir, 'settings'), DOMESDAY_DATA_DIR: join(dir, 'data') }
/** What commands name: the id of a key, of evidence, and files. */
const names: Record<string, string> = {
  key: '',
  evidence: '',
  pack: join(dir, 'pack.json'),
  copy: join(dir, 'copy.db'),
  recording: join(dir, 'recording'),
  broken: join(dir, 'broken'),
}

beforeAll(async () => {
  for (const folder of ['settings', 'recording/police-uk', 'broken']) mkdirSync(join(dir, folder), { recursive: true })
  writeFileSync(join(dir, 'settings/service.yaml'), 'endpoints: [location]\nsurfaces: [rest]\nevidence: sqlite\n')
  writeFileSync(join(dir, 'recording/police-uk/index.json'), '[]')
  writeFileSync(join(dir, 'broken/package.json'), 'no JSON')
  const made = async (...argv: readonly string[]): Promise<any> => JSON.parse(await domesday({ env }, ...argv))
  names['key'] = (await made('keys', 'create', '--json')).id
  await made('get', 'location/WA11UH', '--json')
  names['evidence'] = (await made('evidence', 'list', '--json'))[0].id
  writeFileSync(names['pack']!, await domesday({ env }, 'evidence', 'show', names['evidence']!))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Its standard input is open until it ends. */
const started = (line: string): ChildProcessWithoutNullStreams => {
  const argv = line.split(' ').map((word) => word.replace(/^<(\w+)>$/, (_, name: string) => names[name]!))
  return spawn(process.execPath, [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', ...argv], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: dir,
  })
}
const heard = (child: ChildProcessWithoutNullStreams) => {
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return said
}
const ended = async (child: ChildProcessWithoutNullStreams) => {
  const said = heard(child)
  child.stdin.end()
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { ...said, code, signal }
}

const nothing = /^$/
const something = /^.+\n$/s
type Ends = readonly [line: string, code: number, out: RegExp, err: RegExp]
const reads: readonly Ends[] = [
  ['get location/nonsense', 1, /is not a full UK postcode/, nothing],
  ['keys list --json', 0, /^\[\{.*\}\]\n$/, nothing],
  ['keys show <key>', 0, something, nothing],
  ['ledger refunds --json', 0, /^\[\]\n$/, nothing],
  ['acts --json', 0, /^\[\{.*\}\]\n$/, nothing],
  ['ledger check', 0, /the books balance\n$/, nothing],
  ['ledger move', 2, nothing, /^domesday: ledger move needs --live: [^\n]*\n$/],
  ['usage', 0, /^from .*\n$/s, nothing],
  ['payments', 0, /^there are none\n$/, nothing],
  ['ledger export --csv', 0, /^record,at,.*\n$/s, nothing],
  ['datasets list', 0, something, nothing],
  ['datasets pull nothing', 2, nothing, /^domesday: datasets pull got an unknown dataset: nothing\.[^\n]*\n$/],
  ['evidence list --limit 1', 0, something, nothing],
  ['evidence show <evidence>', 0, /^\{\n.*\}\n$/s, nothing],
  ['evidence size', 0, /^1 answer, .* MB\n$/, nothing],
  ['jobs list', 2, nothing, /^domesday: jobs list has nothing to show: [^\n]*\n$/],
  ['jobs run nothing', 2, nothing, /^domesday: jobs run has nothing to show: [^\n]*\n$/],
  ['config check', 0, nothing, /^settings are valid: 1 endpoints, \d+ sources\n$/],
  ['config show service', 0, /^# service:service\n.*\n$/s, nothing],
  ['config history', 0, something, /^0 states in 0 kB, of this node\n$/],
  ['config log abcdefabcdef', 2, nothing, /^domesday: config log finds no settings with the hash [^\n]*\n$/],
  ['prices --json', 0, /^\[\{"id":"location".*\]\n$/, nothing],
  ['plugin check <broken>', 1, /^broken\/package\.json {2}is not JSON: [^\n]*\n$/, /^nothing loaded: 1 fault[^\n]*\n$/],
  ['plugin try <broken> --once', 1, /^broken\/package\.json {2}is not JSON: [^\n]*\nnothing loaded: 1 fault/m, nothing],
  ['verify <pack>', 0, /identical\.\n$/, nothing],
  ['policy try --set location.nothing=1', 2, nothing, /^domesday: policy try --set 'location\.nothing=1': [^\n]*\n$/],
  // `npm run check` has it look at the pages.
  ['docs --nothing', 2, nothing, /^domesday: Unknown option '--nothing'[^\n]*\n$/],
]
/** In this order: a key is revoked last, and a copy restored after it was made. */
const changes: readonly Ends[] = [
  ['keys create --json', 0, /^\{"id":.*\}\n$/, nothing],
  ['keys set <key> --label a', 0, something, nothing],
  ['keys top-up <key> --credits 1', 0, something, nothing],
  ['keys rotate <key> --json', 0, /^\{"id":.*\}\n$/, nothing],
  ['keys revoke <key>', 0, something, nothing],
  ['ledger refund nothing', 1, nothing, /^domesday: request nothing was not charged\n$/],
  ['ledger adjust <key> 5', 2, nothing, /^domesday: ledger adjust --reference is missing\n$/],
  ['ledger erase nothing --json', 0, /^\{"calls":0\}\n$/, nothing],
  ['migrate', 0, /already\n.*\n$/s, nothing],
  ['backup <copy> --json', 0, /^\{"file":.*\}\n$/, nothing],
  ['restore <copy> --without-signing-key --json', 0, /^\{"file":.*\}\n$/, nothing],
  ['config schemas', 0, /^settings\/schemas\/service\.json$/m, nothing],
  ['config eject location', 0, /^settings\/endpoints\/location\.yaml\n$/, nothing],
  ['plugin new food --in <broken>', 0, /^broken\/food\/index\.ts$/m, /\nNext:\n/],
  ['keys rotate-signing', 1, nothing, /^domesday: \/\S*signing-keys\.json is not there yet: [^\n]*\n$/],
  ['evidence forget WA11UH', 2, something, /^domesday: evidence forget asks before it erases: [^\n]*\n$/],
]

const endsSo = async (line: string, code: number, out: RegExp, err: RegExp): Promise<void> =>
  expect(await ended(started(line))).toEqual({
    code,
    signal: null,
    out: expect.stringMatching(out),
    err: expect.stringMatching(err),
  })

describe.concurrent('a command that changes nothing', () => {
  it.each(reads)('%s: status %i', endsSo)

  it('is told nothing of a reader that is gone', async () => {
    const child = started('config show')
    child.stdout.destroy()
    const said = heard(child)
    expect([await once(child, 'close'), said.err]).toEqual([[0, null], ''])
  })
})

describe('a command that changes something', () => {
  it.each(changes)('%s: status %i', endsSo)
})

const gateways = [
  ['gateway', 'SIGTERM'],
  ['record <recording>', 'SIGINT'],
  ['replay <recording>', 'SIGTERM'],
] as const
const mcp = 'mcp --key k'

describe('a gateway', () => {
  it.each(gateways)('%s serves until %s, and ends with 0', async (line, signal) => {
    const child = started(line)
    const said = heard(child)
    await expect.poll(() => said.err).toContain('Ctrl-C ends this gateway.\n')
    expect(said.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
    expect((await fetch(`${said.out.trim()}/nothing/at/all`)).status).toBeGreaterThanOrEqual(400)
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

describe('a command that waits for a server', () => {
  const waiting = async (line: string) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const asked = once(server, 'request')
    const child = started(`${line} --url http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const said = heard(child)
    return { child, said, asked, close: () => (server.closeAllConnections(), server.close()) }
  }

  it('get is ended by a signal', async () => {
    const { child, said, asked, close } = await waiting('get location/WA11UH --key k')
    await asked
    child.kill('SIGINT')
    expect([await once(child, 'close'), said]).toEqual([[null, 'SIGINT'], { out: '', err: '' }])
    close()
  })

  it('mcp is ended by a signal, and ends with its standard input', async () => {
    const { child, asked, close } = await waiting(mcp)
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    await asked
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
    close()
    expect(await ended(started(mcp))).toEqual({ code: 0, signal: null, out: '', err: '' })
  })
})

it('is each command', () => {
  const lines = [...reads, ...changes, ...gateways, [mcp]].map(([line]) => line)
  const words = commands.map((command) => command.words)
  expect(words.filter((one) => !lines.some((line) => `${line} `.startsWith(`${one} `)))).toEqual([])
})
