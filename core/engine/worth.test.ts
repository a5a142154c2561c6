import { describe, expect, it } from 'vitest'
import { from, maybe, need } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { beside, full, section, standard, unpriced } from '../contract/section.ts'
import { flag, list, object, orNull, table, text, number } from '../contract/shape.ts'
import { field, render } from '../contract/show.ts'
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
