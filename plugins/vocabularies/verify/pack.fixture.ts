/** A gathering with every kind of outcome. */
import type { Ask, Sealable } from './format.ts'

const ask = (operation: string, question: unknown, outcome: Ask['outcome']): Ask => ({
  node: `registry.${operation}`,
  source: operation === 'flood' ? 'rivers' : 'registry',
  operation,
  digest_version: 1,
  question,
  outcome,
  fetched_at: 'gap' in outcome ? null : '2026-03-01T09:59:58.000Z',
  fresh_until: 'gap' in outcome ? null : '2026-03-02T09:59:58.000Z',
  from: 'gap' in outcome ? null : 'wire',
})

export const gathering: Sealable = {
  endpoint: 'entity',
  versions: { domesday: '3.2.0', '@domesday/endpoint-entity': '3.0.0' },
  asked: { company_number: '99000025' },
  depth: 'full',
  include: ['profile', 'filings'],
  now: '2026-03-01T10:00:00.000Z',
  settings: { weights: { accounts: 0.4, age: 0.6 }, credits: 7 },
  settingsHash: '0123456789ab',
  asks: [
    ask(
      'company',
      { number: '99000025' },
      { value: { name: 'ÉCLAIR & SONS LTD', active: true, filed: [2024, 1.5e-7] } },
    ),
    ask('officers', { number: '99000025' }, { value: [] }),
    ask('insolvency', { number: '99000025' }, { none: 'nothing' }),
    ask('person', 'Smith', { none: 'ambiguous', detail: 'Two are called so.', candidates: [{ id: 1 }, { id: 2 }] }),
    ask('charity', 7, { none: 'no_such', detail: 'There is no such charity.', candidates: [] }),
    ask('flood', { postcode: 'WA11 1UH' }, { none: 'not_covered', where: 'Scotland' }),
    ask('gazette', null, { gap: 'timeout', retry_after_s: 30 }),
  ],
  answer: { data: { profile: { name: 'ÉCLAIR & SONS LTD' } }, missing: [{ section: 'notices' }] },
}

/** `[0, 1)` from a seed: the same on each run (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
