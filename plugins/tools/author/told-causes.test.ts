/** Why an example fails is told by `plugin check` and by `describePlugin`, with its place, before any consequence. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { describe, expect, it } from 'vitest'
import { changed, newIn } from './author.fixture.ts'
import { checkPlugin } from './check-plugin.ts'

type Change = readonly [file: string, from: string, to: string]

const replaceIn = (folder: string, [name, from, to]: Change): void => {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** An endpoint that rests on a source of its own, which asks a year for each postcode. */
const withSource = (changes: readonly Change[] = [], ofSource: readonly Change[] = []): string => {
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
  const own = newIn(folder, 'source', 'bank-holidays')
  for (const change of ofSource) replaceIn(own, change)
  return folder
}

const faultsOf = async (folder: string): Promise<readonly string[]> =>
  (await checkPlugin(folder)).faults.map(
    ({ file, line, message, mend }) => `${relative(folder, file)}:${line ?? ''}  ${message}${mend ? ` → ${mend}` : ''}`,
  )

/** What `npm test` in the folder prints. */
const tested = (folder: string): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((resolve) => {
    const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--root', folder, '--testTimeout=60000', '--hookTimeout=60000']
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1' }
    execFile(process.execPath, args, { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: `${out}\n${err}` }),
    )
  })

const boom = [
  'index.ts',
  'premises: food.total_nearby,',
  'premises: [food.total_nearby].flatMap(() => { throw new TypeError("boom") })[0] as unknown as number,',
] as const
const factorBoom = [
  'index.ts',
  'factor(food, ({ average_rating: stars }) =>\n',
  'factor(food, ({ average_rating: stars }) =>\n    [stars].some(() => { throw new TypeError("no stars") }) ||\n',
] as const
const longitude = ["'/bank-holidays.json'", '`/bank-holidays.json?year=${_year}`'] as const

/** `domesday get` of a service with this endpoint alone. */
const got = (folder: string, path: string): Promise<{ readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    const config = join(folder, '../config')
    mkdirSync(config)
    writeFileSync(join(config, 'service.yaml'), `endpoints: [${folder}]\n`)
    const args = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', 'get', path]
    const env = { ...process.env, DOMESDAY_CONFIG_DIR: config, DOMESDAY_DATA_DIR: join(folder, '../data') }
    execFile(process.execPath, args, { cwd: projectRoot, env }, (_, out, err) => resolve({ out, err }))
  })

describe('code that throws', () => {
  it('fails the test of the contract with its file, line and cause', async () => {
    const { code, out } = await tested(changed('endpoint', 'food-nearby', [boom]))
    expect(code).toBe(1)
    expect(out).toMatch(/index\.ts:\d+:\d+ {2}TypeError: boom, in section 'food'/)
    expect(out).not.toContain('knows nothing beyond its subject')
  })

  it('fails it too in a factor of a score, which every answer survives', async () => {
    const { code, out } = await tested(changed('endpoint', 'food-nearby', [factorBoom]))
    expect(code).toBe(1)
    expect(out).toMatch(/index\.ts:\d+:\d+ {2}TypeError: no stars, in factor 'stars' of 'food-nearby'/)
  })
})

describe('calls without a sample', () => {
  it('are all told, first and with a row each, and no consequence is', async () => {
    const folder = withSource([], [['index.ts', ...longitude]])
    const [first, ...others] = await faultsOf(folder)
    expect(others).toEqual([])
    expect(first).toMatch(
      /^bank-holidays\/samples\/exchanges\.yaml: {2}no sample of bank-holidays answers 4 calls → add the rows, /,
    )
    expect(
      first!.match(/^- \{ request: 'GET \/bank-holidays\.json', query: \{ year: '\d+' \}, reply: \{\} \}$/gm),
    ).toHaveLength(4)

    const { code, out } = await tested(folder)
    expect(code).toBe(1)
    expect(out).toMatch(/bank-holidays\/samples\/exchanges\.yaml {2}no sample of bank-holidays answers GET/)
    expect(out).toContain("- { request: 'GET /bank-holidays.json', query: { year: '2079' }, reply: {} }")
    expect(out).not.toContain('knows nothing beyond its subject')
  })
})

describe('an answer that a source could not read', () => {
  it('is told with source, operation, field, and the line of its operation', async () => {
    const folder = withSource(
      [],
      [
        [
          'index.ts',
          'digest: list(holidayFields),',
          "demands: ['england-and-wales.events[].bunted'],\n  digest: list(holidayFields),",
        ],
      ],
    )
    const faults = await faultsOf(folder)
    expect(faults).toEqual([
      expect.stringMatching(
        /^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of 'bank-holidays' failed: .*there is no england-and-wales\.events\[\]\.bunted in it → its sample, /,
      ),
    ])
    const { out } = await tested(folder)
    expect(out).toMatch(
      /bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of 'bank-holidays' failed: .*bunted in it/,
    )
    expect(out).not.toContain('source_busy')

    const { err } = await got(folder, 'food-nearby/WA11UH')
    expect(err).toMatch(
      /bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of 'bank-holidays' failed: .*bunted in it/,
    )
  })

  it('is told where its digest has another shape, and where `read` threw', async () => {
    const shape = withSource([], [['index.ts', '[{ name, date }]', '[{ name: 7 as never, date }]']])
    replaceIn(shape, ['index.ts', 'Math.round(2026 + point.lat)', '2026 + 0 * point.lat'])
    expect(await faultsOf(shape)).toEqual([
      expect.stringMatching(/^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of .*name must be string → /),
    ])
    const thrown = withSource([], [['index.ts', 'if (!division)', 'if (!division || year > 0)']])
    expect(await faultsOf(thrown)).toEqual([
      expect.stringMatching(
        /^bank-holidays\/index\.ts:\d+ {2}operation 'holidays' of .*there is no england-and-wales in it/,
      ),
    ])
  })
})
