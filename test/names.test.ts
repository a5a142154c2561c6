/** One name, one thing: within the core, within a package, and between a package and those that it imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { consolePage, importsOf, isForTests, packageOf, sourceFiles } from '../plugins/tools/docs/imports.ts'
import { declaredIn, offeredBy, textOf, type Exported } from '../plugins/tools/docs/exports.ts'

const root = join(import.meta.dirname, '..')
const all = sourceFiles(root)
/** Sample data speak the words of the upstream that they stand in for: they are a unit of their own. */
const isSample = (file: string): boolean => file.includes('/samples/') && !file.startsWith('plugins/vocabularies/')
const unitOf = (file: string): string => (isSample(file) ? `${packageOf(file)}/samples` : packageOf(file))
const files = all.filter((file) => !isForTests(file))
const page = sourceFiles(root, [consolePage])
const units = Map.groupBy(files, unitOf)

/** What can be imported by name: `@domesday/core/surface` → what that module exports. */
const entries = new Map(
  [...new Set(files.map(packageOf))].flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly exports?: string | Readonly<Record<string, string>>
    }
    return Object.entries(typeof exports === 'string' ? { '.': exports } : exports).map(
      ([sub, file]) => [`${name}${sub.slice(1)}`, join(folder, file)] as const,
    )
  }),
)
const commands = [...new Set(files.map(packageOf))].flatMap((folder) => {
  const { bin = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly bin?: Readonly<Record<string, string>>
  }
  return Object.values(bin).map((file) => join(folder, file))
})
const offered = new Map([...entries].map(([specifier, file]) => [specifier, offeredBy(root, file)] as const))

/** Who imports what, tests among them: the importing files by file and by the name of a package's module. */
const importers = Map.groupBy(
  [...all, ...page, ...sourceFiles(root, ['test'])].flatMap((file) => importsOf(root, file)),
  ({ to }) => to,
)
const isMentioned = (name: string, by: readonly { readonly from: string }[]): boolean =>
  by.some(({ from }) => new RegExp(`\\b${name}\\b`).test(textOf(root, from)))

describe('a name stands for one thing', () => {
  it('in the core and in each package: one file exports it', () => {
    const twice = [...units.values()].flatMap((unit) =>
      [
        ...Map.groupBy(
          unit.flatMap((file) => declaredIn(root, file)),
          ({ name }) => name,
        ),
      ]
        .filter(([, by]) => by.length > 1)
        .map(([name, by]) => `${name}: ${by.map(({ from }) => from).join(', ')}`),
    )
    expect(twice).toEqual([])
  })

  it('in a package and in the modules that it imports', () => {
    const twice = [...units].flatMap(([unit, own]) => {
      const modules = new Set(own.flatMap((file) => importsOf(root, file)).map(({ to }) => to))
      return own
        .flatMap((file) => declaredIn(root, file))
        .flatMap(({ name, from }) =>
          [...modules].flatMap((module) => {
            const other = offered.get(module)?.get(name)
            return other && unitOf(other.from) !== unit ? [`${name}: ${from}, and ${module} by ${other.from}`] : []
          }),
        )
    })
    expect(twice).toEqual([])
  })
})

describe('what is exported is used', () => {
  /** Files that are found by a convention, or are started and not imported. */
  const isEntry = (file: string): boolean =>
    [...entries.values()].includes(file) ||
    commands.includes(file) ||
    isSample(file) ||
    ['core/main.ts', 'core/start.js', `${consolePage}/main.js`].includes(file)
  const workers = new Set(
    files.flatMap((file) =>
      [...textOf(root, file).matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(([, to]) =>
        join(dirname(file), to!),
      ),
    ),
  )

  it('every file is imported, or an entry of its package', () => {
    // Types of the page are imported by comments.
    const wanted = [...files, ...page.filter((file) => !file.endsWith('.d.ts'))]
    const arrows = Map.groupBy(
      wanted.flatMap((file) => importsOf(root, file)),
      ({ from }) => from,
    )
    const open = wanted.filter((file) => isEntry(file) || workers.has(file))
    const reached = new Set(open)
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { to } of arrows.get(file) ?? [])
        if (!reached.has(to) && existsSync(join(root, to))) open.push((reached.add(to), to))
    expect(wanted.filter((file) => !reached.has(file))).toEqual([])
  })

  it('every value that a file exports is imported by another, or offered by its package', () => {
    const isOffered = ({ name, from }: Exported): boolean =>
      [...offered.values()].some((names) => names.get(name)?.from === from)
    const idle = [...files, ...page]
      .filter((file) => !isSample(file))
      .flatMap((file) => declaredIn(root, file))
      .filter((one) => !one.isType && !isOffered(one) && !isMentioned(one.name, importers.get(one.from) ?? []))
    expect(idle.map(({ name, from }) => `${from} ${name}`)).toEqual([])
  })

  it('every value that the core offers is imported by a package or a test, or documented', () => {
    const docs = readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => textOf(root, `docs/${name}`))
      .join('\n')
    const outside = (...to: readonly string[]) =>
      to.flatMap((one) => importers.get(one) ?? []).filter(({ from }) => !from.startsWith('core/'))
    const idle = [...offered]
      .filter(([module]) => module.startsWith('@domesday/core'))
      .flatMap(([module, names]) =>
        [...names.values()]
          .filter(({ isType }) => !isType)
          .filter(({ name, from }) => !isMentioned(name, outside(module, from)))
          .filter(({ name }) => !new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``).test(docs))
          .map(({ name }) => `${module} ${name}`),
      )
    expect(idle).toEqual([])
  })
})
