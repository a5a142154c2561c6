/** The walls of the house: what may import what, for the core as for packages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  consolePage,
  importsOf,
  isForTests,
  nameIn,
  packageOf,
  sourceFiles,
  type Import,
} from '../plugins/tools/docs/imports.ts'

const root = join(import.meta.dirname, '..')
const all = sourceFiles(root)
const files = all.filter((file) => !isForTests(file))
const imports = files.flatMap((file) => importsOf(root, file))
const filesNamed = (pattern: RegExp, ...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name) && !/(^|\/)node_modules\//.test(name))
      .map((name) => `${folder}/${name}`),
  )
/** All that is written by hand in a language, with what runs in a browser or a database. */
const written = filesNamed(/\.(ts|js|css|sql)$/, 'core', 'plugins', 'test')
/** The settings that come with the project. */
const settings = [...filesNamed(/(^|[./])defaults\.yaml$/, 'core', 'plugins', 'test'), 'config/service.yaml']
/** Migrations that have been released: their text never changes. */
const released = ['002-accounts', '003-entries', '005-batches'].map(
  (name) => `plugins/stores/postgres/migrations/${name}.sql`,
)

/** The floors of the core, from the lowest up. Settings are read without knowing what they are for. */
const floors = ['config', 'contract', 'credits', 'registry', 'engine', 'http', 'service']
const floorOf = (file: string): number => floors.indexOf(file.split('/')[1]!)

/** The kinds of packages, each above those before it. Tools are for people: nothing that serves rests on them. */
const kinds = [
  'core',
  'vocabularies',
  'clients/formats',
  'clients',
  'jobs/parts',
  'jobs',
  'stores/parts',
  'stores',
  'telemetry',
  'evidence/parts',
  'evidence',
  'sources',
  'subjects',
  'scores',
  'endpoints',
]
const aside = ['surfaces', 'tools']
/** Leaves, which the others of their kind share. */
const leaves = ['clients/formats', 'jobs/parts', 'stores/parts', 'evidence/parts', 'surfaces/parts']
const kindOf = (folder: string): string =>
  leaves.find((leaf) => folder === `plugins/${leaf}`) ?? folder.split('/')[1] ?? 'core'
/**
 * Words that rest on those of another vocabulary: notices name companies, and samples measure distances. The circle of
 * a company is made of companies and persons.
 */
const sideways = ['procurement → companies', 'samples → geography', 'circle → company', 'circle → person']
const mayLean = ['vocabularies', 'subjects']

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  /** What the package that uses it brings along, such as its own vitest. */
  readonly peerDependencies?: Readonly<Record<string, string>>
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
const packages = new Map([...new Set(files.map(packageOf))].map((folder) => [manifestOf(folder).name, folder] as const))
const said = ({ from, to }: Import): string => `${from} imports ${to}`

/** Circles among things that import one another, each as the list of what is in it. */
const circlesIn = (arrows: readonly (readonly [from: string, to: string])[]): readonly (readonly string[])[] => {
  const below = Map.groupBy(arrows, ([from]) => from)
  const reached = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>(),
      open = [start]
    for (let one = open.pop(); one !== undefined; one = open.pop())
      for (const [, to] of below.get(one) ?? []) if (!seen.has(to)) open.push((seen.add(to), to))
    return seen
  }
  const reach = new Map([...below.keys()].map((one) => [one, reached(one)]))
  const round = [...reach].filter(([one, seen]) => seen.has(one)).map(([one]) => one)
  const circles = round.map((one) => round.filter((other) => reach.get(one)!.has(other) && reach.get(other)!.has(one)))
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

describe('the core', () => {
  const isEntry = (file: string): boolean => file.startsWith('core/') && file.split('/').length === 2

  it('imports downwards only: service → http → engine → registry → credits → contract → config', () => {
    const up = imports.filter(
      ({ from, to, by }) =>
        by === 'relative' && to.startsWith('core/') && !isEntry(from) && floorOf(from) < floorOf(to),
    )
    expect(up.map(said)).toEqual([])
  })

  it('has no floor but these, and its entry files above them all', () => {
    const elsewhere = files.filter((file) => file.startsWith('core/') && !isEntry(file) && floorOf(file) < 0)
    expect(elsewhere).toEqual([])
    const entered = imports.filter(({ from, to }) => from.startsWith('core/') && !isEntry(from) && isEntry(to))
    expect(entered.map(said)).toEqual([])
  })

  it('reads settings by packages from elsewhere alone', () => {
    const own = imports.filter(
      ({ from, to }) => from.startsWith('core/config/') && /^(core\/(?!config\/)|@domesday\/)/.test(to),
    )
    expect(own.map(said)).toEqual([])
  })

  it('imports no package of the project: it knows them by the names in the settings', () => {
    const out = imports.filter(({ from, to }) => from.startsWith('core/') && /^(plugins\/|@domesday\/)/.test(to))
    expect(out.map(said)).toEqual([])
  })

  it('has tests beside its files, and no other support for them', () => {
    expect(all.filter((file) => file.startsWith('core/') && isForTests(file) && !file.endsWith('.test.ts'))).toEqual([])
  })

  it('is small: at most 13,900 lines without its settings reader, and that at most 1,800', () => {
    const linesOf = (wanted: (file: string) => boolean): number =>
      files
        .filter((file) => file.startsWith('core/') && wanted(file))
        .reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)
    expect(linesOf((file) => !file.startsWith('core/config/'))).toBeLessThanOrEqual(13_900)
    expect(linesOf((file) => file.startsWith('core/config/'))).toBeLessThanOrEqual(1_800)
  })
})

describe('packages', () => {
  it('import one another by name, never by a path', () => {
    const out = imports.filter(({ from, to, by }) => by === 'relative' && packageOf(from) !== packageOf(to))
    expect(out.map(said)).toEqual([])
  })

  it('are of a known kind', () => {
    const known = [...kinds, ...aside, ...leaves]
    expect([...packages.values()].filter((folder) => !known.includes(kindOf(folder)))).toEqual([])
  })

  it('stand in no circle', () => {
    const arrows = imports.flatMap(({ from, to, by }) => {
      const other = by === 'name' ? packages.get(nameIn(to)) : undefined
      return other === undefined || other === packageOf(from) ? [] : [[packageOf(from), other] as const]
    })
    expect(arrows.length).toBeGreaterThan(packages.size)
    expect(circlesIn(arrows)).toEqual([])
  })

  it('import downwards only', () => {
    const faults = imports.filter(({ from, to, by }) => {
      const other = by === 'name' ? packages.get(nameIn(to)) : undefined
      if (other === undefined || other === packageOf(from) || other === 'core') return false
      const [upper, lower] = [kindOf(packageOf(from)), kindOf(other)]
      if (upper === 'tools') return false
      if (upper === lower && mayLean.includes(upper))
        return !sideways.includes([packageOf(from), other].map((folder) => folder.split('/')[2]).join(' → '))
      if (aside.includes(upper)) return lower !== 'vocabularies' && lower !== `${upper}/parts`
      if (upper === 'surfaces/parts') return lower !== 'vocabularies'
      return aside.includes(lower) || kinds.indexOf(lower) >= kinds.indexOf(upper)
    })
    expect(faults.map(said)).toEqual([])
  })

  it('of clients and stores rest on no source, score or endpoint', () => {
    const faults = imports.filter(
      ({ from, to }) =>
        /^plugins\/(clients|stores)\//.test(from) &&
        /^@domesday\/(source|score|endpoint|client-(http|dataset)|store-(?!parts))/.test(to),
    )
    expect(faults.map(said)).toEqual([])
  })

  it('name what they import in their package.json, and nothing else', () => {
    const faults = [...packages.values()].flatMap((folder) => {
      const { name, dependencies = {}, peerDependencies = {} } = manifestOf(folder)
      const used = new Set(
        imports
          .filter(({ from, by }) => by === 'name' && packageOf(from) === folder)
          .map(({ to }) => nameIn(to))
          .filter((to) => to !== name),
      )
      const listed = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
      return [
        ...[...used].filter((one) => !listed.has(one)).map((one) => `${folder} imports ${one}, which it does not name`),
        ...[...listed].filter((one) => !used.has(one)).map((one) => `${folder} names ${one}, which it does not import`),
      ]
    })
    expect(faults).toEqual([])
  })

  it('speak every vocabulary: none lies idle', () => {
    const spoken = new Set(imports.map(({ to }) => nameIn(to)))
    const idle = readdirSync(join(root, 'plugins/vocabularies'))
      .map((id) => manifestOf(`plugins/vocabularies/${id}`).name)
      .filter((name) => !spoken.has(name))
    expect(idle).toEqual([])
  })

  it('reach no test tool from what serves', () => {
    const faults = imports.filter(
      ({ from, to }) => !from.startsWith('plugins/tools/') && /^(vitest|fast-check|nock)$|tool-testing/.test(to),
    )
    expect(faults.map(said)).toEqual([])
  })
})

describe('the project', () => {
  it('has at its top what it consists of, and dot-files', () => {
    const kept = ['config', 'core', 'docs', 'plugins', 'test', 'LICENSE', 'README.md', 'tsconfig.json']
    const made = ['node_modules', 'data', 'coverage', 'dist']
    const top = readdirSync(root).filter((name) => !/^\.|\.log$/.test(name) && !made.includes(name))
    expect(top.sort()).toEqual([...kept, 'package.json', 'package-lock.json'].sort())
  })

  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Pick<Manifest, 'dependencies' | 'devDependencies'>>>
  }

  it('names at its top what tests import, where their package does not', () => {
    const { devDependencies } = manifestOf('')
    const tests = [...all.filter(isForTests), ...sourceFiles(root, ['test'])]
    const faults = tests.flatMap((file) => {
      const { name, dependencies, peerDependencies } = file.startsWith('test/')
        ? manifestOf('')
        : manifestOf(packageOf(file))
      const named = { ...devDependencies, ...dependencies, ...peerDependencies, [name]: '' }
      return importsOf(root, file)
        .filter(({ to, by }) => by === 'name' && `node_modules/${nameIn(to)}` in locked)
        .filter(({ to }) => !(nameIn(to) in named) && !packages.has(nameIn(to)))
        .map(said)
    })
    expect(tests.length).toBeGreaterThan(300)
    expect(faults).toEqual([])
  })

  it('has a lockfile that knows what each package names', () => {
    const stale = ['', ...packages.values()].filter((folder) => {
      const { dependencies, devDependencies } = manifestOf(folder)
      const { dependencies: known, devDependencies: knownDev } = locked[folder] ?? {}
      return !isDeepStrictEqual([dependencies, devDependencies], [known, knownDev])
    })
    expect(stale).toEqual([])
  })
})

describe('the small packages of test/ports', () => {
  it('import the ports, the format of packs and each other, and nothing else of the project', () => {
    const allowed =
      /^@domesday\/(core(\/(surface|client|store|tool|evidence|telemetry))?|verify(\/signed)?)$|^test\/ports\/[^/]+\/index\.ts$/
    const small = sourceFiles(root, ['test/ports']).filter((file) => file.endsWith('/index.ts'))
    const out = small.flatMap((file) => importsOf(root, file)).filter(({ to }) => !allowed.test(to))
    expect(small.length).toBeGreaterThan(8)
    expect(out.map(said)).toEqual([])
  })
})

describe('files', () => {
  it('stand in no circle, those of the console neither', () => {
    const page = sourceFiles(root, [consolePage]).flatMap((file) => importsOf(root, file))
    expect(page.length).toBeGreaterThan(50)
    const arrows = [...imports, ...page]
      .filter(({ by, to }) => by === 'relative' && existsSync(join(root, to)))
      .map(({ from, to }) => [from, to] as const)
    expect(circlesIn(arrows)).toEqual([])
  })

  it('have at most 250 lines, and tests 500', () => {
    expect(written).toContain('plugins/surfaces/console/page/types.d.ts')
    const long = written.flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
      const isTest = isForTests(file) || file.startsWith('test/')
      return lines > (isTest ? 500 : 250) ? [`${file}: ${lines}`] : []
    })
    expect(long).toEqual([])
  })

  it('have no comment beyond 120 columns, beside code neither', () => {
    const strings = /(?<!\w)'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g
    const mark: Readonly<Record<string, RegExp>> = {
      sql: /(^|\s)--\s/,
      yaml: /(^|\s)#\s/,
      code: /^\s*(\/\/|\*|\/\*)|\s(\/\/|\/\*)\s/,
    }
    const wideIn = (file: string): readonly string[] =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          line.length > 120 && (mark[file.split('.').at(-1)!] ?? mark['code']!).test(line.replace(strings, "''"))
            ? [`${file}:${i + 1}`]
            : [],
        )
    expect(settings.length).toBeGreaterThan(80)
    expect([...written, ...settings].filter((file) => !released.includes(file)).flatMap(wideIn)).toEqual([])
    expect(released.filter((file) => wideIn(file).length === 0)).toEqual([])
  })
})
