/** Mistakes of authors that a start lets pass, and `config check` does not. */
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  endpoint,
  integer,
  object,
  orNull,
  params,
  render,
  section,
  text,
  type Endpoint,
  type Shape,
} from '@domesday/core'
import { collectPlugins, inspect } from '@domesday/core/tool'
import { folderOf } from '../../../test/support/folder.ts'
import { declarationFaults, importFaults } from './declarations.ts'

const inspected = (files: Readonly<Record<string, unknown>>) => inspect(folderOf(files), {})

describe('the schemas of an endpoint', () => {
  const faultsOf = async (rest: Partial<Endpoint>) => {
    const found = await inspected({ 'service.yaml': 'endpoints: [./test/support/faulty]\n' })
    const asked = params({ id: text() })
    const declared = endpoint({
      id: 'odd',
      title: 'Odd',
      summary: 'Odd.',
      home: folderOf({ 'defaults.yaml': '', 'package.json': {} }),
      path: '/odd/{id}',
      subject: { asked, required: [] },
      sections: { a: section(asked) },
    })
    return declarationFaults({ ...found, ...collectPlugins([['odd', { ...declared, ...rest }]]) })
  }
  const showing = (shape: Shape<any>): Partial<Endpoint> => ({
    sections: { a: section(render(shape, params({ id: text() }), () => null)) },
  })

  it('compile', async () => expect(await faultsOf({})).toEqual([]))

  it.each<[string, Partial<Endpoint>, RegExp]>([
    [
      'a type that there is none of',
      showing({ schema: { type: 'whole' } }),
      /section 'a' has an invalid schema: .*type/,
    ],
    [
      'an unknown format',
      showing(orNull(object({ day: text({ format: 'dya' }) }))),
      /section 'a' has an invalid schema: unknown format "dya"/,
    ],
    [
      'a default that does not fit',
      { asked: params({ id: text(), radius: integer({ maximum: 10, default: 100 }) }) },
      /parameter 'radius' has an invalid schema: its default 100 must be <= 10/,
    ],
  ])('are found to have %s', async (_, rest, fault) =>
    expect(await faultsOf(rest)).toEqual([expect.stringMatching(fault)]),
  )
})

describe('imports by a path', () => {
  const faultsOf = (code: string, name = 'mine/index.ts') => {
    const root = folderOf({ 'package.json': {}, 'mine/package.json': {}, 'other/index.ts': '', [name]: code })
    return importFaults([join(root, 'mine')]).map((fault) =>
      fault.replace(`${relative(process.cwd(), root)}/`, '').replace(`${root}/`, ''),
    )
  }
  const core = join(import.meta.dirname, '../../../core')

  it.each([
    ["import { a } from './a.ts'\nimport x from '@domesday/core'\nexport * from './deep/b.ts'"],
    ["// import '../other/index.ts'\n/* import '../other/index.ts' */"],
    ["const text = 'from ../other/index.ts'"],
  ])('may stay inside the package: %s', (code) => expect(faultsOf(code)).toEqual([]))

  it('may be anything in a test', () =>
    expect(faultsOf("import '../other/index.ts'", 'mine/index.test.ts')).toEqual([]))

  it.each([
    ["import '../other/index.ts'", 1],
    ["/* two\nlines */\nimport {\n  a,\n} from '../other/index.ts'", 5],
    ["const b = await import('../other/index.ts')", 1],
    ["export { a } from '../other/index.ts'", 1],
  ])('may not leave it: %s', (code, line) =>
    expect(faultsOf(code)).toEqual([
      `mine/index.ts:${line}  imports '../other/index.ts', a file of another package: import that package by its name`,
    ]),
  )

  it('may not reach into the core', () => {
    const folder = folderOf({ 'package.json': {} })
    const path = relative(folder, join(core, 'engine/gap.ts'))
    const root = folderOf({ 'package.json': {}, 'index.ts': `import { Gap } from '${path}'\n` })
    expect(importFaults([root])).toEqual([
      expect.stringMatching(
        /index\.ts:1 {2}imports '.*core\/engine\/gap\.ts', a file inside the core: import '@domesday\/core'/,
      ),
    ])
  })
})

describe('the time limits', () => {
  it('of a look-up and its sources have to fit', async () => {
    const found = await inspected({
      'service.yaml': 'endpoints: [./test/support/faulty]\n',
      'endpoints/faulty.yaml': 'cache: 1h\ndeadline: 1s\n',
    })
    expect(found.lines).toEqual([])
    expect(declarationFaults(found)).toEqual([
      expect.stringMatching(
        /endpoints\/faulty\.yaml:2:11 {2}endpoint 'faulty': its deadline of 1s ends before one try of 'harbours', whose timeout is 2s: raise/,
      ),
    ])
  })
})
