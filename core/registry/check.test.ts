import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoint, type Endpoint } from '../contract/endpoint.ts'
import { depth, derive, from, need, params, settings } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { beside, full, section, standard } from '../contract/section.ts'
import { integer, list, object, orNull, text, type Shape } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { source } from '../contract/source.ts'
import { collectPlugins, loadPlugins } from './load.ts'

const root = mkdtempSync(join(tmpdir(), 'domesday-check-'))
afterAll(() => rmSync(root, { recursive: true }))
const home = (id: string): string => {
  mkdirSync(join(root, id), { recursive: true })
  writeFileSync(join(root, id, 'defaults.yaml'), '')
  return join(root, id)
}
const asked = params({ id: text() })
const own = source({ id: 'own', title: 'Own', home: '/own', licence: '', attribution: '', coverage: '' })
const thing = need(
  own.get('thing', { path: (id: string) => id, digest: integer(), read: (n: number) => n }),
  { asked },
  ({ asked }) => asked.id,
)
const sound = (rest: Partial<Endpoint> = {}): Endpoint => ({
  ...endpoint({
    id: 'sound',
    title: 'Sound',
    summary: 'Sound.',
    home: home('sound'),
    path: '/sound/{id}',
    subject: { asked, required: [] },
    sections: { a: section(thing) },
  }),
  ...rest,
})
/** An endpoint that shows a value of this shape. */
const showing = <T>(shape: Shape<T>): Partial<Endpoint> => ({ sections: { a: section({ ...thing, shape }) } })
const faults = (...declared: Endpoint[]) => collectPlugins(declared.map((each) => [each.id, each])).faults

describe('the shape of an endpoint', () => {
  it('is sound', () => expect(faults(sound())).toEqual([]))

  it.each<[string, Partial<Endpoint>, string]>([
    ['an id that is not kebab-case', { id: 'Sound_1' }, "its id 'Sound_1' is not kebab-case"],
    [
      'a tool that no model can call',
      { tool: 'uk sound!' },
      "its tool 'uk sound!' is more than 64 of a-z, A-Z, 0-9, _ and -",
    ],
    [
      'a parameter whose pattern is no expression',
      { asked: params({ id: text({ pattern: '(' }) }) },
      'its parameter \'id\': pattern "(" is not valid: Invalid regular expression: /(/u: Unterminated group',
    ],
    [
      'a bound that is a text, deep in a section',
      showing(list(object({ n: orNull(integer({ minimum: '500' as never })) }))),
      'its section \'a[].n\': minimum "500" is not valid: must be a number',
    ],
    [
      'a length that is a fraction',
      showing(text({ maxLength: 1.5 })),
      "its section 'a': maxLength 1.5 is not valid: must be a whole number, 0 or more",
    ],
    [
      'bounds that leave nothing between',
      showing(integer({ minimum: 5, maximum: 4 })),
      "its section 'a': minimum 5 is more than maximum 4",
    ],
    [
      'a setting with such a pattern',
      {
        sections: {
          a: section(render(integer(), settings({ word: text({ pattern: '[' }) }), ({ word }) => word.length)),
        },
      },
      'its setting \'word\': pattern "[" is not valid: Invalid regular expression: /[/u: Unterminated character class',
    ],
    ['no defaults', { home: join(root, 'nowhere/sound') }, 'has no defaults.yaml'],
    ['a path of another form', { path: 'sound/:id' }, "its path 'sound/:id' is not of the form /name/{parameter}"],
    [
      'a path that names no parameter of its',
      { path: '/sound/{it}' },
      'its path names {it}, which is not among its parameters',
    ],
    [
      'a node of other parameters',
      { sections: { a: section(render(integer(), params({ size: text() }), ({ size }) => size.length)) } },
      "uses the parameter 'size', which is not among its parameters",
    ],
    [
      'a parameter of the core',
      { asked: params({ id: text(), depth: text() }) },
      "declares the parameter 'depth', which the core adds itself",
    ],
    [
      'a section beside none',
      {
        sections: { a: beside('b', section(thing)) },
      },
      "its section 'a' stands beside 'b', which is no section",
    ],
    [
      'a section inside a later one',
      {
        sections: { a: full({ n: thing }), 'a.b': standard(thing) },
      },
      "its section 'a.b' has a lower depth than 'a', which contains it",
    ],
    [
      'a section inside a list',
      {
        sections: { a: section(render(list(integer()), thing, (n) => [n])), 'a.b': section(thing) },
      },
      "its section 'a.b' is inside 'a', whose shape is no object",
    ],
    [
      'a nation that waits for itself',
      {
        nation: need(
          own.get('place', {
            path: (id: string) => id,
            digest: text(),
            read: (nation: string) => nation,
            covers: ['Wales'],
          }),
          { asked },
          ({ asked }) => asked.id,
        ),
      },
      "its nation rests on 'place' of 'own', which covers only some nations",
    ],
    ['no title', { title: undefined as never }, 'has no title'],
  ])('has the fault of %s', (_, rest, fault) =>
    expect(faults(sound(rest))).toContain(`endpoint '${rest.id ?? 'sound'}': ${fault}`),
  )

  it('may have sections inside one that can be null', () =>
    expect(
      faults(
        sound({
          sections: { a: section(render(orNull(object({ n: integer() })), thing, () => null)), 'a.b': section(thing) },
        }),
      ),
    ).toEqual([]))

  it('reports all faults at once', () => expect(faults(sound({ path: 'x', sections: {} })).length).toBeGreaterThan(1))

  it('clashes with no other', () => {
    const named = params({ name: text() })
    const other = sound({
      id: 'other',
      home: home('other'),
      path: '/sound/{name}',
      asked: named,
      sections: { a: section(render(integer(), named, ({ name }) => name.length)) },
    })
    expect(faults(sound(), other)).toEqual([
      `endpoint 'other': has the path '/sound/{}' of endpoint 'sound': see ${root}/other and ${root}/sound`,
    ])
    expect(
      faults(sound({ tool: 't' }), sound({ id: 'third', home: home('third'), path: '/third/{id}', tool: 't' })),
    ).toEqual([`endpoint 'third': has the tool 't' of endpoint 'sound': see ${root}/third and ${root}/sound`])
    const mine = sound()
    const listed = [
      ['./a', mine],
      ['./b', sound({ home: home('b') })],
      ['./c', mine],
    ] as const
    expect(collectPlugins(listed).faults).toEqual([
      `endpoint './b': has the id 'sound' of endpoint './a': see ${root}/b and ${root}/sound`,
      "endpoint './c': is listed twice",
      `endpoint './b': has the path '/sound/{}' of endpoint './a': see ${root}/b and ${root}/sound`,
    ])
  })

  it('may stand in a folder of any name', () => expect(faults(sound({ home: home('endpoint-sound') }))).toEqual([]))
})

describe('a score', () => {
  const scoring = (node: ReturnType<typeof score>, more: Readonly<Record<string, typeof node>> = {}) =>
    faults(sound({ sections: { s: section({ node, ...more }) } }))

  it('depends neither on the depth nor on `from`', () => {
    expect(scoring(score('s', { f: factor({ depth }, () => null) }))).toEqual([
      "endpoint 'sound': its score 's' rests on the depth",
    ])
    const late = from('full', thing),
      derived = derive({ late }, ({ late }) => late)
    expect(scoring(score('s', { f: factor({ derived }, () => null) }))).toEqual([
      "endpoint 'sound': its score 's' rests on what is asked only from 'full' up",
    ])
  })

  it('of a package is declared once', () => {
    const part = { f: factor({ thing }, () => null) },
      s = score('s', part, { home: '/one' }),
      t = score('s', part, { home: '/two' })
    expect(scoring(s, { t })).toEqual(["endpoint 'sound': its score 's' is declared twice, in /one and in /two"])
  })

  it('of its own is one; more need a package', () => {
    const s = score('s', { f: factor({ thing }, () => null) }),
      t = score('t', { f: factor({ thing }, () => null) })
    expect(scoring(s, { t })).toEqual(["endpoint 'sound': has 2 scores of its own (s, t): all but one need a package"])
  })
})

describe('a source', () => {
  it('is declared once', () => {
    const twin = source({ id: 'own', title: 'Twin', home: '/twin', licence: '', attribution: '', coverage: '' })
    const other = need(
      twin.get('thing', { path: (id: string) => id, digest: integer(), read: (n: number) => n }),
      { asked },
      ({ asked }) => asked.id,
    )
    expect(
      faults(
        sound({
          sections: { a: section(thing), b: section(other) },
        }),
      ),
    ).toEqual(["endpoint 'sound': its source 'own' is declared twice, in /own and in /twin"])
  })

  it('has a licence that is not misspelt, told once however many ask it', () => {
    const misspelt = source({
      id: 'ogl',
      title: 'Own',
      home: '/own',
      licence: 'OGL-UK-30',
      attribution: '',
      coverage: '',
    })
    const read = misspelt.get('read', { path: () => '/', digest: integer(), read: (n: number) => n })
    const sections = { a: section(need(read, { asked }, () => undefined)) }
    expect(faults(sound({ sections }), sound({ id: 'other', path: '/other/{id}', sections }))).toEqual([
      "endpoint 'sound': source 'ogl': nothing says what its licence 'OGL-UK-30' allows; did you mean 'OGL-UK-3.0'?",
    ])
  })
})

describe('loading', () => {
  it('reports every endpoint that cannot be imported, and loads the others', async () => {
    mkdirSync(join(root, 'empty'))
    mkdirSync(join(root, 'slow'))
    writeFileSync(join(root, 'empty/index.js'), 'export const nothing = 1')
    writeFileSync(
      join(root, 'slow/index.js'),
      'await new Promise((wait) => setTimeout(wait, 300))\nexport const nothing = 1',
    )
    const at = (folder: string): string => join(root, folder).replace(/^/, './').replace('.//', '../'.repeat(20))
    const { plugins, faults } = await loadPlugins([at('slow'), 'location', 'not-there', at('empty')])
    // In the order of the list, whichever was the first to be loaded.
    expect(faults).toEqual([
      expect.stringMatching(/slow': its module exports no endpoint$/),
      expect.stringMatching(/^endpoint 'not-there': /),
      expect.stringMatching(/empty': its module exports no endpoint$/),
    ])
    expect([...plugins.endpoints.keys()]).toEqual(['location'])
  })
})
