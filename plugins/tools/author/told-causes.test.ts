/** Why an example fails is told by `plugin check` and by `describePlugin`, with its place, before any consequence. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { beforeAll, describe, expect, it } from 'vitest'
import { domesday } from '../../../test/support/commands.ts'
import { change, newIn, project, type Change } from './author.fixture.ts'
import { patient } from '../../../test/sets.ts'

const { above, changed, checked } = project()

/** An endpoint that rests on a source of its own, which asks a year for each postcode. */
const withSource = (ofSource: readonly Change[], changes: readonly Change[] = []): string => {
  const folder = changed('endpoint', 'food-nearby', [
    ['index.ts', '\n// What it rests', "import { holidaysOf } from './bank-holidays/index.ts'\n\n// What it rests"],
    [
      'index.ts',
      '\n/** Weights',
      '\nconst holidays = need(holidaysOf, { point }, ({ point }) => Math.round(2026 + point.lat))\n\n/** Weights',
    ],
    ['index.ts', '    food: standard(premises),', '    food: standard(premises),\n    holidays: section(holidays),'],
    ...changes,
  ])
  change(newIn(folder, 'source', 'bank-holidays'), ofSource)
  return folder
}

const faultsOf = async (folder: string): Promise<readonly string[]> =>
  (await checked(folder)).faults.map(
    ({ file, line, message, mend }) => `${relative(folder, file)}:${line ?? ''}  ${message}${mend ? ` → ${mend}` : ''}`,
  )

/** Of these the test alone is looked at. */
const tested = (...changes: readonly Change[]): string => {
  const folder = newIn(mkdtempSync(join(above, 'tested-')), 'endpoint', 'food-nearby')
  change(folder, changes)
  return folder
}
const boom = tested([
  'index.ts',
  'premises: food.total_nearby,',
  'premises: [food.total_nearby].flatMap(() => { throw new TypeError("boom") })[0] as unknown as number,',
])
const factorBoom = tested([
  'index.ts',
  'factor(food, ({ average_rating: stars }) =>\n',
  'factor(food, ({ average_rating: stars }) =>\n    [stars].some(() => { throw new TypeError("no stars") }) ||\n',
])
const misweighed = tested(['defaults.yaml', 'stars: 0.7', 'stars: 0.6'])
const unsampled = withSource([['index.ts', "'/bank-holidays.json'", '`/bank-holidays.json?year=${_year}`']])
const demanding = withSource([
  ['index.ts', 'title: sent.must(sent.text)', 'bunted: sent.must(sent.flag), title: sent.must(sent.text)'],
])
const misshapen = withSource(
  [['index.ts', '[{ name, date }]', '[{ name: 7 as never, date }]']],
  [['index.ts', 'Math.round(2026 + point.lat)', '2026 + 0 * point.lat']],
)
const throwing = withSource([
  [
    'index.ts',
    'const [name, date]',
    "if (year > 0) throw new TypeError('there is no england-and-wales in it')\n      const [name, date]",
  ],
])

/** How `vitest run` ends in the folder above, and what it prints of these plugins. They share what they load. */
let code: number, printed: string
beforeAll(async () => {
  const folders = [boom, factorBoom, misweighed, unsampled, demanding].map((folder) => `${relative(above, folder)}/`)
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const options = ['--root', above, '--no-isolate', '--maxWorkers=1', ...patient]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1' }
  await new Promise<void>((resolve) =>
    execFile(process.execPath, [vitest, 'run', ...options, ...folders], { cwd: above, env }, (error, out, err) => {
      code = error ? Number(error.code) : 0
      printed = `${out}\n${err}`
      resolve()
    }),
  )
})
/** Expects the test of a plugin to fail, and to say why. */
const fails = (folder: string, file: string, why: RegExp): void => {
  const at = relative(above, folder)
  expect(code).toBe(1)
  expect(printed).toContain(` FAIL  ${at}/food-nearby.test.ts`)
  expect(printed).toMatch(new RegExp(`\\b${at}/${file}${why.source}`))
}

describe('code that throws', () => {
  it('fails the test of the contract with its file, line and cause', () => {
    fails(boom, 'index.ts', /:\d+:\d+ {2}TypeError: boom, in section 'food'/)
    expect(printed).not.toContain('knows nothing beyond its subject')
  })

  it('fails it too in a factor of a score, which every answer survives', () =>
    fails(factorBoom, 'index.ts', /:\d+:\d+ {2}TypeError: no stars, in factor 'stars' of 'food-nearby'/))
})

it('settings with a fault fail the test of the contract with their file and line', () =>
  fails(misweighed, 'defaults.yaml', /:\d+:\d+ {2}weights sum to 0\.9, not 1/))

describe('calls without a sample', () => {
  it('are all told, first and with a row each, and no consequence is', async () => {
    const [first, ...others] = await faultsOf(unsampled)
    expect(others).toEqual([])
    expect(first).toMatch(
      /^bank-holidays\/samples\/exchanges\.yaml: {2}no sample of bank-holidays answers 4 calls → add the rows, /,
    )
    expect(
      first!.match(/^- \{ request: 'GET \/bank-holidays\.json', query: \{ year: '\d+' \}, reply: \{\} \}$/gm),
    ).toHaveLength(4)

    fails(unsampled, 'bank-holidays/samples/exchanges.yaml', / {2}no sample of bank-holidays answers GET/)
    expect(printed).toContain("- { request: 'GET /bank-holidays.json', query: { year: '2079' }, reply: {} }")
    expect(printed).not.toContain('knows nothing beyond its subject')
  })
})

describe('an answer that a source could not read', () => {
  it('is told with source, operation, field, and the line of its operation', async () => {
    expect(await faultsOf(demanding)).toEqual([
      expect.stringMatching(
        /^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of 'bank-holidays' failed: .*there is no england-and-wales\.events\[\]\.bunted in it → its sample, /,
      ),
    ])
    const told = /:\d+ {2}operation 'holidays' of 'bank-holidays' failed: .*bunted in it/
    fails(demanding, 'bank-holidays/index.ts', told)
    expect(printed).not.toContain('source_busy')

    // A service with this endpoint alone.
    const config = join(demanding, '../config')
    mkdirSync(config)
    writeFileSync(join(config, 'service.yaml'), `endpoints: [${demanding}]\n`)
    const env = { DOMESDAY_CONFIG_DIR: config, DOMESDAY_DATA_DIR: join(demanding, '../data') }
    const { err } = await domesday({ env }, 'get', 'food-nearby/WA11UH')
    expect(err).toMatch(new RegExp(`bank-holidays/index\\.ts${told.source}`))
  })

  it('is told where its digest has another shape, and where `read` threw', async () => {
    expect(await faultsOf(misshapen)).toEqual([
      expect.stringMatching(/^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of .*name must be string → /),
    ])
    expect(await faultsOf(throwing)).toEqual([
      expect.stringMatching(
        /^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of .*there is no england-and-wales in it/,
      ),
    ])
  })
})
