/** The mistakes that authors make: each is told with its file and line, and what to do. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changed, emptyFolder, newIn } from './author.fixture.ts'
import { checkPlugin } from './check-plugin.ts'
import { faultLines } from './index.ts'
import { inOneLine } from './type-faults.ts'

/** `file:line  message → mend`, without columns. */
const faultsOf = async (folder: string): Promise<readonly string[]> =>
  (await checkPlugin(folder)).faults.map(({ file, line, message, mend }) =>
    [`${relative(folder, file)}:${line ?? ''}  ${message}`, ...(mend === undefined ? [] : [mend])].join(' → '),
  )

const endpointWith = (...changes: readonly (readonly [string, string, string])[]) =>
  faultsOf(changed('endpoint', 'food-nearby', changes))

describe('a new plugin', () => {
  it('has no faults: an endpoint', async () => {
    const checked = await checkPlugin(changed('endpoint', 'food-nearby'))
    expect(checked).toMatchObject({ what: 'endpoint food-nearby', faults: [], missing: [], unchecked: [] })
    expect(checked.answers).toHaveLength(12)
    expect(checked.answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('has no faults: a source', async () => {
    const checked = await checkPlugin(changed('source', 'bank-holidays'))
    expect(checked).toMatchObject({ what: 'source bank-holidays', faults: [], operations: { holidays: 'get' } })
  })

  // Words of JavaScript, of the templates and of the core.
  it.each(['new', 'score'])('may be called %s', async (id) => {
    expect(await faultsOf(changed('endpoint', id))).toEqual([])
  })
})

describe('package.json', () => {
  it('names what is imported, and no more', async () => {
    const faults = await endpointWith(
      ['package.json', '"@domesday/subject-postcode"', '"@domesday/source-gias"'],
      ['food-nearby.test.ts', "from 'vitest'", "from 'mocha'"],
    )
    expect(faults).toContain(
      'index.ts:17  imports @domesday/subject-postcode, which package.json does not name → add "@domesday/subject-postcode" to the dependencies in package.json',
    )
    expect(faults).toContain('package.json:17  names @domesday/source-gias, which nothing imports → remove it')
    expect(faults).toContain(
      'food-nearby.test.ts:2  imports mocha, which package.json does not name → add "mocha" to the devDependencies in package.json',
    )
  })

  it('may be missing, wrong, or of a package that is not installed', async () => {
    const folder = newIn(emptyFolder(), 'source', 'bank-holidays')
    const uninstalled = await faultsOf(folder)
    expect(uninstalled).toContain(`package.json:11  @domesday/core is not installed → npm install in ${folder}`)
    expect(uninstalled.every((fault) => fault.includes('is not installed'))).toBe(true)

    rmSync(join(folder, 'package.json'))
    expect(await faultsOf(folder)).toContain('package.json:  there is no package.json → domesday plugin new writes one')
    expect(await endpointWith(['package.json', '"./index.ts"', '"./main.ts"'])).toContain(
      'package.json:6  it begins with main.ts, which does not exist → "exports": "./index.ts"',
    )
  })

  it('may be no JSON', async () => {
    const faults = await endpointWith(['package.json', '"type": "module"', '"type": module'])
    expect(faults.join('\n')).toMatch(/^package\.json: {2}is not JSON: [^\n/]+$/)
  })

  it('has the id of the declaration, and the contract of the core', async () => {
    expect(await endpointWith(['package.json', '"endpoint": "food-nearby"', '"endpoint": "food-near"'])).toEqual([
      `package.json:8  it says "endpoint": "food-near", but the id of the endpoint is 'food-nearby' → "endpoint": "food-nearby"`,
    ])
    expect(await endpointWith(['package.json', '"contract": 1', '"contract": 2'])).toEqual([
      'package.json:9  it is written for contract 2, and the core has 1 → update the core',
    ])
  })

  it('is the only way into another package', async () => {
    const core = join(import.meta.dirname, '../../../core')
    const last = "} from '@domesday/core'\n"
    const faults = await endpointWith([
      'index.ts',
      last,
      `${last}import '@domesday/core/contract/node.ts'\nimport '${core}/index.ts'\n`,
    ])
    expect(faults).toContain(
      `index.ts:17  imports ${core}/index.ts, which is outside of its package → import it by the name of its package, '@domesday/core'`,
    )
    expect(faults.find((fault) => fault.includes('is inside the core'))).toMatch(
      /^index\.ts:16 {2}'@domesday\/core\/contract\/node\.ts' is inside the core → import from @domesday\/core, /,
    )
  })
})

describe('types', () => {
  it('are told with line and column', async () => {
    const folder = changed('endpoint', 'food-nearby', [
      ['index.ts', 'premises: food.total_nearby', 'premises: food.total_nearbi'],
    ])
    const { faults } = await checkPlugin(folder)
    const [first] = faults.flatMap((fault) => faultLines(fault, folder))
    expect(first).toMatch(/^index\.ts:\d+:\d+ {2}Property 'total_nearbi' does not exist on type 'FoodHygiene'/)
  })
})

it('a long message of the compiler is told by its first and its last reason', () => {
  expect(inOneLine(['Type A is not B.', "Types of property 'a' are incompatible."])).toBe(
    "Type A is not B. Types of property 'a' are incompatible.",
  )
  const long = `Type '${'x'.repeat(500)}' is not assignable.`
  const told = inOneLine([long, 'The types differ.', "Type 'null' is not assignable to type 'string'."])
  expect(told).toMatch(/^Type 'x+ … x+' is not assignable\. … Type 'null' is not assignable to type 'string'\.$/)
})

it('code that gathers reads no clock by itself, nor the machine: each is told with what to use instead', async () => {
  const faults = await endpointWith([
    'index.ts',
    'premises: food.total_nearby,',
    'premises: Date.now() > 0 ? food.total_nearby : food.total_nearby,',
  ])
  expect(faults).toEqual([
    expect.stringMatching(
      /^index\.ts:\d+ {2}Date\.now reads the clock: code that gathers must not → .*node now or today/,
    ),
  ])
})

describe('a declaration', () => {
  it('is checked as at a start, and each fault has the line of what it names', async () => {
    const faults = await endpointWith(
      ['index.ts', "path: '/food-nearby/{postcode}'", "path: '/food-nearby/{place}'"],
      [
        'index.ts',
        '    food: standard(premises),',
        "    'location.food': section(premises),\n    food: standard(premises),",
      ],
      ['index.ts', '    location: section(location),', '    location: standard(location),'],
    )
    expect(faults.find((fault) => fault.includes('{place}'))).toMatch(/^index\.ts:\d+ /)
    expect(faults.find((fault) => fault.includes("'location.food' has a lower depth"))).toMatch(/^index\.ts:\d+ /)
  })

  it('has schemas that compile', async () => {
    const faults = await endpointWith([
      'index.ts',
      "integer('Food premises within 1 km')",
      "integer({ minimum: '5' as never })",
    ])
    expect(faults.join('\n')).toMatch(/index\.ts:\d+ {2}.*'food.*minimum/)
  })
})

describe('what is no declaration at all', () => {
  it('is a fault with its place, and no crash', async () => {
    const empty = changed('source', 'bank-holidays', [
      ['index.ts', 'export const bankHolidays = source(', 'const bankHolidays = source('],
    ])
    expect(await faultsOf(empty)).toContain(
      'index.ts:  it exports no endpoint and no source → export const … = endpoint({ … })',
    )
    const thrown = await endpointWith([
      'index.ts',
      '\n// What it rests on',
      "\nif (Date.now() > 0) throw new Error('early')\n// What it rests on",
    ])
    expect(thrown.join('\n')).toMatch(/^index\.ts:\d+ {2}early$/m)
    const odd = await endpointWith(['index.ts', '  subject,\n', '  subject: {} as never,\n'])
    expect(odd).not.toEqual([])
  })
})

describe('settings', () => {
  it('have faults with file and line, all at once', async () => {
    const faults = await endpointWith(
      ['defaults.yaml', 'stars: 0.7', 'stars: 0.6'],
      ['defaults.yaml', 'deadline: 8s', 'deadlin: 8s'],
    )
    expect(faults).toContain('defaults.yaml:9  weights sum to 0.9, not 1')
    expect(faults.join('\n')).toContain("defaults.yaml:2  unknown key 'deadlin'; did you mean 'deadline'?")
  })

  it('wait as long as one try of a source', async () => {
    const faults = await endpointWith(['defaults.yaml', 'deadline: 8s', 'deadline: 1s'])
    expect(faults.join('\n')).toMatch(/^defaults\.yaml:2 {2}.*its deadline of 1s ends before one try of '/m)
  })

  it('have three examples or more', async () => {
    const faults = await endpointWith(
      ['defaults.yaml', "  /food-nearby/NW19HZ: 'Inner London'\n", ''],
      ['defaults.yaml', "  /food-nearby/PR30SG: 'Deep country'\n", ''],
    )
    expect(faults.join('\n')).toContain('defaults.yaml:3  it has 2 examples, not three or more')
  })
})

describe('examples', () => {
  it('have samples: a call without one is shown as a row to paste', async () => {
    const folder = changed('endpoint', 'food-nearby', [
      ['index.ts', '\n// What it rests', "import { holidaysOf } from './bank-holidays/index.ts'\n\n// What it rests"],
      ['index.ts', '\n/** Weights', '\nconst holidays = need(holidaysOf, { point }, () => 2026)\n\n/** Weights'],
      ['index.ts', '    food: standard(premises),', '    food: standard(premises),\n    holidays: standard(holidays),'],
    ])
    const own = newIn(folder, 'source', 'bank-holidays')
    expect(await checkPlugin(folder)).toMatchObject({ faults: [], missing: [] })

    const file = join(own, 'samples/exchanges.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('bank-holidays.json', 'others.json'))
    const { missing, faults } = await checkPlugin(folder)
    const call = 'GET /bank-holidays.json'
    expect(missing).toEqual([{ source: 'bank-holidays', call, file, row: expect.stringContaining(call) }])
    expect(faults).toContainEqual({
      file,
      message: `no sample of bank-holidays answers ${call}`,
      mend: expect.stringMatching(/^add the row.*\n- /),
    })
  })

  it('answer at every depth; where the code fails, its line is told', async () => {
    const faults = await endpointWith([
      'index.ts',
      'premises: food.total_nearby,',
      'premises: [food.total_nearby].flatMap(() => { throw new TypeError("no premises") })[0] as unknown as number,',
    ])
    expect(faults.find((fault) => fault.includes('no premises'))).toMatch(/^index\.ts:\d+ /)
  })
})

describe('a source', () => {
  it('has terms, settings and samples that can be read', async () => {
    const faults = await faultsOf(
      changed('source', 'bank-holidays', [
        ['defaults.yaml', 'timeout: 5s', 'timeout: 9s'],
        ['samples/exchanges.yaml', 'request: GET ', 'request: '],
        ['index.ts', "licence: 'OGL-UK-3.0'", "licence: 'own terms'"],
      ]),
    )
    expect(faults.join('\n')).toMatch(/defaults\.yaml:2 {2}timeout 9s × 2 tries is 18s, more than the 15s/)
    expect(faults.join('\n')).toMatch(/samples\/exchanges\.yaml:2 {2}request: a method and a path are needed/)
    expect(faults.join('\n')).toMatch(/index\.ts:\d+ {2}its terms do not say where they stand: 'own terms'/)
  })
})
