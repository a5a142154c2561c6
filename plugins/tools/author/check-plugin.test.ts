/** The mistakes that authors make: each is told with its file and line, and what to do. */
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { change, emptyFolder, newIn, project, type Change } from './author.fixture.ts'
import { checkPlugin, type CheckedPlugin } from './check-plugin.ts'
import { faultLines } from './index.ts'
import { inOneLine } from './type-faults.ts'

const { changed, checked } = project()

/** `file:line  message → mend`, without columns. */
const linesOf = ({ faults }: CheckedPlugin, folder: string): readonly string[] =>
  faults.map(({ file, line, message, mend }) =>
    [`${relative(folder, file)}:${line ?? ''}  ${message}`, ...(mend === undefined ? [] : [mend])].join(' → '),
  )
const faultsOf = async (folder: string): Promise<readonly string[]> => linesOf(await checked(folder), folder)

const endpointWith = (...changes: readonly Change[]) => changed('endpoint', 'food-nearby', changes)

describe('a new plugin', () => {
  const endpoint = changed('endpoint', 'food-nearby'),
    source = changed('source', 'bank-holidays')

  it('has no faults: an endpoint', async () => {
    const found = await checked(endpoint)
    expect(found).toMatchObject({ what: 'endpoint food-nearby', faults: [], missing: [], unchecked: [] })
    expect(found.answers).toHaveLength(12)
    expect(found.answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('has no faults: a source', async () => {
    const found = await checked(source)
    expect(found).toMatchObject({ what: 'source bank-holidays', faults: [], operations: { holidays: 'get' } })
  })

  // Words of JavaScript, of the templates and of the core.
  const called = ['new', 'score'].map((id) => ({ id, folder: changed('endpoint', id) }))
  it.each(called)('may be called $id', async ({ folder }) => {
    expect(await faultsOf(folder)).toEqual([])
  })
})

describe('package.json', () => {
  const imports = endpointWith(
    ['package.json', '"@domesday/subject-postcode"', '"@domesday/source-gias"'],
    ['food-nearby.test.ts', "from 'vitest'", "from 'mocha'"],
  )
  it('names what is imported, and no more', async () => {
    const faults = await faultsOf(imports)
    expect(faults).toContain(
      'index.ts:17  imports @domesday/subject-postcode, which package.json does not name → add "@domesday/subject-postcode" to the dependencies in package.json',
    )
    expect(faults).toContain('package.json:17  names @domesday/source-gias, which nothing imports → remove it')
    expect(faults).toContain(
      'food-nearby.test.ts:2  imports mocha, which package.json does not name → add "mocha" to the devDependencies in package.json',
    )
  })

  const begins = endpointWith(['package.json', '"./index.ts"', '"./main.ts"'])
  it('may be missing, wrong, or of a package that is not installed', async () => {
    const folder = newIn(emptyFolder(), 'source', 'bank-holidays')
    const alone = async () => linesOf(await checkPlugin(folder), folder)
    const uninstalled = await alone()
    expect(uninstalled).toContain(`package.json:11  @domesday/core is not installed → npm install in ${folder}`)
    expect(uninstalled.every((fault) => fault.includes('is not installed'))).toBe(true)

    rmSync(join(folder, 'package.json'))
    expect(await alone()).toContain('package.json:  there is no package.json → domesday plugin new writes one')
    expect(await faultsOf(begins)).toContain(
      'package.json:6  it begins with main.ts, which does not exist → "exports": "./index.ts"',
    )
  })

  const noJson = endpointWith(['package.json', '"type": "module"', '"type": module'])
  it('may be no JSON', async () => {
    const faults = await faultsOf(noJson)
    expect(faults.join('\n')).toMatch(/^package\.json: {2}is not JSON: [^\n/]+$/)
  })

  const otherId = endpointWith(['package.json', '"endpoint": "food-nearby"', '"endpoint": "food-near"']),
    otherContract = endpointWith(['package.json', '"contract": 2', '"contract": 3'])
  it('has the id of the declaration, and the contract of the core', async () => {
    expect(await faultsOf(otherId)).toEqual([
      `package.json:8  it says "endpoint": "food-near", but the id of the endpoint is 'food-nearby' → "endpoint": "food-nearby"`,
    ])
    expect(await faultsOf(otherContract)).toEqual([
      'package.json:9  it is written for contract 3, and the core has 2 → update the core',
    ])
  })

  const core = join(import.meta.dirname, '../../../core'),
    last = "} from '@domesday/core'\n"
  const inside = endpointWith([
    'index.ts',
    last,
    `${last}import '@domesday/core/contract/node.ts'\nimport '${core}/index.ts'\n`,
  ])
  it('is the only way into another package', async () => {
    const faults = await faultsOf(inside)
    expect(faults).toContain(
      `index.ts:17  imports ${core}/index.ts, which is outside of its package → import it by the name of its package, '@domesday/core'`,
    )
    expect(faults.find((fault) => fault.includes('is inside the core'))).toMatch(
      /^index\.ts:16 {2}'@domesday\/core\/contract\/node\.ts' is inside the core → import from @domesday\/core, /,
    )
  })
})

describe('types', () => {
  const folder = endpointWith(['index.ts', 'premises: food.total_nearby', 'premises: food.total_nearbi'])
  it('are told with line and column', async () => {
    const { faults } = await checked(folder)
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

const clocked = endpointWith([
  'index.ts',
  'premises: food.total_nearby,',
  'premises: Date.now() > 0 ? food.total_nearby : food.total_nearby,',
])
it('code that gathers reads no clock by itself, nor the machine: each is told with what to use instead', async () => {
  expect(await faultsOf(clocked)).toEqual([
    expect.stringMatching(
      /^index\.ts:\d+ {2}Date\.now reads the clock: code that gathers must not → .*node now or today/,
    ),
  ])
})

describe('a declaration', () => {
  const misdeclared = endpointWith(
    ['index.ts', "path: '/food-nearby/{postcode}'", "path: '/food-nearby/{place}'"],
    [
      'index.ts',
      '    food: standard(premises),',
      "    'location.food': section(premises),\n    food: standard(premises),",
    ],
    ['index.ts', '    location: section(location),', '    location: standard(location),'],
  )
  it('is checked as at a start, and each fault has the line of what it names', async () => {
    const faults = await faultsOf(misdeclared)
    expect(faults.find((fault) => fault.includes('{place}'))).toMatch(/^index\.ts:\d+ /)
    expect(faults.find((fault) => fault.includes("'location.food' has a lower depth"))).toMatch(/^index\.ts:\d+ /)
  })

  const noSchema = endpointWith([
    'index.ts',
    "integer('Food premises within 1 km')",
    "integer({ minimum: '5' as never })",
  ])
  it('has schemas that compile', async () => {
    const faults = await faultsOf(noSchema)
    expect(faults.join('\n')).toMatch(/index\.ts:\d+ {2}.*'food.*minimum/)
  })
})

describe('what is no declaration at all', () => {
  const empty = changed('source', 'bank-holidays', [
      ['index.ts', 'export const bankHolidays = source(', 'const bankHolidays = source('],
    ]),
    throwing = endpointWith([
      'index.ts',
      '\n// What it rests on',
      "\nif (Date.now() > 0) throw new Error('early')\n// What it rests on",
    ]),
    odd = endpointWith(['index.ts', '  subject,\n', '  subject: {} as never,\n'])
  it('is a fault with its place, and no crash', async () => {
    expect(await faultsOf(empty)).toContain(
      'index.ts:  it exports no endpoint and no source → export const … = endpoint({ … })',
    )
    expect((await faultsOf(throwing)).join('\n')).toMatch(/^index\.ts:\d+ {2}early$/m)
    expect(await faultsOf(odd)).not.toEqual([])
  })
})

describe('settings', () => {
  const misspelt = endpointWith(
    ['defaults.yaml', 'stars: 0.7', 'stars: 0.6'],
    ['defaults.yaml', 'deadline: 8s', 'deadlin: 8s'],
  )
  it('have faults with file and line, all at once', async () => {
    const faults = await faultsOf(misspelt)
    expect(faults).toContain('defaults.yaml:9  weights sum to 0.9, not 1')
    expect(faults.join('\n')).toContain("defaults.yaml:2  unknown key 'deadlin'; did you mean 'deadline'?")
  })

  const impatient = endpointWith(['defaults.yaml', 'deadline: 8s', 'deadline: 1s'])
  it('wait as long as one try of a source', async () => {
    const faults = await faultsOf(impatient)
    expect(faults.join('\n')).toMatch(/^defaults\.yaml:2 {2}.*its deadline of 1s ends before one try of '/m)
  })

  const two = endpointWith(
    ['defaults.yaml', "  /food-nearby/NW19HZ: 'Inner London'\n", ''],
    ['defaults.yaml', "  /food-nearby/PR30SG: 'Deep country'\n", ''],
  )
  it('have three examples or more', async () => {
    const faults = await faultsOf(two)
    expect(faults.join('\n')).toContain('defaults.yaml:3  it has 2 examples, not three or more')
  })
})

describe('examples', () => {
  const asking = () => {
    const folder = endpointWith(
      ['index.ts', '\n// What it rests', "import { holidaysOf } from './bank-holidays/index.ts'\n\n// What it rests"],
      ['index.ts', '\n/** Weights', '\nconst holidays = need(holidaysOf, { point }, () => 2026)\n\n/** Weights'],
      ['index.ts', '    food: standard(premises),', '    food: standard(premises),\n    holidays: standard(holidays),'],
    )
    return { folder, own: newIn(folder, 'source', 'bank-holidays') }
  }
  const sound = asking(),
    unsampled = asking()
  change(unsampled.own, [['samples/exchanges.yaml', 'bank-holidays.json', 'others.json']])
  it('have samples: a call without one is shown as a row to paste', async () => {
    expect(await checked(sound.folder)).toMatchObject({ faults: [], missing: [] })

    const file = join(unsampled.own, 'samples/exchanges.yaml')
    const { missing, faults } = await checked(unsampled.folder)
    const call = 'GET /bank-holidays.json'
    expect(missing).toEqual([{ source: 'bank-holidays', call, file, row: expect.stringContaining(call) }])
    expect(faults).toContainEqual({
      file,
      message: `no sample of bank-holidays answers ${call}`,
      mend: expect.stringMatching(/^add the row.*\n- /),
    })
  })

  const failing = endpointWith([
    'index.ts',
    'premises: food.total_nearby,',
    'premises: [food.total_nearby].flatMap(() => { throw new TypeError("no premises") })[0] as unknown as number,',
  ])
  it('answer at every depth; where the code fails, its line is told', async () => {
    const faults = await faultsOf(failing)
    expect(faults.find((fault) => fault.includes('no premises'))).toMatch(/^index\.ts:\d+ /)
  })
})

describe('a source', () => {
  const folder = changed('source', 'bank-holidays', [
    ['defaults.yaml', 'timeout: 5s', 'timeout: 9s'],
    ['samples/exchanges.yaml', 'request: GET ', 'request: '],
    ['index.ts', "licence: 'OGL-UK-3.0'", "licence: 'own terms'"],
  ])
  it('has terms, settings and samples that can be read', async () => {
    const faults = await faultsOf(folder)
    expect(faults.join('\n')).toMatch(/defaults\.yaml:2 {2}timeout 9s × 2 tries is 18s, more than the 15s/)
    expect(faults.join('\n')).toMatch(/samples\/exchanges\.yaml:2 {2}request: a method and a path are needed/)
    expect(faults.join('\n')).toMatch(/index\.ts:\d+ {2}its terms do not say where they stand: 'own terms'/)
  })
})
