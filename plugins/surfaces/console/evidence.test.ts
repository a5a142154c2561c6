import { describe, expect, it } from 'vitest'
import { asksOf, earlierOf, failureText, partsOf, ribbonOf, signed, stepsOf } from './page/evidence.js'

const ask = (operation: string, outcome: object = { value: 'hash' }) =>
  ({ node: operation, source: 'gazette', operation, outcome, fetched_at: null, from: 'wire' }) as never
const evidence = (asks: readonly never[], timings: readonly (readonly [number, number])[]) => ({
  pack: { id: 'ev', form: { now: '', asks: [...asks] } },
  timings: timings.map(([began, took]) => ({ began, took })),
})

describe('questions', () => {
  it('stand in the order in which they began, each with the last one that had ended by then', () => {
    const rows = asksOf(
      evidence([ask('late'), ask('first'), ask('beside')], [
        [9, 4],
        [0, 8],
        [1, 2],
      ] as never),
    )
    expect(rows.map(({ operation, after }) => [operation, after?.operation ?? null])).toEqual([
      ['first', null],
      ['beside', null],
      ['late', 'first'],
    ])
  })

  it('say why one has no answer', () => {
    const gap = ask('notices', { gap: 'upstream_timeout', retry_after_s: null })
    expect(asksOf(evidence([gap], [[0, 1]]))[0]).toMatchObject({
      gap: 'upstream_timeout',
      from: null,
      said: 'gap: asked, and it did not answer in time',
    })
  })
})

describe('a change', () => {
  it('has the parts that are known, with their signs', () => {
    const parts = partsOf({ before: 40, after: 30, code: 0, settings: null, clock: 2, evidence: -12 })
    expect(parts.map(({ key, by }) => [key, signed(by)])).toEqual([
      ['code', '0'],
      ['clock', '+2'],
      ['evidence', '−12'],
    ])
  })

  it('goes from the score of last time to that of today, part by part', () => {
    const steps = stepsOf({ before: 40, after: 30, code: 0, settings: null, clock: 2, evidence: -12 })
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [40, 40],
      [40, 42],
      [42, 30],
    ])
  })

  it('is told since older answers of the same depth', () => {
    const rows = [
      ['later', 'full'],
      ['own', 'full'],
      ['short', 'summary'],
      ['before', 'full'],
    ].map(([id, depth]) => ({ id, depth, endpoint: 'entity' }) as never)
    const own = { id: 'own', endpoint: 'entity', depth: 'full' }
    expect(earlierOf(rows, own).map(({ id }) => id)).toEqual(['before'])
    expect(earlierOf(rows, { ...own, id: 'on no page' })).toEqual([])
  })
})

it('a look ahead is a row of ratings, each until the next begins', () => {
  const state = (rating: string | null) => ({ score: 0, rating })
  const turn = (on: string, rating: string | null) =>
    ({ on, in_days: 1, before: state('GOOD'), after: state(rating), because: [] }) as const
  const ahead = { from: '2026-01-01', to: '2026-04-01', now: state('GOOD'), turns: [] }
  expect(ribbonOf(ahead)).toEqual([{ rating: 'GOOD', from: '2026-01-01', to: '2026-04-01' }])
  const turns = [turn('2026-02-01', 'FAIR'), turn('2026-03-01', null)] as never
  expect(ribbonOf({ ...ahead, turns })).toEqual([
    { rating: 'GOOD', from: '2026-01-01', to: '2026-02-01' },
    { rating: 'FAIR', from: '2026-02-01', to: '2026-03-01' },
    { rating: null, from: '2026-03-01', to: '2026-04-01' },
  ])
})

it('failures are told in words, without the id', () => {
  const problem = {
    code: 'cannot_be_replayed',
    title: 'Cannot be replayed',
    detail: 'ev_0a cannot be replayed: x is not kept.',
  }
  expect(failureText(problem)).toBe('This answer cannot be made again from its evidence. X is not kept.')
  expect(failureText({ code: 'rate_limited', title: '', detail: '', retry_after_s: 7 })).toContain('Try again in 7 s.')
  expect(failureText({ ...problem, code: 'not_kept' })).toContain('not kept any more')
})
