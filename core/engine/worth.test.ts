import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { from, maybe, need } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { beside, full, section, standard, unpriced } from '../contract/section.ts'
import { flag, list, object, orNull, table, text, number } from '../contract/shape.ts'
import { field, render } from '../contract/show.ts'
import { againOf } from './worth.ts'
import { endpointOf, asked, fails, operation, run } from '../../test/support/gather.ts'

const words = (id: string, answer: () => string | null) => need(operation(id, text(), answer), asked, ({ id }) => id)
const there = words('there', () => 'here')
const none = words('none', () => null)
const down = words('down', () => fails('upstream_failed'))
const outside = words('outside', () => fails('not_configured'))

const worth = async (sections: Parameters<typeof endpointOf>[0], call: Parameters<typeof run>[1] = {}) =>
  (await run(endpointOf(sections), { asked: { id: 'x' }, ...call })).worth
const base = section(there)

describe('an answer is worth', () => {
  it('what was asked where any of what the depth adds is known', async () => {
    const sections = {
      base,
      one: standard(down),
      two: full(none),
      three: full(there),
    }
    expect(await worth(sections)).toBe('full')
    expect(await worth(sections, { depth: 'summary' })).toBe('summary')
  })

  it('the depth below where none of it is, for whatever reason, and so on down', async () => {
    const unknown = {
      two: full(none),
      three: full(outside),
      four: full(down),
    }
    expect(await worth({ base, one: standard(there), ...unknown })).toBe('standard')
    expect(await worth({ base, one: standard(none), ...unknown })).toBe('summary')
  })

  it('what was asked where the depth adds no section: it widens one', async () => {
    const wide = section(render(text(), { there, more: maybe(from('full', there)) }, ({ there }) => there))
    expect(await worth({ base: wide })).toBe('full')
    expect(await worth({ base: wide, one: standard(none) })).toBe('full')
    expect(await worth({ base: wide, one: standard(none) }, { depth: 'standard' })).toBe('summary')
  })

  it('what was asked where an empty list or table was found', async () => {
    expect(await worth({ base, one: full(render(list(text()), there, () => [])) })).toBe('full')
    expect(await worth({ base, two: full(render(table(number()), there, () => ({}))) })).toBe('full')
  })

  it('less where all of what it adds applies to no such question', async () => {
    const never = need(
      operation('never', text(), () => 'x'),
      { asked },
      () => null,
    )
    expect(await worth({ base, one: full(never) })).toBe('standard')
  })

  it('no more than the lowest depth where all that it tells is the subject', async () => {
    const subject = section(field(asked, 'id'))
    expect(await worth({ subject, one: standard(there) }, { include: ['subject'] })).toBe('summary')
    expect(await worth({ subject, one: standard(there) }, { include: ['one'] })).toBe('full')
    expect(await worth({ subject, one: section(there) }, { include: [] })).toBe('full')
  })

  it('a depth less where the lowest depth tells nothing but the subject', async () => {
    const subject = section(field(asked, 'id'))
    const sections = { subject, prices: section(outside), risk: standard(there), rocks: full(there) }
    expect(await worth(sections)).toBe('standard')
    expect(await worth(sections, { depth: 'standard' })).toBe('summary')
    expect(await worth({ ...sections, prices: section(there) })).toBe('full')
    // The subject is what the lowest depth is for.
    expect(await worth({ subject, risk: standard(there) }, { depth: 'standard' })).toBe('standard')
  })

  it('less where nothing was found and something was not asked', async () => {
    const listOf = (found: readonly string[], lost: typeof there) =>
      full(render(list(text()), { there, lost: maybe(lost) }, () => found))
    expect(await worth({ base, one: listOf([], outside) })).toBe('standard')
    expect(await worth({ base, one: listOf([], down) })).toBe('standard')
    expect(await worth({ base, one: listOf(['x'], outside) })).toBe('full')
    expect(await worth({ base, one: listOf([], none) })).toBe('full')
    const counts = object({ total: orNull(number()), at_least: number(), complete: flag() })
    const countsOf = (least: number) =>
      full(render(counts, { lost: maybe(outside) }, () => ({ total: null, at_least: least, complete: false })))
    expect(await worth({ base, one: countsOf(0) })).toBe('standard')
    expect(await worth({ base, one: countsOf(1) })).toBe('full')
  })

  it('less where a section holds nothing but nulls', async () => {
    const shape = object({ a: orNull(text()), b: object({ c: orNull(text()) }) })
    const of = (c: string | null) => full(render(shape, there, () => ({ a: null, b: { c } })))
    expect(await worth({ base, one: of(null) })).toBe('standard')
    expect(await worth({ base, one: of('x') })).toBe('full')
  })

  it('a score only with its number, whatever stands beside that', async () => {
    const settings = {
      weights: { words: 1 },
      curves: { words: [[0, 0] as const, [10, 100] as const] },
      bands: [{ from: 0, rating: 'ANY', recommendation: 'Go on.' }],
      minimum_weight: 0.3,
    }
    const scoreOf = (node: typeof there) =>
      score('quality', { words: factor({ node }, ({ node }) => ({ metric: node.length, detail: 'long' })) })
    const sections = (node: typeof there) => {
      const quality = scoreOf(node)
      return {
        base,
        quality: full(quality),
        assessment: full({ said: field(quality, 'confidence') }),
      }
    }
    const scores = { quality: settings }
    expect(await worth(sections(there), { scores })).toBe('full')
    expect(await worth(sections(down), { scores })).toBe('standard')
  })

  it('nothing for what no price rests on, nor does that make an answer known', async () => {
    const sections = { base, one: unpriced(full(there)) }
    expect(await worth(sections)).toBe('standard')
    const unknown = endpointOf({ one: sections.one, two: full(none) })
    expect((await run(unknown, { asked: { id: 'x' } })).verdict).toBe('nothing_known')
  })

  it('the depth that was asked where its sections were left out', async () => {
    const sections = {
      base,
      one: standard(there),
      two: full(none),
      total: beside('two', full(none)),
    }
    expect(await worth(sections, { include: ['one'] })).toBe('full')
    expect(await worth(sections, { include: ['two'] })).toBe('standard')
  })
})

describe('an equal answer', () => {
  const data = { a: 1, b: [2, 3] }
  const gap = { section: 'a', source: 'x', reason: 'upstream_failed' } as const
  const hashOf = (
    given: object,
    missing: readonly (typeof gap & { readonly retry_after_s?: number })[] = [],
    settings = 's',
  ) => againOf({ data: given, missing }, settings, 10, 0.5)!.answerHash

  it('is equal in data, gaps and settings, whatever the order of members and the time to wait', () => {
    expect(hashOf({ b: [2, 3], a: 1 })).toBe(hashOf(data))
    expect(hashOf(data, [{ ...gap, retry_after_s: 5 }])).toBe(hashOf(data, [gap]))
    const others = [hashOf({ ...data, a: 2 }), hashOf({ a: 1, b: [3, 2] }), hashOf(data, [gap]), hashOf(data, [], 't')]
    expect(new Set([hashOf(data), ...others]).size).toBe(5)
  })

  it('costs a part of its price to the credit, rounded up, and one at least', () => {
    const cost = (credits: number, fraction: number) => againOf({ data, missing: [] }, 's', credits, fraction)?.amount
    expect(cost(10, 1)).toBeUndefined()
    expect([cost(10, 0), cost(10, 0.001), cost(1, 0.5), cost(12, 0.2), cost(3, 0.1)]).toEqual([1, 1, 1, 3, 1])
    // No fraction of a credit comes of binary fractions.
    expect([cost(100, 0.07), cost(30, 0.1), cost(100, 0.29), cost(1_000_000_000, 0.57)]).toEqual([
      7, 3, 29, 570_000_000,
    ])
    expect(cost(1_000_000_000, 0.9999)).toBe(999_900_000)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 9_999 }), (credits, share) => {
        const least = (BigInt(credits) * BigInt(share) + 9_999n) / 10_000n
        expect(cost(credits, share / 10_000)).toBe(Math.max(1, Number(least)))
      }),
    )
  })
})
