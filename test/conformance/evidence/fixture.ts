import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { AnySource } from '../../../core/contract/client.ts'
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

/** A fresh store for a test, with a clock that stands still. */
export const fixtures = (open: Open): (() => Promise<Fixture>) => {
  let opened: OpenEvidence[] = []
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()))
    opened = []
  })
  return async () => {
    const store = randomUUID()
    const warnings: string[] = []
    let clock = Date.UTC(2026, 0, 1),
      settings = usual
    const launch = async (isCommand = false): Promise<OpenEvidence> => {
      const started = await open(store, {
        now: () => clock,
        settings: () => settings,
        sources,
        warn: (_, message) => warnings.push(message),
        isCommand,
      })
      opened.push(started)
      return started
    }
    let evidence = await launch()
    const start = async (): Promise<OpenEvidence> => (evidence = await launch())
    return {
      get evidence() {
        return evidence
      },
      store,
      now: () => clock,
      pass: (ms) => void (clock += ms),
      set: (more) => void (settings = { ...settings, ...more }),
      start,
      startCommand: () => launch(true),
      restart: async () => {
        opened = opened.filter((one) => one !== evidence)
        await evidence.close()
        return start()
      },
      kept: async (one, ...owners) => {
        const id = evidence.keep(one)
        if (id === null) throw new Error('it was not kept')
        for (const owner of owners) evidence.own(id, owner)
        await evidence.flush()
        return id
      },
      gauge: async (name) => {
        const reading = await evidence.gauges.find((one) => one.name === name)!.read()
        return typeof reading === 'number' ? reading : reading.reduce((sum, { value }) => sum + value, 0)
      },
      warnings,
    }
  }
}
