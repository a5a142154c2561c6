/** Which gaps a section's value rests on: no more rows than it has gaps, and none too few. */
import { describe, expect, it } from 'vitest'
import { notCovered, type NotCovered } from '../contract/absence.ts'
import { derive, each, first, maybe, need, some, type Node } from '../contract/node.ts'
import { gate, gates } from '../contract/gate.ts'
import { factor } from '../contract/reading.ts'
import { score, scored } from '../contract/score.ts'
import { section } from '../contract/section.ts'
import { integer, list, object, orNull } from '../contract/shape.ts'
import { endpointOf, asked, fails, operation, run } from '../../test/support/gather.ts'

const answering = (id: string, answer: () => number | null): Node<number> => need(operation(id, answer), {}, () => ({}))
const n1 = answering('one', () => 1),
  broken = answering('broken', () => fails('upstream_failed'))
const number = orNull(integer())

describe('alternatives', () => {
  it('that come after the one that answered are no gap, whoever else asked for them', async () => {
    const { data, missing } = await run(
      endpointOf({
        response: { a: number, b: number },
        sections: {
          a: section({ n: first(n1, broken) }, ({ n }) => n),
          b: section({ broken }, ({ broken }) => broken),
        },
      }),
    )
    expect(data).toEqual({ a: 1, b: null })
    expect(missing).toEqual([{ section: 'b', source: 'broken', reason: 'upstream_failed' }])
  })
  it('that failed are told where the others had nothing to ask: not known, and not "not asked"', async () => {
    const skipped = need(
        operation('skipped', () => 1),
        {},
        () => null,
      ),
      nothing = answering('nothing', () => null)
    const of = (...tolerated: readonly Node<number>[]) =>
      run(
        endpointOf({
          response: { a: number, b: number },
          sections: {
            a: section({ n: first(...tolerated.map((one) => maybe(one)), skipped) }, ({ n }) => n),
            b: section({ n1 }, ({ n1 }) => n1),
          },
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
    run(
      endpointOf({
        required: [n1],
        response: { a: number, b: number },
        sections: { a: section({ node }, ({ node }) => node), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
  const n3 = answering('three', () => 3)

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
    const n3 = answering('three', () => 3)
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
    const { missing } = await run(
      endpointOf({
        required: [n1],
        response: { s: scored },
        sections: { s: section({ silent }, ({ silent }) => silent) },
      }),
      { scores: { s: settings } },
    )
    expect(missing).toEqual([{ section: 's', source: 'three', reason: 'no_data' }])
  })
})

it('an answer that its question is not covered is no value', async () => {
  const told = need(
    operation('told', (): NotCovered | number => notCovered('the sea')),
    {},
    () => ({}),
  )
  const { data, missing, pluginErrors } = await run(
    endpointOf({
      response: { a: number, b: number },
      sections: { a: section({ told }, ({ told }) => told), b: section({ n1 }, ({ n1 }) => n1) },
    }),
  )
  expect([data, missing, pluginErrors]).toEqual([
    { a: null, b: 1 },
    [{ section: 'a', source: 'told', reason: 'not_covered' }],
    [],
  ])
})

it('no questions to a source outside its nations are not covered: that is not "there are none"', async () => {
  const nation = derive({ asked }, () => 'Scotland')
  const english = each(
    operation('english', (n: number) => n, ['England']),
    {},
    () => [],
  )
  const { data, missing } = await run(
    endpointOf({
      nation,
      response: { a: orNull(list(integer())), b: number },
      sections: { a: section({ english }, ({ english }) => english), b: section({ n1 }, ({ n1 }) => n1) },
    }),
  )
  expect([data, missing]).toEqual([{ a: null, b: 1 }, [{ section: 'a', source: 'english', reason: 'not_covered' }]])
})

it('some of several wants one of them to be there, also where each is tolerated by itself', async () => {
  const of = (x: Node<number>, y: Node<number>) =>
    run(
      endpointOf({
        response: { a: orNull(object({ x: number, y: number })), b: number },
        sections: {
          a: section({ both: some({ x: maybe(x), y: maybe(y) }) }, ({ both }) => both),
          b: section({ n1 }, ({ n1 }) => n1),
        },
      }),
    )
  const neither = await of(
      broken,
      answering('nothing', () => null),
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
      const source = operation('far', (): unknown => value)
      const far = maybe(need(source, {}, () => ({})))
      const looked = gates({ gate: gate({ far }, () => null) })
      const { data } = await run(
        endpointOf({
          response: { count: integer() },
          sections: { count: section({ looked }, ({ looked }) => looked.filter(({ holds }) => holds === null).length) },
        }),
      )
      return data['count']
    }
    expect([await findings(notCovered('Wales')), await findings(null)]).toEqual([1, 0])
  })
})
