/** Which gaps a section's value rests on: no more rows than it has gaps, and none too few. */
import { describe, expect, it } from 'vitest'
import { notCovered, type NotCovered } from '../contract/absence.ts'
import { derive, each, first, maybe, need, some, type Node, type Shown } from '../contract/node.ts'
import { gate, gates } from '../contract/gate.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { section } from '../contract/section.ts'
import { integer, object, orNull } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { answering, asked, endpointOf, fails, operation, run } from '../../test/support/gather.ts'

const n1 = answering('one', integer(), () => 1),
  broken = answering('broken', integer(), () => fails('upstream_failed'))
const number = orNull(integer())

describe('alternatives', () => {
  it('that come after the one that answered are no gap, whoever else asked for them', async () => {
    const { data, missing } = await run(
      endpointOf({
        a: section(first(n1, broken)),
        b: section(broken),
      }),
    )
    expect(data).toEqual({ a: 1, b: null })
    expect(missing).toEqual([{ section: 'b', source: 'broken', reason: 'upstream_failed' }])
  })
  it('that failed are told where the others had nothing to ask: not known, and not "not asked"', async () => {
    const skipped = need(
        operation('skipped', integer(), () => 1),
        {},
        () => null,
      ),
      nothing = answering('nothing', integer(), () => null)
    const of = (...tolerated: readonly Shown<number>[]) =>
      run(
        endpointOf({
          a: section(first(...tolerated.map((one) => maybe(one)), skipped)),
          b: section(n1),
        }),
      )
    const failed = await of(broken),
      none = await of(nothing),
      both = await of(nothing, broken)
    expect([failed.data, none.data, both.data]).toEqual([
      { a: null, b: 1 },
      { a: null, b: 1 },
      { a: null, b: 1 },
    ])
    expect(failed.missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
    expect(none.missing).toEqual([{ section: 'a', source: 'nothing', reason: 'no_data' }])
    expect(both.missing.map(({ source }) => source)).toEqual(['nothing', 'broken'])
    expect((await of(skipped)).data).toEqual({ b: 1 })
  })
})

describe('a null that no gap explains', () => {
  const of = (node: Node<number>) =>
    run(endpointOf({ a: section(render(number, node, (n) => n)), b: section(n3) }, { required: [n1] }))
  const n3 = answering('three', integer(), () => 3)

  it('is of what was asked about the subject, and not of what only told which it is', async () => {
    expect((await of(derive({ n1, n3 }, () => null as number | null))).missing).toEqual([
      { section: 'a', source: 'three', reason: 'no_data' },
    ])
  })

  it('says so where nothing covers the subject', async () => {
    expect((await of(derive({ n1 }, () => notCovered('nowhere') as NotCovered | number))).missing).toEqual([
      { section: 'a', source: 'one', reason: 'not_covered' },
    ])
  })
})

describe('a score that no gap explains', () => {
  it('names what its heaviest unknown factor asks about the subject', async () => {
    const n3 = answering('three', integer(), () => 3)
    const silent = score('s', { heavy: factor({ n1, n3 }, () => null), light: factor({ n1 }, () => null) })
    const settings = {
      weights: { heavy: 0.6, light: 0.4 },
      curves: {
        heavy: [
          [0, 0],
          [1, 1],
        ],
        light: [
          [0, 0],
          [1, 1],
        ],
      },
      bands: [{ from: 0, rating: 'ANY', recommendation: 'None.' }],
      minimum_weight: 0.3,
    } as const
    const { missing } = await run(endpointOf({ s: section(silent) }, { required: [n1] }), { scores: { s: settings } })
    expect(missing).toEqual([{ section: 's', source: 'three', reason: 'no_data' }])
  })
})

it('an answer that its question is not covered is no value', async () => {
  const told = answering('told', integer(), () => notCovered('the sea'))
  const { data, missing, pluginErrors } = await run(endpointOf({ a: section(told), b: section(n1) }))
  expect([data, missing, pluginErrors]).toEqual([
    { a: null, b: 1 },
    [{ section: 'a', source: 'told', reason: 'not_covered' }],
    [],
  ])
})

it('no questions to a source outside its nations are not covered: that is not "there are none"', async () => {
  const nation = derive({ asked }, () => 'Scotland')
  const english = each(
    operation('english', integer(), (n: number) => n, ['England']),
    {},
    () => [],
  )
  const { data, missing } = await run(endpointOf({ a: section(english), b: section(n1) }, { nation }))
  expect([data, missing]).toEqual([{ a: null, b: 1 }, [{ section: 'a', source: 'english', reason: 'not_covered' }]])
})

it('some of several wants one of them to be there, also where each is tolerated by itself', async () => {
  const of = (x: Shown<number>, y: Shown<number>) =>
    run(
      endpointOf({
        a: section(some({ x: maybe(x), y: maybe(y) })),
        b: section(n1),
      }),
    )
  const neither = await of(
      broken,
      answering('nothing', integer(), () => null),
    ),
    one = await of(broken, n1)
  expect([neither.data, one.data]).toEqual([
    { a: null, b: 1 },
    { a: { x: null, y: 1 }, b: 1 },
  ])
  expect(neither.missing.map(({ source, reason }) => [source, reason])).toEqual([
    ['broken', 'upstream_failed'],
    ['nothing', 'no_data'],
  ])
})

describe('a gate', () => {
  it('that bears with a source which does not cover the place is in doubt, and not one whose source holds nothing', async () => {
    const findings = async (value: object | null) => {
      const far = maybe(answering('far', object({}), () => value as null))
      const looked = gates({ gate: gate({ far }, () => null) })
      const { data } = await run(
        endpointOf({
          count: section(render(integer(), looked, (found) => found.filter(({ holds }) => holds === null).length)),
        }),
      )
      return data['count']
    }
    expect([await findings(notCovered('Wales')), await findings(null)]).toEqual([1, 0])
  })
})
