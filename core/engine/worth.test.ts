import { describe, expect, it } from 'vitest'
import { from, maybe, need } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score, scored } from '../contract/score.ts'
import { beside, full, section, standard, unpriced } from '../contract/section.ts'
import { list, object, orNull, table, text, number } from '../contract/shape.ts'
import { endpointOf, asked, fails, operation, run } from '../../test/support/gather.ts'

const words = (id: string, answer: () => unknown) =>
  need(operation(id, answer as () => string), { asked }, ({ asked }) => asked.id)
const there = words('there', () => 'here')
const none = words('none', () => null)
const down = words('down', () => fails('upstream_failed'))
const outside = words('outside', () => fails('not_configured'))

const worth = async (
  sections: Parameters<typeof endpointOf>[0]['sections'],
  { shapes = {}, ...call }: Parameters<typeof run>[1] & { readonly shapes?: object } = {},
) => {
  const response = Object.fromEntries(Object.keys(sections).map((name) => [name, text()]))
  return (await run(endpointOf({ response: { ...response, ...shapes }, sections }), { asked: { id: 'x' }, ...call }))
    .worth
}
const base = section({ there }, ({ there }) => there)

describe('an answer is worth', () => {
  it('what was asked where any of what the depth adds is known', async () => {
    const sections = {
      base,
      one: standard({ down }, ({ down }) => down),
      two: full({ none }, ({ none }) => none),
      three: full({ there }, ({ there }) => there),
    }
    expect(await worth(sections)).toBe('full')
    expect(await worth(sections, { depth: 'summary' })).toBe('summary')
  })

  it('the depth below where none of it is, for whatever reason, and so on down', async () => {
    const unknown = {
      two: full({ none }, ({ none }) => none),
      three: full({ outside }, ({ outside }) => outside),
      four: full({ down }, ({ down }) => down),
    }
    expect(await worth({ base, one: standard({ there }, ({ there }) => there), ...unknown })).toBe('standard')
    expect(await worth({ base, one: standard({ none }, ({ none }) => none), ...unknown })).toBe('summary')
  })

  it('what was asked where the depth adds no section: it widens one', async () => {
    const wide = section({ there, more: maybe(from('full', there)) }, ({ there }) => there)
    expect(await worth({ base: wide })).toBe('full')
    expect(await worth({ base: wide, one: standard({ none }, ({ none }) => none) })).toBe('full')
    expect(await worth({ base: wide, one: standard({ none }, ({ none }) => none) }, { depth: 'standard' })).toBe(
      'summary',
    )
  })

  it('what was asked where an empty list or table was found', async () => {
    const empty = { shapes: { one: list(text()), two: table(number()) } }
    expect(await worth({ base, one: full({ there }, () => [] as string[]) }, empty)).toBe('full')
    expect(await worth({ base, two: full({ there }, () => ({}) as Record<string, number>) }, empty)).toBe('full')
  })

  it('less where all of what it adds applies to no such question', async () => {
    const never = need(
      operation('never', () => 'x'),
      { asked },
      () => null,
    )
    expect(await worth({ base, one: full({ never }, ({ never }) => never) })).toBe('standard')
  })

  it('less where a section holds nothing but nulls', async () => {
    const shapes = { one: object({ a: orNull(text()), b: object({ c: orNull(text()) }) }) }
    expect(await worth({ base, one: full({ there }, () => ({ a: null, b: { c: null } })) }, { shapes })).toBe(
      'standard',
    )
    expect(await worth({ base, one: full({ there }, () => ({ a: null, b: { c: 'x' } })) }, { shapes })).toBe('full')
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
    const shapes = { quality: scored, assessment: object({ said: text() }) }
    const sections = (node: typeof there) => {
      const quality = scoreOf(node)
      return {
        base,
        quality: full({ quality }, ({ quality }) => quality),
        assessment: full({ quality }, ({ quality }) => ({ said: quality.confidence })),
      }
    }
    const scores = { quality: settings }
    expect(await worth(sections(there), { shapes, scores })).toBe('full')
    expect(await worth(sections(down), { shapes, scores })).toBe('standard')
  })

  it('nothing for what no price rests on, nor does that make an answer known', async () => {
    const sections = { base, one: unpriced(full({ there }, ({ there }) => there)) }
    expect(await worth(sections)).toBe('standard')
    const unknown = endpointOf({
      response: { one: text(), two: text() },
      sections: { one: sections.one, two: full({ none }, ({ none }) => none) },
    })
    expect((await run(unknown, { asked: { id: 'x' } })).verdict).toBe('nothing_known')
  })

  it('the depth that was asked where its sections were left out', async () => {
    const sections = {
      base,
      one: standard({ there }, ({ there }) => there),
      two: full({ none }, ({ none }) => none),
      total: beside(
        'two',
        full({ none }, ({ none }) => none),
      ),
    }
    expect(await worth(sections, { include: ['one'] })).toBe('full')
    expect(await worth(sections, { include: ['two'] })).toBe('standard')
  })
})
