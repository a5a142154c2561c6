/** Values that are known in part: what becomes of them on the way to an answer. */
import { describe, expect, it } from 'vitest'
import { contradictory, partly, whole } from '../contract/absence.ts'
import { gate, gates } from '../contract/gate.ts'
import { derive, maybe } from '../contract/node.ts'
import { about, atLeast, atMost, between, factor, notApplicable, settled } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { section } from '../contract/section.ts'
import { integer, orNull } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { answering, endpointOf, fails, run } from '../../test/support/gather.ts'

const some = answering('some', integer(), () => partly(50, '2 of 10 rows could not be read', 0.8) as never),
  all = answering('all', integer(), () => 50),
  broken = answering('broken', integer(), () => fails('upstream_failed'))
const number = orNull(integer())
const row = { source: 'some', reason: 'partly', detail: '2 of 10 rows could not be read', known: 0.8 }
const settings = {
  minimum_weight: 0.4,
  weights: { one: 1 },
  spreads: { one: 10 },
  curves: {
    one: [
      [0, 0],
      [100, 100],
    ] as const,
  },
  bands: [
    { from: 60, rating: 'GOOD', advice: 'Go.' },
    { from: 0, rating: 'POOR', advice: 'Stop.' },
  ],
} as never
const scored = async (one: Parameters<typeof factor>[1], node = some, more: object = {}) => {
  const { data } = await run(
    endpointOf({ s: section(score('s', { one: factor(node, one as never) as never }, more)) }),
    {
      scores: { s: settings },
    },
  )
  return data['s'] as any
}

describe('a value that is known in part', () => {
  it('is shown, with a row that says what is not known, however it is derived', async () => {
    const twice = derive(some, (some) => 2 * some)
    const { data, gaps, missing, sources, verdict } = await run(
      endpointOf({ a: section(some), b: section(render(number, twice, (n) => n)), c: section(all) }),
    )
    expect(data).toEqual({ a: 50, b: 100, c: 50 })
    expect(gaps).toEqual([
      { section: 'a', ...row },
      { section: 'b', ...row },
    ])
    // Rows of `missing` keep the form that they had.
    expect(missing[0]).toEqual({ section: 'a', source: 'some', reason: 'partly' })
    expect([[...sources.keys()], verdict]).toEqual([['some', 'all'], 'known'])
  })

  it('may be made so by a derive, and is whole where what is not known has no bearing', async () => {
    const { gaps } = await run(
      endpointOf({
        a: section(render(integer(), all, (n) => partly(n, 'half of a circle'))),
        b: section(
          render(
            number,
            derive(some, () => whole(1)),
            (n) => n,
          ),
        ),
      }),
    )
    expect(gaps).toEqual([{ section: 'a', source: 'all', reason: 'partly', detail: 'half of a circle' }])
  })

  it('says so beside a failure of the same source, whose reason is graver', async () => {
    const { gaps } = await run(
      endpointOf({ a: section(render(number, { some, b: maybe(broken) }, ({ some }) => some)) }),
    )
    expect(gaps).toEqual([
      { section: 'a', source: 'broken', reason: 'upstream_failed' },
      { section: 'a', ...row },
    ])
  })

  it('widens the bounds of a score, and never leaves it sure', async () => {
    const metric = (n: number) => ({ metric: n, detail: 'Half.' })
    expect(await scored(metric as never, all)).toMatchObject({
      score: 50,
      bounds: { low: 50, high: 50 },
      confidence: 'high',
    })
    expect(await scored(metric as never)).toMatchObject({
      score: 50,
      bounds: { low: 30, high: 70 },
      confidence: 'medium',
      signals: [{ points_between: [30, 70], detail: 'Half. Known in part: 2 of 10 rows could not be read.' }],
    })
    expect(await scored(((n: number) => atLeast(n, 'Half or more.')) as never)).toMatchObject({
      bounds: { low: 50, high: 100 },
    })
  })

  it('widens both ends of what its author put between two figures, whatever these are', async () => {
    const boundsOf = async (one: (n: number) => unknown, node = some) => (await scored(one as never, node)).bounds
    expect(await boundsOf(() => between(40, 60, 'So or so.'), all)).toEqual({ low: 40, high: 60 })
    expect(await boundsOf(() => between(40, 60, 'So or so.'))).toEqual({ low: 20, high: 80 })
    // Whatever failed cannot change it; what is not known of the value that it was read from can.
    expect(await boundsOf((n) => settled(n, 'So.'))).toEqual({ low: 30, high: 70 })
    expect(await boundsOf((n) => between(n, n, 'So.', n))).toEqual({ low: 30, high: 70 })
    const unsure = answering('unsure', integer(), () => partly(50, 'its place is not certain') as never)
    expect(await boundsOf(() => between(40, 60, 'So or so.'), unsure)).toEqual({ low: 0, high: 100 })
    const { score, signals } = await scored((() => between(40, 60, 'So or so.', 45)) as never, unsure)
    expect([score, signals[0].detail]).toEqual([45, 'So or so. Known in part: its place is not certain.'])
  })

  it('leaves at least, at most and about as they were said', async () => {
    const boundsOf = async (one: (n: number) => unknown) => (await scored(one as never)).bounds
    expect(await boundsOf((n) => atLeast(n, 'Half or more.'))).toEqual({ low: 50, high: 100 })
    expect(await boundsOf((n) => atMost(n, 'Half or less.'))).toEqual({ low: 0, high: 50 })
    expect(await boundsOf((n) => about(n, 'About half.'))).toEqual({ low: 40, high: 60 })
  })

  it('leaves in doubt what does not apply, and a gate that finds nothing', async () => {
    expect(await scored((() => notApplicable('there is none')) as never)).toMatchObject({
      score: null,
      bounds: { low: 0, high: 100 },
    })
    const { data } = await run(
      endpointOf({
        g: section(
          render(
            { schema: {} } as never,
            { g: gates({ open: gate(some, () => null) }) },
            ({ g }) => g as never,
          ) as never,
        ),
      }),
    )
    expect(data['g']).toEqual([{ gate: 'open', holds: null, reason: 'Known in part: 2 of 10 rows could not be read.' }])
  })
})

describe('a source that contradicts itself', () => {
  it('has nothing for this subject, and is told with both of what it says', async () => {
    const torn = answering(
      'torn',
      integer(),
      () => contradictory('its country is Wales, its district in England') as never,
    )
    const { data, missing, gaps, verdict } = await run(
      endpointOf({ a: section(render(number, maybe(torn), (n) => n)), b: section(all) }),
    )
    expect(data).toEqual({ a: null, b: 50 })
    expect(missing).toEqual([{ section: 'a', source: 'torn', reason: 'contradictory' }])
    expect(gaps).toMatchObject([{ source: 'torn', detail: 'its country is Wales, its district in England' }])
    expect(verdict).toBe('known')
  })
})
