import { randomUUID } from 'node:crypto'
import { afterAll, afterEach } from 'vitest'
import type { AnySource } from '../../../core/contract/client.ts'
import type { Gauge } from '../../../core/contract/gauge.ts'
import type { KeptGathering, KeptAsk, OpenEvidence } from '../../../core/contract/evidence.ts'

export interface Settings {
  readonly keep: string
  readonly largest: string
  readonly queue: string
}

export interface Opening {
  readonly now: () => number
  /** They may change while it is open. */
  readonly settings: () => Settings
  readonly sources: ReadonlyMap<string, AnySource>
  readonly warn: (details: object, message: string) => void
  readonly isCommand: boolean
}

/** Opens the store of this name, creating it the first time; again while it is open stands for another process. */
export type Open = (store: string, opening: Opening) => OpenEvidence | Promise<OpenEvidence>

export const day = 86_400_000
export const usual: Settings = { keep: '90d', largest: '256kB', queue: '32MB' }

const terms = (id: string, mayKeep: string): AnySource =>
  ({ id, licence: 'own', charging: 'free', mayKeep, terms: { words: '', url: '' } }) as unknown as AnySource

export const sources: ReadonlyMap<string, AnySource> = new Map(
  [terms('free', 'unlimited'), terms('weekly', '7d'), terms('never', 'no')].map((source) => [source.id, source]),
)

export interface Fixture {
  /** The name that it was opened by. */
  readonly store: string
  /** The latest process. */
  readonly evidence: OpenEvidence
  readonly now: () => number
  readonly pass: (ms: number) => void
  readonly set: (settings: Partial<Settings>) => void
  /** Ends the process, and starts another. */
  readonly restart: () => Promise<OpenEvidence>
  /** Starts another process beside those so far. */
  readonly start: () => Promise<OpenEvidence>
  /** Opens it as a command does, beside those processes. */
  readonly startCommand: () => Promise<OpenEvidence>
  /** Keeps it, charges these owners for it, and waits until that is written. */
  readonly kept: (gathered: KeptGathering, ...owners: readonly string[]) => Promise<string>
  /** A counter since the test has begun. */
  readonly gauge: (name: string) => Promise<number>
  readonly warnings: readonly string[]
}

export const ask = (source: string, value: unknown, more: Partial<KeptAsk> = {}): KeptAsk => ({
  node: `${source}.look`,
  source,
  operation: 'look',
  digest_version: 1,
  question: { of: 'anything' },
  outcome: { value },
  fetched_at: '2026-01-01T00:00:00.000Z',
  fresh_until: '2026-01-02T00:00:00.000Z',
  from: 'wire',
  ...more,
})

export const gathered = (more: Partial<KeptGathering> = {}): KeptGathering => {
  const asks = more.asks ?? [ask('free', { title: 'A digest' })]
  return {
    endpoint: 'entity',
    versions: { service: '3.2.0', entity: '3.0.0' },
    asked: { identifier: '99000025' },
    depth: 'standard',
    include: null,
    now: '2026-01-01T00:00:00.000Z',
    settings: { scores: { risk: { weights: { age: 1 } } } },
    settingsHash: '0123456789ab',
    asks,
    answer: { data: { name: 'A company' }, missing: [], verdict: 'known' },
    path: '/entity/99000025',
    lookup: 'look-up of 99000025',
    score: { score: 51, rating: 'HIGH_RISK' },
    timings: asks.map((_, i) => ({ began: i, took: 12.5 })),
    ...more,
  }
}

/** The look-up of another company. */
export const other = (identifier: string, more: Partial<KeptGathering> = {}): KeptGathering =>
  gathered({ asked: { identifier }, path: `/entity/${identifier}`, lookup: `look-up of ${identifier}`, ...more })

/** A store with its first process: others may start beside it. */
interface Begun {
  readonly store: string
  readonly first: OpenEvidence
  readonly opened: Set<OpenEvidence>
  readonly warnings: string[]
  clock: number
  settings: Settings
  /** What the test did to it is not undone by removing its rows. */
  isSpent: boolean
}

const begin = Date.UTC(2026, 0, 1)

const read = async (gauge: Gauge): Promise<number> => {
  const reading = await gauge.read()
  return typeof reading === 'number' ? reading : reading.reduce((sum, { value }) => sum + value, 0)
}

/**
 * A store for a test without any rows, with a clock that stands still. A process has a thread, which takes most of a
 * test's time to start: where `empty` removes the rows of a store, the next test has the same process.
 */
export const fixtures = (
  open: Open,
  empty?: (store: string) => unknown,
): ((wanted?: { readonly isFirst?: true }) => Promise<Fixture>) => {
  let begun: Begun[] = []
  let spare: Begun | null = null
  const close = async ({ opened }: Begun): Promise<unknown> => Promise.all([...opened].map((one) => one.close()))
  const leave = async (one: Begun): Promise<void> => {
    if (empty === undefined || one.isSpent || one.warnings.length > 0 || spare !== null) return void (await close(one))
    spare = one
    await one.first.flush()
  }
  afterEach(async () => {
    await Promise.all(begun.map(leave))
    begun = []
  })
  afterAll(async () => void (spare && (await close(spare))))

  const launch = async (one: Omit<Begun, 'first'>, isCommand = false): Promise<OpenEvidence> => {
    const started = await open(one.store, {
      now: () => one.clock,
      settings: () => one.settings,
      sources,
      warn: (_, message) => one.warnings.push(message),
      isCommand,
    })
    one.opened.add(started)
    return started
  }
  const startNew = async (): Promise<Begun> => {
    const fresh = {
      store: randomUUID(),
      opened: new Set<OpenEvidence>(),
      warnings: [],
      clock: begin,
      settings: usual,
      isSpent: false,
    }
    // The same object: the process sees what the test changes.
    return Object.assign(fresh, { first: await launch(fresh) })
  }
  const again = async (one: Begun): Promise<Begun> => {
    spare = null
    await empty!(one.store)
    return Object.assign(one, { clock: begin, settings: usual })
  }

  /** `isFirst`: no process has had the store before. */
  return async ({ isFirst } = {}) => {
    const one = spare === null || isFirst ? await startNew() : await again(spare)
    begun.push(one)
    let evidence = one.first
    const counted = new Map<string, number>()
    for (const gauge of evidence.gauges) if (gauge.counts) counted.set(gauge.name, await read(gauge))
    const start = async (isCommand = false): Promise<OpenEvidence> => {
      one.isSpent = true
      return launch(one, isCommand)
    }
    return {
      get evidence() {
        return evidence
      },
      store: one.store,
      now: () => one.clock,
      pass: (ms) => void (one.clock += ms),
      set: (more) => void (one.settings = { ...one.settings, ...more }),
      start: async () => (evidence = await start()),
      startCommand: () => start(true),
      restart: async () => {
        one.opened.delete(evidence)
        await evidence.close()
        return (evidence = await start())
      },
      kept: async (made, ...owners) => {
        const id = evidence.keep(made)
        if (id === null) throw new Error('it was not kept')
        for (const owner of owners) evidence.own(id, owner)
        await evidence.flush()
        return id
      },
      gauge: async (name) => {
        const gauge = evidence.gauges.find((known) => known.name === name)!
        // It may show what was read a minute ago.
        if (!gauge.counts) one.isSpent = true
        return (await read(gauge)) - (evidence === one.first ? (counted.get(name) ?? 0) : 0)
      },
      warnings: one.warnings,
    }
  }
}
