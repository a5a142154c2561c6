/** `_meta.sources`: whose answers went into what is shown. */
import { describe, expect, it } from 'vitest'
import { each, first, from, maybe } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { section, standard } from '../contract/section.ts'
import { integer, object, orNull } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { answering, endpointOf, fails, operation, run } from '../../test/support/gather.ts'

const n1 = answering('one', integer(), () => 1),
  n2 = answering('two', integer(), () => 2),
  n3 = answering('three', integer(), () => 3),
  broken = answering('broken', integer(), () => fails('upstream_failed'))
const number = orNull(integer())
const sources = async (...of: Parameters<typeof run>): Promise<readonly string[]> =>
  [...(await run(...of)).sources.keys()].toSorted()

describe('the sources that contributed', () => {
  it('are not those that answered for a section which is null all the same', async () => {
    const month = operation('month', integer(), (n: number) => (n > 0 ? fails('upstream_failed') : n))
    const months = (...numbers: readonly number[]) => each(maybe(month), { n2 }, () => numbers)
    const of = (node: ReturnType<typeof months>) => sources(endpointOf({ a: section(node), b: section(n3) }))
    expect(await of(months(1, 2))).toEqual(['three'])
    expect(await of(months(0, 1))).toEqual(['month', 'three', 'two'])
  })

  it('are not those of a section that sits inside such a one', async () => {
    const inside = endpointOf({
      a: standard(render(object({}), broken, () => ({}))),
      'a.n': standard(n2),
      b: section(n1),
    })
    expect(await sources(inside)).toEqual(['one'])
  })

  it('are those of the subject, whatever is shown of it', async () => {
    expect(
      await sources(endpointOf({ a: standard(render(number, { broken, n2 }, ({ n2 }) => n2)) }, { required: [n1] })),
    ).toEqual(['one'])
  })

  it('are not those of an alternative, a depth or a null that was not taken', async () => {
    const b = standard(render(number, { n3, broken }, ({ n3 }) => n3))
    expect(await sources(endpointOf({ a: section(first(n1, n3)), b }))).toEqual(['one'])
    expect(
      await sources(
        endpointOf({
          a: section(render(number, { n1, n: maybe(from('full', n3)) }, ({ n1 }) => n1)),
          b: standard(render(number, n3, () => null)),
        }),
        { depth: 'standard' },
      ),
    ).toEqual(['one'])
  })

  it('are those of the factors that are known', async () => {
    const risk = score('risk', {
      sure: factor({ n1 }, ({ n1 }) => ({ metric: n1, detail: 'One.' })),
      silent: factor({ n2 }, () => null),
      failing: factor({ n3 }, ({ n3 }) => ({ metric: (n3 as unknown as { of: number[] }).of.length, detail: '' })),
    })
    const curve = [
      [0, 0],
      [10, 100],
    ] as const
    const settings = {
      weights: { sure: 0.4, silent: 0.3, failing: 0.3 },
      curves: { sure: curve, silent: curve, failing: curve },
      bands: [{ from: 0, rating: 'ANY', recommendation: 'None.' }],
      minimum_weight: 0.3,
    }
    expect(await sources(endpointOf({ risk: section(risk) }), { scores: { risk: settings } })).toEqual(['one'])
  })
})
