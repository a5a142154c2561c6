/** What code that gathers must not do is found by its syntax, and what it may do is let be. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../author.fixture.ts'
import { purityOf, type Purity } from './index.ts'

const checked = (files: Readonly<Record<string, string>>): Purity & { readonly folder: string } => {
  const folder = emptyFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { ...purityOf(join(folder, 'index.ts')), folder }
}
const saidOf = (text: string): readonly string[] => checked({ 'index.ts': text }).faults.map(({ message }) => message)

describe('is refused', () => {
  it.each([
    // The clock
    ['Date.now()', 'Date.now reads the clock'],
    ["Date['now']()", 'Date.now reads the clock'],
    ['new Date()', 'new Date() reads the clock'],
    ['Date()', 'Date() reads the clock'],
    ['[1].map(Date)', 'Date hides what is called of it'],
    ['(({ now }) => now())(Date)', 'Date hides what is called of it'],
    ['Reflect.construct(Date, [])', 'Date hides what is called of it'],
    ['performance.now()', 'performance reads the clock'],
    ['Temporal.Now.instant()', 'Temporal.Now reads the clock'],
    ['setTimeout(() => 1, 5)', 'setTimeout waits'],
    ['AbortSignal.timeout(5)', 'AbortSignal waits'],
    // Chance
    ['Math.random()', 'Math.random draws by chance'],
    ["Math['ran' + 'dom']()", 'Math hides what is called of it'],
    ['(({ random }) => random())(Math)', 'Math hides what is called of it'],
    ['crypto.randomUUID()', 'crypto draws by chance'],
    ['Promise.race([a, a])', 'Promise.race depends on which answer comes first'],
    // The process, files, the network
    ["process.env['HOME']", 'process reads the process or its environment'],
    ['fetch(a)', 'fetch asks the network'],
    ['new WebSocket(a)', 'WebSocket asks the network'],
    ['globalThis.fetch(a)', 'globalThis reaches every global'],
    ['console.log(a)', 'console writes to the outside'],
    ["eval('1')", 'eval makes code from text'],
    ["Function('return 1')()", 'Function makes code from text'],
    ['import(a)', 'import() of a name that is worked out makes code from text'],
    ['import.meta.url', 'import.meta tells where the package is installed'],
    ['({ dir: import.meta.dirname })', 'import.meta tells where the package is installed'],
    // The machine's zone and locale
    ['new Date(2026, 1, 1)', "new Date(year, month, …) uses the machine's time zone"],
    ['new Date(...b)', "new Date(year, month, …) uses the machine's time zone"],
    ["new Date('2026-01-31T09:00')", "a time without a zone uses the machine's time zone"],
    ['Date.parse(`${a}T00:00:00`)', "a time without a zone uses the machine's time zone"],
    ['new Date(a).getHours()', "getHours() uses the machine's time zone"],
    ['c.setDate(1)', "setDate() uses the machine's time zone"],
    ['`${new Date(a)}`', "the text of a Date uses the machine's time zone"],
    ['c.toLocaleDateString()', "toLocaleDateString() uses the machine's locale"],
    ["c.toLocaleDateString('en-GB')", "toLocaleDateString() uses the machine's time zone"],
    ["c.toLocaleString('en-GB', { month: 'long' })", "toLocaleString() uses the machine's time zone"],
    ["new Date(a).toLocaleString('en-GB')", "toLocaleString() uses the machine's time zone"],
    ['(5).toLocaleString(undefined)', "toLocaleString() uses the machine's locale"],
    ["a.localeCompare('b')", "localeCompare() uses the machine's locale"],
    ['a?.toLocaleUpperCase()', "toLocaleUpperCase() uses the machine's locale"],
    ['Intl.DateTimeFormat().resolvedOptions()', "Intl.DateTimeFormat uses the machine's locale"],
    ["new Intl.DateTimeFormat('en-GB', { month: 'long' })", "Intl.DateTimeFormat uses the machine's time zone"],
    ['new Intl.NumberFormat()', "Intl.NumberFormat uses the machine's locale"],
  ])('%s', (code, said) => {
    const text = `export const made = (a: string, b: [number], c: Date) =>\n  [${code}, b, c]`
    expect(saidOf(text)).toEqual([`${said}: code that gathers must not`])
  })

  it.each([
    ["import { readFileSync } from 'node:fs'", 'node:fs reads files'],
    ["import { get } from 'https'", 'https asks the network'],
    ["import { randomUUID } from 'node:crypto'", 'node:crypto draws by chance'],
    ["import * as all from 'node:crypto'", 'node:crypto draws by chance'],
    ["import 'node:inspector'", 'node:inspector asks the network'],
    ["export { hostname } from 'node:os'", 'node:os reads the process or its environment'],
    ["import { spawn } from 'node:child_process'", 'node:child_process writes to the outside'],
    ["import { request } from 'undici'", 'undici asks the network'],
    ["import { surface } from '@domesday/core/surface'", '@domesday/core/surface is not for code that gathers'],
    ["import { yamlRows } from '@domesday/vocabulary-samples'", '@domesday/vocabulary-samples is not for code'],
    ["export const late = () => import('node:fs')", 'node:fs reads files'],
  ])('%s', (text, said) => {
    expect(saidOf(text)).toEqual([expect.stringContaining(said)])
  })

  it.each([
    ['let n = 0', 'n += 1', 'n'],
    ['let seen: string | undefined', 'seen ??= a', 'seen'],
    ['const known = new Map<string, string>()', 'known.set(a, a)', 'known'],
    ['const all: string[] = []', 'all.push(a)', 'all'],
    ['const by: Record<string, number> = {}', 'by[a] = 1', 'by'],
    ['const deep = { by: { a: 1 } }', 'delete (deep.by as { a?: number }).a', 'deep'],
    ['const deep = { by: { a: 1 } }', 'deep.by.a++', 'deep'],
  ])('state of the module: %s, %s', (declared, change, name) => {
    const said = saidOf(`${declared}\nexport const next = (a: string) => {\n  ${change}\n  return a\n}`)
    expect(said).toEqual([expect.stringMatching(new RegExp(`^the module's ${name} is changed by one call`))])
  })

  it('a pattern that remembers where it was', () => {
    const said = saidOf('const word = /a/g\nexport const has = (a: string) => word.test(a)\n')
    expect(said).toEqual([expect.stringContaining('the pattern word, which remembers its place, is changed')])
  })
})

describe('is let be', () => {
  it.each([
    'new Date(a).toISOString()',
    'new Date(`${a}T00:00:00Z`).getUTCDay()',
    'Date.UTC(2026, 1) + Date.parse(a)',
    'c instanceof Date',
    'Math.round(1.5) + Math.PI',
    'Promise.all([a])',
    'new Promise((done) => done(a))',
    "(5).toLocaleString('en-GB')",
    "c.toLocaleDateString('en-GB', { timeZone: 'Europe/London' })",
    "new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' }).format(c)",
    "a.localeCompare('b', 'en-GB')",
    '((fetch: (a: string) => string) => fetch(a))(String)',
    'c.now()',
    "({ home: import.meta.dirname, process: 'x' })",
    '[1].sort()',
  ])('%s', (code) => expect(saidOf(`export const made = (a: string, c: any) => [${code}, a, c]`)).toEqual([]))

  it('types, and what is declared here', () => {
    const text = `import type { Stats } from 'node:fs'
import { createHash } from 'node:crypto'
import { type Server } from 'node:http'
type Now = typeof Date.now
const process = (text: string): string => createHash('md5').update(text).digest('hex')
const word = /a/g
const found = new Map<string, string>()
for (const one of ['a']) found.set(one, process(one))
export const read = (text: string, _now?: Now, _stats?: Stats | Server) => {
  const seen: string[] = []
  let n = 0
  for (const [one] of text.matchAll(word)) seen.push(one + ++n)
  return seen.map((one) => found.get(one))
}
`
    expect(saidOf(text)).toEqual([])
  })
})

it('each has its place, and what to do instead', () => {
  const { faults, folder } = checked({ 'index.ts': '// £ and 𝄞\nexport const at = () =>\n  "𝄞" + Date.now()\n' })
  expect(faults).toEqual([
    {
      file: join(folder, 'index.ts'),
      line: 3,
      column: 10,
      message: 'Date.now reads the clock: code that gathers must not',
      mend: 'an endpoint lists the node now or today among its inputs; a run calls tools.now()',
    },
  ])
})

it('modules that the entry reaches are checked; tests and samples are not', () => {
  const { faults, modules, folder } = checked({
    'index.ts': "export { read } from './parts/read.ts'\nimport './rows.json' with { type: 'json' }",
    'rows.json': '[]',
    'parts/read.ts': "import { inner } from '../inner.ts'\nexport const read = () => inner()",
    'inner.ts': "import type { read } from './parts/read.ts'\nexport const inner = () => Math.random()",
    'samples/rows.ts': 'export const rows = () => Date.now()',
    'index.test.ts': 'Date.now()',
  })
  expect(modules).toEqual(['index.ts', 'parts/read.ts', 'inner.ts'].map((name) => join(folder, name)))
  expect(faults).toMatchObject([{ file: join(folder, 'inner.ts'), line: 2 }])
})

it('a module that cannot be read is a fault', () => {
  expect(saidOf('export const = 1')).toEqual([expect.stringMatching(/^cannot be read: /)])
})

describe('an exception', () => {
  const harvest = 'export const addresses = () => {\n  const day = new Date()\n  return [Date.now(), day]\n}\n'

  it('with its reason covers the statement below it, and is told', () => {
    const { faults, excused, folder } = checked({
      'index.ts': `// outside gathering: a pull of the dataset begins today.\n${harvest}`,
    })
    expect([faults, excused]).toEqual([[], [`${join(folder, 'index.ts')}:1  a pull of the dataset begins today.`]])
  })

  it('covers nothing else, needs a reason, and must be needed', () => {
    expect(saidOf(`${harvest}\n// outside gathering: a pull of the dataset begins today.\n`)).toHaveLength(3)
    expect(saidOf(`// outside gathering: yes\n${harvest}`)).toEqual(['an exception without its reason'])
    expect(saidOf('// outside gathering: a pull of the dataset begins today.\nexport const a = 1\n')).toEqual([
      'an exception that excuses nothing',
    ])
  })
})
