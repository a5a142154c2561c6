/** What keeps a start or a command from its work is one sentence without a stack, and an exit status. */
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { failed } from '../core/service/fault-lines.ts'
import type { Listening } from '../core/service/service.ts'
import { start } from '../core/service/start.ts'
import { domesday, type Ended } from './support/commands.ts'

const isRoot = process.getuid?.() === 0
/** The user that has nothing. */
const nobody = 65_534

interface User {
  readonly uid?: number
  readonly gid?: number
}
type Env = Readonly<Record<string, string>>

const freePorts = { PORT: '0', METRICS_PORT: '0' }

/** In a process of its own. */
const node = (env: Env, cwd: string, args: readonly string[], user: User): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env['PATH'], ...freePorts, ...env }, ...user }
    execFile(process.execPath, [join(projectRoot, 'core/start.js'), ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err: err.replace(/\n$/, '') }),
    )
  })
/** In this one. */
const startHere = async (env: Env, args: readonly string[]): Promise<Ended> => {
  let out = ''
  const print = (text: string): void => void (out += text)
  try {
    let service: Listening | undefined
    await start(args, { env, print, logTo: { write: print }, onListening: (one) => (service = one) })
    await service?.close()
    return { code: 0, out, err: '' }
  } catch (fault) {
    return { code: 1, out, err: failed('Domesday does not start', fault, env) }
  }
}
const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-faults-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
/** A folder with settings and a `data` folder in it, and what works there. */
const place = () => {
  const dir = folder(),
    config = join(dir, 'config'),
    data = join(dir, 'data')
  mkdirSync(data)
  mkdirSync(config)
  writeFileSync(join(config, 'service.yaml'), 'endpoints: [location]\n')
  const within = (env: Env): Env => ({ ...freePorts, DOMESDAY_CONFIG_DIR: config, DOMESDAY_DATA_DIR: data, ...env })
  return {
    data,
    ledger: join(data, 'ledger.db'),
    start: (env: Env = {}, ...args: readonly string[]) => startHere(within(env), args),
    command: (words: string, env: Env = {}) => domesday({ env: within(env), cwd: dir }, ...words.split(' ')),
    /** Both in processes of their own. */
    startApart: (env: Env = {}, ...args: readonly string[]) => node(within(env), dir, args, {}),
    commandApart: (words: string, user: User = {}) =>
      node(within({}), dir, ['--run', 'plugins/tools/cli/index.ts', ...words.split(' ')], user),
  }
}
const told = (sentence: string, code = 1) => ({ code, out: '', err: `domesday: ${sentence}` })
const notStarted = (...lines: readonly string[]) => ({
  code: 1,
  out: '',
  err: ['Domesday does not start:', ...lines.map((line) => `  ${line}`)].join('\n'),
})

it('a ledger that is damaged', async () => {
  const { ledger, command, start } = place()
  writeFileSync(ledger, 'no database at all '.repeat(500))
  const sentence = `the ledger ${ledger} cannot be used: it is damaged, or no ledger; put a copy in its place with domesday restore`
  expect(await Promise.all([command('keys create'), command('ledger check'), start()])).toEqual([
    told(sentence),
    told(sentence),
    notStarted(sentence),
  ])
  // They open the gateway of the sandbox, which must not keep them from their end.
  expect(await Promise.all([command('get /location/WA11UH'), command('datasets list')])).toEqual([
    told(sentence),
    told(sentence),
  ])
})

it('a ledger of a live service, in a sandbox', async () => {
  const { ledger, command, start } = place()
  expect((await command('keys create --live')).code).toBe(0)
  const sentence = `${ledger} is the ledger of a live service, and this is a sandbox`
  expect(await Promise.all([command('keys create'), command('keys list'), start()])).toEqual([
    told(sentence),
    told(sentence),
    notStarted(sentence),
  ])
  expect(await command('ledger check --live')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 keys, 1 rows'),
  })
})

it('a ledger that cannot be opened', async () => {
  const { ledger, command } = place()
  mkdirSync(ledger)
  for (const words of ['keys list', 'keys create'])
    expect(await command(words)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^domesday: the ledger \S+ cannot be used: it[^\n]*; [^\n]*$/),
    })
})

it('a ledger that another process has locked: a reading command needs no lock', async () => {
  const [some, all] = [place(), place()]
  const locked = async ({ ledger, command }: typeof some, lock: string): Promise<void> => {
    expect((await command('keys create')).code).toBe(0)
    const other = new DatabaseSync(ledger)
    onTestFinished(() => other.close())
    other.exec(lock)
  }
  await locked(some, 'begin immediate')
  await locked(all, 'pragma locking_mode = exclusive; begin exclusive; commit')
  // They wait for seconds: the last of them blocks its process.
  const [written, read, refused] = await Promise.all([
    some.command('keys create'),
    some.command('ledger check'),
    all.commandApart('ledger check'),
  ])
  expect(written).toEqual(told('The ledger cannot be written now: another process has locked it. Nothing was charged.'))
  expect(read).toMatchObject({ code: 0, err: '', out: expect.stringContaining('the books balance') })
  expect(refused).toEqual(
    told(`the ledger ${all.ledger} cannot be used: another process has locked it; try again when that has ended`),
  )
})

it('a data folder that cannot be made or written', async () => {
  const { command, start, data } = place()
  const file = join(data, 'file')
  writeFileSync(file, '')
  const sentence = `the data folder ${file}/data cannot be made, because ${file} is no folder: DOMESDAY_DATA_DIR names another`
  const there = { DOMESDAY_DATA_DIR: `${file}/data` }
  expect(await Promise.all([command('keys create', there), command('ledger check', there), start(there)])).toEqual([
    told(sentence),
    told(sentence),
    notStarted(sentence),
  ])
  expect(await command('keys list', { DOMESDAY_DATA_DIR: file })).toEqual(
    told(sentence.replaceAll(`${file}/data`, file)),
  )
})

it('a folder for a backup that is not there', async () => {
  const { command, data } = place()
  expect((await command('keys create')).code).toBe(0)
  expect(await command(`backup ${data}/none/copy.db`)).toEqual(told(`there is no folder ${data}/none`))
})

it.skipIf(process.platform === 'win32')('a read-only data folder can be read', async () => {
  const { command, commandApart, data } = place()
  expect((await command('keys create')).code).toBe(0)
  if (isRoot)
    for (const path of [data, join(data, 'ledger.db'), join(data, 'settings.json')]) chownSync(path, nobody, nobody)
  chmodSync(join(data, '..'), 0o755)
  chmodSync(data, 0o500)
  onTestFinished(() => chmodSync(data, 0o700))
  // Root may write into any folder.
  const plain = isRoot ? { uid: nobody, gid: nobody } : {}
  expect(await commandApart('ledger check', plain)).toMatchObject({ code: 0, out: expect.stringContaining('1 keys') })
  expect(await commandApart('keys create', plain)).toEqual(
    told(`the data folder ${data} cannot be written (EACCES): DOMESDAY_DATA_DIR names another`),
  )
})

const canMount = ((): boolean => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-faults-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir])
    return true
  } catch {
    return false
  } finally {
    rmSync(dir, { recursive: true })
  }
})()
if (!canMount) console.log('skipped: a file system can only be mounted by root')
it.skipIf(!canMount)('a full disk: what only reads works on', async () => {
  const { ledger, command, start, data } = place()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', data])
  onTestFinished(() => void execFileSync('umount', ['-l', data]))
  expect((await command('keys create')).code).toBe(0)
  const elsewhere = place(),
    copy = join(elsewhere.data, 'copy.db')
  expect((await elsewhere.command('keys create')).code).toBe(0)
  expect((await elsewhere.command(`backup ${copy}`)).code).toBe(0)
  try {
    for (let size = 1_000_000; size > 1; size >>= 1)
      writeFileSync(join(data, `filling-${size}`), Buffer.alloc(size === 1_000_000 ? 20_000_000 : size))
  } catch {
    // Full.
  }
  const sentence = `the ledger ${ledger} cannot be used: its disk failed or is full; make room there, and check the disk`
  expect(await Promise.all([command('keys create'), start()])).toEqual([told(sentence), notStarted(sentence)])
  expect(await command(`restore ${copy}`)).toEqual(
    told(`the ledger ${ledger} cannot be used: its disk is full; make room there`),
  )
  expect(await command('ledger check')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 keys') })
})

it('a port that is taken', async () => {
  const { start, startApart } = place()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const taken = { PORT: String(port) }
  const refused = notStarted(`port ${port} is taken; PORT=0 takes any free one`)
  expect([await start(taken), await startApart(taken)]).toEqual([refused, refused])
})

it('an address that is not of this machine', async () => {
  expect(await place().start({ HOST: '192.0.2.1' })).toEqual(
    notStarted('this machine has no address 192.0.2.1: HOST names one of its own'),
  )
})

it('wrong arguments', async () => {
  const { command, start } = place()
  expect(await command('keys create --credit 5')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^domesday: Unknown option '--credit'[^\n]*$/),
  })
  expect(await command('keys top-up x --credits -5')).toEqual(
    told('keys top-up --credits must be a whole number from 1 to 1000000000', 2),
  )
  expect(await command('keys create --label -x')).toEqual(
    told("To specify an option argument starting with a dash use '--label=-XYZ'.", 2),
  )
  expect(await start({}, '--liv')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Domesday does not start:\n {2}Unknown option '--liv'[^\n]*$/),
  })
})

it('DOMESDAY_DEBUG shows where it arose, and what caused it', async () => {
  const { ledger, command } = place()
  writeFileSync(ledger, 'no database at all '.repeat(500))
  const { err } = await command('keys create', { DOMESDAY_DEBUG: '1' })
  expect(err).toMatch(/^domesday: the ledger [^\n]*\n[^]*\n +at [^]*caused by\nError: file is not a database\n +at /)
})

it('misspelt variables, all at once and without their values', async () => {
  const { command, start } = place()
  const env = {
    DOMESDAY_DATADIR: '/secret',
    DOMSDAY_CONFIG_DIR: 'secret',
    DOMESDAY_FROBNICATE: 'secret',
    // Of Kubernetes.
    DOMESDAY_SERVICE_HOST: '10.0.0.1',
    DOMESDAY_PORT_8080_TCP_ADDR: '10.0.0.1',
    DOMESDAY_OTHER_THING: '1',
    DOMESDAY_FOREIGN: 'DOMESDAY_OTHER_*',
    PORT: '0',
  }
  const lines = [
    "environment variable DOMESDAY_DATADIR is not read by anything; did you mean 'DOMESDAY_DATA_DIR'?",
    'environment variable DOMESDAY_FROBNICATE is not read by anything; if it is of another program, list it in DOMESDAY_FOREIGN',
    "environment variable DOMSDAY_CONFIG_DIR is not read by anything; did you mean 'DOMESDAY_CONFIG_DIR'?",
  ]
  expect(await Promise.all([start(env), command('ledger check', env)])).toEqual([
    notStarted(...lines),
    told(`the settings have faults:\n${lines.join('\n')}`),
  ])
})

it('addresses of engines, all at once, by every command as by a start; no ledger is made beside them', async () => {
  const { command, start, ledger } = place()
  const refusedBy = async (env: Env, ...lines: readonly string[]): Promise<void> => {
    const commands = ['keys create --credits 5 --live', 'keys list --live', 'ledger check --live', 'jobs list --live']
    const ended = await Promise.all([...commands.map((words) => command(words, env)), start(env, '--live')])
    const faults = told(`the settings have faults:\n${lines.join('\n')}`)
    expect(ended).toEqual([...commands.map(() => faults), notStarted(...lines)])
  }
  const noDatabase =
    'DATABASE_URL is not the address of a PostgreSQL database, such as postgres://user:password@host:5432/database'
  const noValkey = "VALKEY_URL must be an address such as 'redis://127.0.0.1:6379'"
  await refusedBy({ DATABASE_URL: 'foo', VALKEY_URL: 'bar' }, noDatabase, noValkey)
  const pair =
    'VALKEY_URL is set and DATABASE_URL is not: nodes that share limits share their ledger too. Set both, or neither'
  await refusedBy({ VALKEY_URL: 'redis://127.0.0.1:1' }, pair)
  const collector = 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, such as http://127.0.0.1:4318'
  for (const at of ['foo', '127.0.0.1:4318'])
    await refusedBy({ VALKEY_URL: 'redis://127.0.0.1:1', OTEL_EXPORTER_OTLP_ENDPOINT: at }, collector, pair)
  expect(existsSync(ledger)).toBe(false)
})

it('a Valkey beside a ledger that settings keep on this machine', async () => {
  const { command } = place(),
    config = folder()
  writeFileSync(join(config, 'service.yaml'), 'endpoints: [location]\nshared_store: sqlite\n')
  const env = {
    DOMESDAY_CONFIG_DIR: config,
    DATABASE_URL: 'postgres://127.0.0.1:1/other',
    VALKEY_URL: 'redis://127.0.0.1:1',
  }
  expect(await command('keys create --live', env)).toEqual(
    told(
      "the settings have faults:\nVALKEY_URL is set, and the ledger is 'sqlite', of this machine alone: choose a shared store, or unset it",
    ),
  )
})

it('a port that is none', async () => {
  expect(await place().command('gateway --port 99999')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^domesday: gateway --port needs a port from 0 to 65535$/m),
  })
})
