/** A score whose heaviest factor cannot be asked for on this server is none. */
import { expect, it } from 'vitest'
import { maybe, need } from '../contract/node.ts'
import { atLeast, factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { section } from '../contract/section.ts'
import { number } from '../contract/shape.ts'
import type { Reason } from '../contract/upstream.ts'
import { asked, endpointOf, fails, operation, run } from '../../test/support/gather.ts'

const figure = (id: string, reason: Reason | null) =>
  need(
    operation(id, number(), () => (reason === null ? 5 : fails(reason))),
    { asked },
    () => ({}),
  )
const subject = figure('subject', null)

const scoreOf = async (heavy: Reason | null, second: Reason | null, weights = { a: 0.5, b: 0.3, c: 0.2 }) => {
  const [a, b, c] = [figure('a', heavy), figure('b', second), figure('c', null)]
  const node = score('s', {
    a: factor({ subject, a: maybe(a) }, ({ a }) => atLeast(a ?? 0, 'at least')),
    b: factor({ b: maybe(b) }, ({ b }) => atLeast(b ?? 0, 'at least')),
    c: factor(c, (metric) => ({ metric, detail: 'so many' })),
  })
  const line = [
    [0, 0],
    [10, 100],
  ] as const
  const settings = {
    weights,
    curves: { a: line, b: line, c: line },
    bands: [{ from: 0, rating: 'ANY', recommendation: 'Go on.' }],
    minimum_weight: 0.3,
  }
  const { data, missing } = await run(endpointOf({ s: section(node) }, { required: [subject] }), {
    asked: { id: 'x' },
    scores: { s: settings },
  })
  return { score: (data['s'] as { score: number | null }).score, missing }
}

it.each(['not_imported', 'not_configured', 'not_licensed'] as const)(
  'is none where it is %s, and says so',
  async (reason) => {
    const { score, missing } = await scoreOf(reason, null)
    expect(score).toBeNull()
    expect(missing).toEqual([{ section: 's', source: 'a', reason }])
  },
)

it('is one where its source may be asked, though it failed, and where a lighter factor lacks its own', async () => {
  expect((await scoreOf('upstream_failed', null)).score).toBe(50)
  expect((await scoreOf('not_asked', null)).score).toBe(50)
  expect((await scoreOf(null, 'not_imported')).score).toBe(50)
})

it('is one where another factor of the same weight can be asked for', async () => {
  const equal = { a: 0.4, b: 0.4, c: 0.2 }
  expect((await scoreOf('not_imported', null, equal)).score).toBe(50)
  expect((await scoreOf('not_imported', 'not_configured', equal)).score).toBeNull()
})
