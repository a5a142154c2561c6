/** The service as a process: what it prints, how it stops, and what a kill leaves behind. */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { projectRoot } from '../../core/registry/load.ts'
import { domesday } from '../support/commands.ts'
import { writeSettings } from '../ports/small-service.ts'

const start = join(projectRoot, 'core/start.js')
let children: ChildProcess[] = []
let folders: string[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  children = []
  folders = []
})

interface Started {
  readonly child: ChildProcess
  readonly origin: string
  readonly key: string | null
  readonly printed: () => string
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'domesday-process-'))
  folders.push(made)
  return made
}
const environment = (dataDir: string) => ({
  PATH: process.env['PATH'],
  PORT: '0',
  METRICS_PORT: '0',
  DOMESDAY_DATA_DIR: dataDir,
})

const run = (dataDir: string, ...flags: readonly string[]): Promise<Started> => runWith({}, dataDir, ...flags)
const runWith = (env: NodeJS.ProcessEnv, dataDir: string, ...flags: readonly string[]): Promise<Started> =>
  printing(
    spawn(process.execPath, [start, ...flags], { env: { ...environment(dataDir), ...env }, cwd: dataDir }),
    ...flags,
  )

/** Resolves once it has printed what a start prints. */
const printing = (child: ChildProcessWithoutNullStreams, ...flags: readonly string[]): Promise<Started> =>
  new Promise((resolve, reject) => {
    children.push(child)
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const origin = /address +(http:\S+)/.exec(printed)?.[1]
      if ((origin && printed.includes('\n\n  curl')) || (origin && flags.includes('--live') && printed.endsWith('\n')))
        resolve({
          child,
          origin: origin!,
          key: /key +(domesday_live_\S+)/.exec(printed)?.[1] ?? null,
          printed: () => printed,
        })
    })
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })
const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.on('exit', resolve)
  })
const audit = async (dataDir: string): Promise<{ open_holds: number; faults: string[]; rows: number }> =>
  JSON.parse((await domesday({ env: environment(dataDir), cwd: dataDir }, 'ledger', 'check', '--json')).out) as never
const look = (origin: string, key: string, path: string) =>
  request(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })

describe('a start', () => {
  it('prints an address and a key that work, and ends the key of the start before', async () => {
    const dataDir = folder()
    const first = await run(dataDir)
    expect((await look(first.origin, first.key!, '/location/WA11UH')).statusCode).toBe(200)
    first.child.kill('SIGTERM')
    expect(await ended(first.child)).toBe(0)
    const second = await run(dataDir)
    expect((await look(second.origin, second.key!, '/location/WA11UH')).statusCode).toBe(200)
    expect((await look(second.origin, first.key!, '/location/WA11UH')).statusCode).toBe(401)
  })

  it('in live mode prints a table of what is ready and what each source lacks, and how to make a key', async () => {
    // No real source is asked by what the service pulls by itself.
    const live = await runWith({ DOMESDAY_UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }, folder(), '--live')
    expect(live.printed()).toMatch(/postcodes-io +ready/)
    expect(live.printed()).toContain('keys create')
    expect(live.printed()).toMatch(/jobs +.* jobs list --live shows when datasets are pulled/)
    expect(live.printed()).toMatch(/dvla-ves +set DVLA_VES_API_KEY/)
    expect(live.key).toBeNull()
  })

  it('does not start without the database whose address it has; the sandbox leaves the address alone', async () => {
    const dataDir = folder()
    writeSettings(dataDir, {
      'config/service.yaml': `endpoints: [${join(projectRoot, 'plugins/endpoints/location')}]\n`,
      'config/stores/postgres.yaml': 'start: 0ms\n',
    })
    const env = {
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/books',
      DOMESDAY_CONFIG_DIR: join(dataDir, 'config'),
    }
    await expect(runWith(env, dataDir, '--live')).rejects.toThrow(
      /^ended with 1: Domesday does not start:\n  the PostgreSQL at 127\.0\.0\.1:1\/books cannot be used: .*ECONNREFUSED[^\n]*\n$/,
    )
    const { DATABASE_URL } = env
    expect((await runWith({ DATABASE_URL }, folder())).printed()).not.toMatch(/DATABASE_URL|secret|books/)
  })

  it('refuses to share limits with nodes that have another ledger; the sandbox leaves the address alone', async () => {
    const alone = { VALKEY_URL: 'redis://:secret@127.0.0.1:1' }
    await expect(runWith(alone, folder(), '--live')).rejects.toThrow(
      /^ended with 1: Domesday does not start:\n {2}VALKEY_URL is set and DATABASE_URL is not: .*\n$/,
    )
    expect((await runWith(alone, folder())).printed()).not.toContain('VALKEY_URL')
  })

  it('says in one line what keeps it from starting', async () => {
    const failing = spawn(process.execPath, [start], { env: { ...environment(folder()), PORT: 'eighty' } })
    children.push(failing)
    let said = ''
    failing.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    expect(await ended(failing)).toBe(1)
    expect(said).toContain("PORT must be a port from 0 to 65535, not 'eighty'")
    expect(said).not.toContain('at ')
  })
})

describe('a stop', () => {
  it('lets a running call finish, and takes no new one', async () => {
    const dataDir = folder()
    const { child, origin, key } = await run(dataDir)
    const running = look(origin, key!, '/location/SW1A2AA?radius_m=5000&depth=full')
    await new Promise((wait) => setTimeout(wait, 60))
    child.kill('SIGTERM')
    const { statusCode, body } = await running
    await body.dump()
    expect(statusCode).toBe(200)
    expect(await ended(child)).toBe(0)
    await expect(look(origin, key!, '/location/WA11UH')).rejects.toThrow()
    expect(await audit(dataDir)).toMatchObject({ open_holds: 0, faults: [] })
  })

  it('waits for no connection that was opened ahead of a request', async () => {
    const { child, origin } = await run(folder())
    const { hostname, port } = new URL(origin)
    const ahead = connect(Number(port), hostname)
    await once(ahead, 'connect')
    const begun = performance.now()
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    expect(performance.now() - begun).toBeLessThan(5_000)
    ahead.destroy()
  })

  it('tells a balancer first, and answers calls until that has noticed', async () => {
    const dataDir = folder(),
      configDir = join(dataDir, 'config')
    mkdirSync(configDir)
    writeFileSync(join(configDir, 'service.yaml'), 'endpoints: [location]\nhttp: { lame_duck: 2s }\n')
    const { child, origin, key } = await runWith({ DOMESDAY_CONFIG_DIR: configDir }, dataDir)
    child.kill('SIGTERM')
    await new Promise((wait) => setTimeout(wait, 200))
    const ready = await request(`${origin}/readyz`)
    expect([ready.statusCode, await ready.body.json()]).toEqual([
      503,
      { status: 'not ready', faults: ['the service is stopping'] },
    ])
    const { statusCode, headers, body } = await look(origin, key!, '/location/WA11UH?depth=summary')
    await body.dump()
    expect([statusCode, headers['connection']]).toEqual([200, 'close'])
    expect(await ended(child)).toBe(0)
    expect(await audit(dataDir)).toMatchObject({ open_holds: 0, faults: [] })
  })

  // A Ctrl-C comes from the terminal, and a few milliseconds later from npm.
  it('that is told twice at once is told once', async () => {
    const { child, origin, key } = await run(folder())
    const running = look(origin, key!, '/location/SW1A2AA?radius_m=5000&depth=full')
    await new Promise((wait) => setTimeout(wait, 60))
    child.kill('SIGINT')
    await new Promise((wait) => setTimeout(wait, 10))
    child.kill('SIGINT')
    const { statusCode, body } = await running
    await body.dump()
    expect(statusCode).toBe(200)
    expect(await ended(child)).toBe(0)
  })

  it.skipIf(process.platform === 'win32')(
    'reaches the service that npm has started, and npm waits for its end',
    async () => {
      const dataDir = folder()
      const npm = await printing(spawn('npm', ['start'], { env: environment(dataDir), cwd: projectRoot }))
      const running = look(npm.origin, npm.key!, '/location/SW1A2AA?radius_m=5000&depth=full')
      await new Promise((wait) => setTimeout(wait, 60))
      npm.child.kill('SIGTERM')
      const { statusCode, body } = await running
      await body.dump()
      expect(statusCode).toBe(200)
      expect(await ended(npm.child)).toBe(0)
      await expect(look(npm.origin, npm.key!, '/location/WA11UH')).rejects.toThrow()
    },
  )
})

describe('a stop on a connection that is kept alive', () => {
  it('takes no further call', async () => {
    const { Agent } = await import('undici')
    const { child, origin, key } = await run(folder())
    const one = new Agent({ connections: 1 })
    const ask = (path: string) =>
      request(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key!}` }, dispatcher: one })
    await (await ask('/location/WA11UH?depth=summary')).body.dump()
    const running = ask('/location/SW1A2AA?radius_m=4900&depth=full')
    await new Promise((wait) => setTimeout(wait, 60))
    child.kill('SIGTERM')
    const { statusCode, body, headers } = await running
    await body.dump()
    expect([statusCode, headers['connection']]).toEqual([200, 'close'])
    await expect(ask('/location/WA11UH?depth=summary')).rejects.toThrow()
    expect(await ended(child)).toBe(0)
  })
})
