/** The service as a process: what it prints, how it stops, and what a start after it finds. */
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Agent, request } from 'undici'
import { projectRoot } from '../../core/registry/load.ts'
import { commandsOn } from '../support/commands.ts'
import { placeWith, startProcess, type Place, type ServiceProcess } from '../support/service-process.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'

const at = '/api/v1/location/WA11UH?depth=summary'
/** A gateway answers in the place of the sources: nothing has to be imported. */
const world = async (): Promise<FaultyWorld> => {
  const opened = await openFaultyWorld(['location'])
  onTestFinished(opened.close)
  return opened
}
/** Time limits are not what is tested. */
const patient = {
  'sources/postcodes-io.yaml': 'timeout: 12s\ntries: 1\n',
  'endpoints/location.yaml': 'deadline: 12s\n',
}
/** `drain`: a stop that waits for what it should not never ends. */
const place = (http = '{ drain: 1h }'): Place =>
  placeWith({ 'service.yaml': `endpoints: [location]\nhttp: ${http}\n`, ...patient })

const auditOf = async (where: Place): Promise<object> =>
  JSON.parse((await commandsOn(() => where)('ledger', 'check', '--json')).out) as object
const soundBooks = { open_holds: 0, faults: [] }

/** The look-up is in the service once its source is asked. */
const inWork = (to: FaultyWorld) => expect.poll(() => to.targets.join()).toContain('SW1A')
const takesNoConnection = ({ origin }: ServiceProcess) =>
  expect
    .poll(() =>
      fetch(`${origin}/livez`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')

describe('a start', () => {
  it('prints an address and a key that work, and ends the key of the start before', async () => {
    const { origin: gateway } = await world()
    const where = place('{ drain: 1h, lame_duck: 200ms }')
    const env = { DOMESDAY_UPSTREAM_GATEWAY: gateway }
    // The sandbox leaves the addresses of engines alone.
    const engines = {
      DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/books',
      VALKEY_URL: 'redis://:secret@127.0.0.1:1',
    }
    const first = await startProcess(where, { env: { ...env, ...engines } })
    expect((await first.ask(at)).status).toBe(200)
    expect(first.printed()).not.toMatch(/DATABASE_URL|VALKEY_URL|secret|books/)
    // A stop waits for no connection that was opened ahead of a request.
    const { hostname, port } = new URL(first.origin)
    const ahead = connect(Number(port), hostname)
    await once(ahead, 'connect')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    ahead.destroy()

    const second = await startProcess(where, { env })
    expect((await second.ask(at)).status).toBe(200)
    const { statusCode, body } = await request(second.origin + at, {
      headers: { authorization: `Bearer ${first.key}` },
    })
    await body.dump()
    expect(statusCode).toBe(401)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(await auditOf(where)).toMatchObject(soundBooks)
  })

  it('in live mode prints a table of what is ready and what each source lacks, and how to make a key', async () => {
    // No real source is asked by what the service pulls by itself.
    const live = await startProcess(placeWith({ 'service.yaml': 'endpoints: [location, vehicle]\n' }), {
      flags: ['--live'],
      env: { DOMESDAY_UPSTREAM_GATEWAY: 'http://127.0.0.1:1' },
    })
    expect(live.printed()).toMatch(/postcodes-io +ready/)
    expect(live.printed()).toContain('keys create')
    expect(live.printed()).toMatch(/jobs +.* jobs list --live shows when datasets are pulled/)
    expect(live.printed()).toMatch(/dvla-ves +set DVLA_VES_API_KEY/)
    expect(live.key).toBe('')
  })

  it('does not start without the database whose address it has', async () => {
    const started = startProcess(
      placeWith({ 'service.yaml': 'endpoints: [location]\n', 'stores/postgres.yaml': 'start: 0ms\n' }),
      { flags: ['--live'], env: { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/books' } },
    )
    await expect(started).rejects.toThrow(
      /^ended with 1: Domesday does not start:\n  the PostgreSQL at 127\.0\.0\.1:1\/books cannot be used: .*ECONNREFUSED[^\n]*\n$/,
    )
  })

  it('refuses to share limits with nodes that have another ledger', async () => {
    const alone = { VALKEY_URL: 'redis://:secret@127.0.0.1:1' }
    await expect(startProcess(place(), { flags: ['--live'], env: alone })).rejects.toThrow(
      /^ended with 1: Domesday does not start:\n {2}VALKEY_URL is set and DATABASE_URL is not: .*\n$/,
    )
  })

  it('says in one line what keeps it from starting', async () => {
    const failing = await startProcess(place(), { env: { PORT: 'eighty' } }).catch(String)
    expect(failing).toContain('ended with 1: Domesday does not start:\n')
    expect(failing).toContain("PORT must be a port from 0 to 65535, not 'eighty'")
    expect(failing).not.toMatch(/^ +at /m)
  })
})

describe('a stop', () => {
  it('lets a running call finish, and takes no new one, also on a connection that is kept alive', async () => {
    const sources = await world()
    const where = place()
    const service = await startProcess(where, { env: { DOMESDAY_UPSTREAM_GATEWAY: sources.origin } })
    const one = new Agent({ connections: 1 })
    onTestFinished(() => one.destroy())
    const ask = async (path: string) => {
      const { statusCode, headers, body } = await request(service.origin + path, {
        headers: { authorization: `Bearer ${service.key}` },
        dispatcher: one,
      })
      await body.dump()
      return [statusCode, headers['connection']]
    }
    expect(await ask(at)).toEqual([200, 'keep-alive'])
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    sources.held = opened
    const running = ask('/api/v1/location/SW1A2AA?depth=summary')
    await inWork(sources)
    // Told twice at once it is told once: a Ctrl-C comes from the terminal, and a few milliseconds later from npm.
    service.child.kill('SIGINT')
    service.child.kill('SIGTERM')
    await takesNoConnection(service)
    open()
    expect(await running).toEqual([200, 'close'])
    await expect(ask(at)).rejects.toThrow()
    expect(await service.ended).toBe(0)
    expect(await auditOf(where)).toMatchObject(soundBooks)
  })

  it('tells a balancer first, and answers calls until that has noticed; told again it ends at once', async () => {
    const { origin: gateway } = await world()
    const where = place('{ lame_duck: 1h }')
    const { child, origin, ask, ended } = await startProcess(where, { env: { DOMESDAY_UPSTREAM_GATEWAY: gateway } })
    child.kill('SIGTERM')
    const readiness = async () => {
      const { statusCode, body } = await request(`${origin}/readyz`)
      return [statusCode, await body.json()]
    }
    await expect.poll(readiness).toEqual([503, { status: 'not ready', faults: ['the service is stopping'] }])
    const { status, headers } = await ask(at)
    expect([status, headers['connection']]).toEqual([200, 'close'])
    // For half a second a signal counts as the same one.
    const again = () => {
      child.kill('SIGTERM')
      return child.exitCode
    }
    await expect.poll(again).toBe(1)
    await ended
    expect(await auditOf(where)).toMatchObject(soundBooks)
  })

  it.skipIf(process.platform === 'win32')(
    'reaches the service that npm has started, with all that the project serves, and npm waits for its end',
    async () => {
      const sources = await world()
      const where = placeWith(patient)
      cpSync(join(projectRoot, 'config'), where.configDir, { recursive: true })
      const npm = await startProcess(where, {
        command: ['npm', 'start'],
        env: { DOMESDAY_UPSTREAM_GATEWAY: sources.origin },
      })
      const { promise: opened, resolve: open } = Promise.withResolvers<void>()
      sources.held = opened
      const running = npm.ask('/api/v1/location/SW1A2AA?depth=summary')
      await inWork(sources)
      npm.child.kill('SIGTERM')
      await takesNoConnection(npm)
      open()
      expect((await running).status).toBe(200)
      expect(await npm.ended).toBe(0)
    },
  )
})
