/** What an author is told of a dataset within the package of an endpoint, with whatever was imported before. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@domesday/core'
import { projectRoot, type AnySource } from '@domesday/core/tool'
import { openEndpoint, runAlone } from '@domesday/tool-testing'
import { importFaultsOf, type PluginFault } from '@domesday/tool-testing/faults'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patient } from '../../../test/sets.ts'
import { emptyFolder, install } from './author.fixture.ts'
import { checkPlugin } from './check-plugin.ts'
import { faultOfError } from './load-plugin.ts'

/** Its own, because samples that were imported are kept by the id of their source. */
const id = `hills-${randomBytes(4).toString('hex')}`

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'refuges',
    type: 'module',
    exports: './index.ts',
    domesday: { endpoint: 'refuges', contract: 2 },
    dependencies: { '@domesday/core': '*' },
    devDependencies: { '@domesday/tool-testing': '*' },
  }),
  'hills/index.ts': `import { dataset, integer, list, numeric, object, sent, text, wire, type Point } from '@domesday/core'

const { must, text: words } = sent
const refuge = wire({ id: must(words), name: must(words), lat: must(words), lon: must(words) })

export const hills = dataset({
  id: '${id}',
  title: 'Mountain refuges',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains refuges',
  coverage: 'Refuges of Great Britain',
  pull: [{ part: '', wire: refuge, addresses: () => ['/refuges.csv'], as: 'csv' }],
  row: (wire: Readonly<Record<string, string>>) => {
    const [lat, lng] = [numeric(wire['lat']), numeric(wire['lon'])]
    if (lat === null || lng === null) throw new TypeError('a refuge without its place')
    return { id: wire['id']!, name: wire['name']!, at: { lat, lng } }
  },
  key: ({ id }) => id,
  place: ({ at }) => at,
})

export const nearest = hills.ask(
  'nearest',
  (rows, at: Point) => [...rows.near(at, 500)].map(({ name, km }) => ({ name, km: Math.round(km) })),
  { digest: list(object({ name: text('Its name'), km: integer('As the crow flies') })) },
)
`,
  'hills/defaults.yaml': `base: https://refuges.example.org
timeout: 5s
tries: 2
max_bytes: 1MB
refresh: 30d
`,
  'hills/samples/exchanges.yaml': `- request: GET /refuges.csv
  file: refuges.csv
`,
  'hills/samples/refuges.csv': `id,name,lat,lon
1,Corrour,57.0,-3.7
2,Shenavall,57.8,-5.2
`,
  'index.ts': `import { derive, endpoint, factor, need, number, params, score, section, standard } from '@domesday/core'
import { nearest } from './hills/index.ts'

const asked = params({ lat: number({ description: 'Latitude', minimum: 49, maximum: 61 }) })
const found = need(nearest, derive(asked, ({ lat }) => ({ lat, lng: -4 })))
const shelter = score('shelter', {
  nearby: factor(found, ([first]) => first && { metric: first.km, detail: 'There is one.' }),
})

export const refuges = endpoint({
  id: 'refuges',
  title: 'Refuges',
  summary: 'The refuges nearest to a point.',
  home: import.meta.dirname,
  path: '/refuges/{lat}',
  subject: { asked, required: [] },
  sections: { refuges: section(found), shelter: standard(shelter) },
})
`,
  'defaults.yaml': `credits: { summary: 1, standard: 2, full: 2 }
deadline: 6s
examples: { /refuges/57: A, /refuges/58: B, /refuges/54: C }
score:
  weights: { nearby: 1 }
  curves: { nearby: [[0, 100], [200, 0]] }
  minimum_weight: 0.3
  bands: [{ from: 0, rating: ANY, recommendation: Go. }]
`,
  'refuges.test.ts': `import { describePlugin } from '@domesday/tool-testing'
import { hills } from './hills/index.ts'
import { refuges } from './index.ts'

describePlugin(hills)
describePlugin(refuges)
`,
}

type Change = readonly [file: keyof typeof files, from: string, to: string]

const written = (...changes: readonly Change[]): string => {
  const above = emptyFolder()
  install(above)
  const folder = join(above, 'refuges')
  mkdirSync(join(folder, 'hills/samples'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const own = changes.filter(([file]) => file === name)
    for (const [, from] of own) expect(text).toContain(from)
    writeFileSync(
      join(folder, name),
      own.reduce((changed, [, from, to]) => changed.replace(from, to), text),
    )
  }
  return folder
}

const shown = (folder: string, faults: readonly PluginFault[]): readonly string[] =>
  faults.map(({ file, line, message }) => `${relative(folder, file)}:${line ?? ''}  ${message}`)
const checked = async (folder: string): Promise<readonly string[]> => shown(folder, (await checkPlugin(folder)).faults)

const loaded = async <T>(folder: string, name: string, module = 'index.ts'): Promise<T> =>
  ((await import(pathToFileURL(join(folder, module)).href)) as Readonly<Record<string, T>>)[name]!

/** Leaves the import of a sound sample behind, as an author's last try did. */
const importedBefore = async (): Promise<void> => {
  onTestFinished(() => rmSync(join(projectRoot, `node_modules/.cache/domesday-samples/${id}.sqlite`), { force: true }))
  await (await runAlone(await loaded<Endpoint>(written(), 'refuges'))).close()
}

const cannot = `the sample of '${id}', from which 'nearest' answers, cannot be imported as it is`
const misspelt = ['hills/index.ts', 'lon: must(words)', 'longitude: must(words)'] as const
const toldOfMisspelt = `hills/index.ts:4  ${cannot}: none of its rows can be read: there is no longitude`

describe('a dataset that cannot be imported', () => {
  it.each<readonly [what: string, change: Change, told: string]>([
    ['a misspelt column', misspelt, toldOfMisspelt],
    [
      'a row that throws',
      ['hills/index.ts', "numeric(wire['lon'])", "numeric(wire['long'])"],
      `hills/index.ts:16  ${cannot}: none of its rows can be read: a refuge without its place`,
    ],
    [
      'one row that throws',
      ['hills/samples/refuges.csv', '57.8', 'n/a'],
      `hills/index.ts:16  ${cannot}: row 2 cannot be read: a refuge without its place`,
    ],
    [
      'no sample',
      ['hills/samples/exchanges.yaml', files['hills/samples/exchanges.yaml']!, ''],
      `hills/samples/exchanges.yaml:  no sample of ${id} answers GET /refuges.csv`,
    ],
  ])('is told once, with its place: %s', async (_, change, told) => {
    const folder = written(change)
    const hills = await loaded<AnySource>(folder, 'hills', 'hills/index.ts')
    expect(shown(folder, await importFaultsOf(hills))).toEqual([told])
  })

  it('is told by plugin check of the endpoint, and nothing else is, for the first time', async () => {
    expect(await checked(written(misspelt))).toEqual([toldOfMisspelt])
  })

  it('is told by plugin check of the endpoint, and nothing else is, after a sound import', async () => {
    await importedBefore()
    expect(await checked(written(misspelt))).toEqual([toldOfMisspelt])
  })

  it('is told by plugin check only where its samples themselves are sound', async () => {
    const folder = written(['hills/samples/exchanges.yaml', 'file: refuges.csv', 'file: refuge.csv'])
    expect(await checked(folder)).toEqual(['hills/samples/exchanges.yaml:2  file: a file in this folder'])
  })

  it('is told by the test of the contract, and no consequence is', async () => {
    await importedBefore()
    const folder = written(misspelt)
    const args = [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...patient, '--root', folder]
    const env = { PATH: process.env['PATH'], NO_COLOR: '1' }
    const out = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (_, out, err) => resolve(`${out}\n${err}`))
    })
    expect(out).toContain(toldOfMisspelt)
    expect(out).toMatch(/ FAIL .*> imports the samples of its datasets/)
    expect(out).not.toContain('knows nothing')
  })

  it('is told by a look-up that rests on it', async () => {
    const opened = await openEndpoint(await loaded<Endpoint>(written(misspelt), 'refuges'))
    onTestFinished(() => opened.close())
    await expect(opened.look('/refuges/57')).rejects.toThrow(/hills\/index\.ts:4 {2}the sample of .*no longitude/)
  })

  it('lets others be looked up without it', async () => {
    const opened = await openEndpoint(await loaded<Endpoint>(written(), 'refuges'), { without: [id] })
    onTestFinished(() => opened.close())
    const { data, meta } = await opened.look('/refuges/57')
    expect(data.refuges).toBeNull()
    expect(meta.missing).toContainEqual({ section: 'refuges', source: id, reason: 'not_imported' })
  })
})

describe('a source within the package of an endpoint', () => {
  it('is told its misspelt licence, once, with what was meant', async () => {
    expect(await checked(written(['hills/index.ts', 'OGL-UK-3.0', 'OGL-UK-30']))).toEqual([
      "hills/index.ts:10  nothing says what its licence 'OGL-UK-30' allows; did you mean 'OGL-UK-3.0'?",
    ])
  })
})

describe('a factor that is read about', () => {
  it('needs the row of spreads that says how exactly', async () => {
    const about = [
      ['index.ts', "{ metric: first.km, detail: 'There is one.' }", "about(first.km, 'There is one.')"],
      ['index.ts', 'import { derive', 'import { about, derive'],
    ] as const
    expect(await checked(written(...about))).toEqual([
      "index.ts:7  TypeError: the settings do not say within how many points about(…) is right: spreads: { nearby: … }, in factor 'nearby' of 'shelter'",
    ])
    const spread = ['defaults.yaml', '  minimum_weight', '  spreads: { nearby: 15 }\n  minimum_weight'] as const
    expect(await checked(written(...about, spread))).toEqual([])
  })
})

describe('modules that import one another', () => {
  it('are told as a circle where a name of one is used too early', () => {
    const folder = written(['hills/index.ts', 'export const', "import { refuges } from '../index.ts'\n\nexport const"])
    const error = new ReferenceError("Cannot access 'refuges' before initialization")
    expect(faultOfError(error, folder, join(folder, 'index.ts')).mend).toBe(
      'its modules import one another in a circle: hills/index.ts → index.ts → hills/index.ts',
    )
  })
})

describe('an operation that knows nothing of any example', () => {
  it('is told once, with its source', async () => {
    const none = ['hills/index.ts', '(rows, at: Point) => [', '(rows, at: Point) => at.lat > 0 ? null : ['] as const
    expect(await checked(written(none))).toEqual([
      `defaults.yaml:3  /refuges/57 at summary and 8 more: knows nothing beyond its subject, and costs nothing: no_data of '${id}'`,
    ])
  })
})
