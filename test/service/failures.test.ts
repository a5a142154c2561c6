import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { watchCallers } from '../support/hung-up.ts'
import { openFaultyWorld, type Fault, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

let world: FaultyWorld, service: RunningService
/** `sources`: settings of sources, a line of YAML by id. */
const start = async (sources: Readonly<Record<string, string>> = {}): Promise<void> => {
  service = await runService({
    gateway: world.origin,
    configure: (dir) => {
      only('location', sources)(dir)
      generous(dir)
    },
  })
}
beforeEach(async () => {
  world = await openFaultyWorld(['location'])
})
afterEach(async () => {
  await service.close()
  world.close()
})

const accountOf = async (key: string) => (await service.send('/account', { key })).body.data
const ask = async (path: string) => {
  const key = await service.key(100)
  const answer = await service.send(path, { key })
  return { ...answer, left: await accountOf(key) }
}
const others = ['police-uk', 'ea-flood-risk', 'ea-flood-monitoring', 'fsa-food-hygiene'] as const
const fail = (fault: Fault, ...sources: readonly string[]) =>
  sources.forEach((source) => world.faults.set(source, fault))

describe('a required source', () => {
  it.each([
    ['drop', 502, 'upstream_failed', 'timeout: 3s'],
    ['garbage', 502, 'upstream_failed', 'timeout: 3s'],
    ['down', 502, 'upstream_failed', 'timeout: 3s'],
    ['hang', 504, 'upstream_timeout', 'timeout: 300ms'],
  ] as const)('that answers with a %s makes the call a %i, free', async (fault, status, code, settings) => {
    await start({ 'postcodes-io': settings })
    fail(fault, 'postcodes-io')
    const { status: got, body, left } = await ask('/api/v1/location/WA11UH')
    expect([got, body.code]).toEqual([status, code])
    expect(left).toMatchObject({ balance: 100, held: 0 })
  })

  it('that says to wait a second is waited for, once', async () => {
    await start()
    fail('slow-down', 'postcodes-io')
    expect((await ask('/api/v1/location/WA11UH?depth=summary')).status).toBe(200)
    expect(world.calls).toEqual(['postcodes-io', 'postcodes-io'])
  })
})

describe('other sources', () => {
  beforeEach(() => start())

  it('that fail cost only what they would have told, and are named', async () => {
    fail('drop', 'police-uk')
    const { status, body, left } = await ask('/api/v1/location/WA11UH')
    expect([status, body.data.crime, left.balance]).toEqual([200, null, 90])
    expect(body._meta.missing).toEqual([
      { section: 'crime', source: 'police-uk', reason: 'upstream_failed' },
      { section: 'crime.rate', source: 'police-uk', reason: 'upstream_failed' },
      { section: 'crime.rate', source: 'census-residents', reason: 'depends_on' },
      { section: 'crime.rate', source: 'ons-output-areas', reason: 'not_imported' },
    ])
    expect(body._meta.sources).not.toContain('police-uk')
  })

  it('that all fail make the call a 502, free', async () => {
    fail('drop', ...others)
    const { status, body, left } = await ask('/api/v1/location/WA11UH')
    expect([status, body.code, left.balance]).toEqual([502, 'upstream_failed', 100])
  })

  it('are asked again soon after they failed: a failure is not kept as the answer', async () => {
    fail('garbage', 'fsa-food-hygiene')
    expect((await ask('/api/v1/location/WA11UH')).body.data.services).toEqual({ food_hygiene: null })
    world.faults.clear()
    // Another radius is another answer; the police is remembered all the same.
    const { body } = await ask('/api/v1/location/WA11UH?radius_m=1001')
    expect(body.data.services.food_hygiene).not.toBeNull()
  })
})

describe('a caller who hangs up', () => {
  beforeEach(() => start())

  it('is not charged', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    world.held = opened
    const isGone = watchCallers()
    const key = await service.key(100)
    const leaving = new AbortController()
    const call = fetch(`${service.origin}/api/v1/location/WA11UH`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    }).catch(() => {})
    await expect.poll(() => world.calls).not.toEqual([])
    expect(await accountOf(key)).toMatchObject({ balance: 100, held: 10 })
    leaving.abort()
    await call
    await isGone('/api/v1/location/WA11UH')
    open()
    await expect.poll(() => accountOf(key)).toMatchObject({ balance: 100, held: 0 })
  })

  it('is not charged for an answer that was there already either', async () => {
    const at = '/api/v1/location/WA11UH',
      key = await service.key(100),
      { idempotency } = service.container.get(tokens.billing)
    await service.send(at)
    const claim = idempotency.claim.bind(idempotency)
    // As where another process holds the ledger for a while.
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const slow = vi.spyOn(idempotency, 'claim').mockImplementation(async (...given) => {
      await opened
      return claim(...given)
    })
    const isGone = watchCallers()
    const leaving = new AbortController()
    const call = fetch(`${service.origin}${at}`, {
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'one' },
      signal: leaving.signal,
    }).catch(() => {})
    await expect.poll(() => slow.mock.calls).toHaveLength(1)
    leaving.abort()
    await call
    await isGone(at)
    open()
    await expect.poll(() => service.container.get(tokens.overload).inFlight).toBe(0)
    slow.mockRestore()
    expect(await accountOf(key)).toMatchObject({ balance: 100, held: 0 })
    expect((await service.send(at, { key, headers: { 'idempotency-key': 'one' } })).headers['x-credits-charged']).toBe(
      '10',
    )
  })
})

describe('outside England', () => {
  beforeEach(() => start())

  it('what is not covered is said and not asked for', async () => {
    const { body } = await ask('/api/v1/location/EH11YZ')
    expect(body.data).toMatchObject({ crime: null, environment: { flood: null } })
    expect(body._meta.missing.filter(({ section }: { section: string }) => section === 'crime')).toEqual([
      { section: 'crime', source: 'police-uk', reason: 'not_covered' },
    ])
    expect(world.calls).not.toContain('police-uk')
  })

  it('a place without coordinates costs nothing where nothing is known of it', async () => {
    const { status, body, left } = await ask('/api/v1/location/GY11WR')
    expect([status, body._meta.credits_charged, left.balance]).toEqual([200, 0, 100])
    expect(new Set(body._meta.missing.map(({ reason }: { reason: string }) => reason))).toEqual(
      // Residents are asked for by the areas around the coordinates.
      new Set(['not_covered', 'depends_on']),
    )
  })
})

describe('a thousand equal calls at once', () => {
  it('are one set of upstream calls, and each pays', async () => {
    await start()
    const key = await service.key(10_000)
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => service.send('/api/v1/location/WA11UH', { key })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(world.calls.filter((source) => source === 'postcodes-io')).toHaveLength(1)
    expect((await service.send('/account', { key })).body.data.balance).toBe(7000)
  })
})
