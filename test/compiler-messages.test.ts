/** What the compiler says of the commonest mistakes of authors: it must name the field, and stay short. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const frame = `
import { choice, derive, drawn, each, endpoint, factor, field, integer, maybe, need, number, object, orNull, params, pick, render, section, source, text, type Of, type Shape } from '@domesday/core'

interface Wire { readonly m: string }
const dvla = source({ id: 'dvla', title: '', home: '', licence: '', attribution: '', coverage: '' })
const vehicleFields = object({
  make: text('As registered'),
  colour: orNull(text()),
  year_of_manufacture: orNull(integer()),
  tests: orNull(object({ passed: integer(), failed: integer() })),
})
interface Vehicle extends Of<typeof vehicleFields> {}
const vehicleShape: Shape<Vehicle> = vehicleFields
const enquiry = dvla.get('enquiry', {
  path: (registration: string) => registration,
  digest: vehicleShape,
  read: (wire: { readonly make: string }) => ({ make: wire.make, colour: null, year_of_manufacture: null, tests: null }),
})
const asked = params({ registration: text() })
const vehicle = need(enquiry, asked, ({ registration }) => registration)
const answer = object({ passed: integer(), failed: integer(), rate_pct: orNull(number()) })
const frame = { id: 'tests', title: '', summary: '', home: '', path: '/tests/{registration}', subject: { asked, required: [vehicle] } }
`

/** What an author writes; what the message must name. */
const mistakes: Readonly<Record<string, readonly [code: string, names: string]>> = {
  'a misspelt field of a source': [`derive(vehicle, ({ colr }) => colr)`, 'colr'],
  'a misspelt field of a picture': [`drawn(vehicleShape, 'areas', { title: 'maek' })`, 'maek'],
  'a word that its choice has not': [`choice(['open', 'shut'], { tones: { good: ['opne'] } })`, 'opne'],
  'a key too many in an answer': [
    `section(render(answer, vehicle, () => ({ passed: 1, failed: 2, rate_pct: null, extra: 3 })))`,
    'extra',
  ],
  'a key too few in an answer': [`section(render(answer, vehicle, () => ({ passed: 1, rate_pct: null })))`, 'failed'],
  'a wrong type in an answer': [
    `section(render(answer, vehicle, () => ({ passed: 1, failed: '2', rate_pct: null })))`,
    'failed',
  ],
  'a misspelt key of an answer': [
    `section(render(answer, vehicle, () => ({ passed: 1, fialed: 2, rate_pct: null })))`,
    'fialed',
  ],
  'a misspelt field in an endpoint': [
    `endpoint({ ...frame, sections: { a: section(pick(vehicle, 'make'), { b: render(answer, vehicle, ({ colr }) => ({ passed: 1, failed: colr, rate_pct: null })) }) } })`,
    'colr',
  ],
  'a wrong type in an endpoint': [
    `endpoint({ ...frame, sections: { a: section(pick(vehicle, 'make'), { b: render(answer, vehicle, () => ({ passed: 1, failed: '2', rate_pct: null })) }) } })`,
    'failed',
  ],
  'an operation without its digest': [
    `dvla.get('c', { path: (id: string) => id, read: (wire: Wire) => wire.m })`,
    'digest',
  ],
  'a field picked that is not there': [`section(pick(vehicle, 'make', 'colr'))`, 'colr'],
  'a factor without its sentence': [
    `const parts: Record<string, import('@domesday/core').Factor> = { age: factor(vehicle, () => ({ metric: 3 })) }`,
    'detail',
  ],
  'a node that is not listed': [`derive({ asked }, ({ vehicle }) => vehicle)`, 'vehicle'],
  'null of a maybe': [`derive({ it: maybe(vehicle) }, ({ it }) => it.make)`, 'it'],
  'a question of the wrong type': [`need(enquiry, vehicle)`, 'Expected 3 arguments'],
  'a value without a shape as a piece': [`section({ age: derive(vehicle, () => 3) })`, 'shape'],
  'a key in read that the digest has not': [
    `dvla.get('a', { path: (id: string) => id, digest: object({ make: text() }), read: (wire: Wire) => ({ make: wire.m, model: wire.m }) })`,
    'model',
  ],
  'a key of the digest that read forgets': [
    `dvla.get('b', { path: (id: string) => id, digest: object({ make: text(), model: text() }), read: (wire: Wire) => ({ make: wire.m }) })`,
    'model',
  ],
}
const names = Object.keys(mistakes)

/** What is said of each line. */
let messages: ReadonlyMap<number, readonly string[]>
const folder = mkdtempSync(join(tmpdir(), 'domesday-messages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const lines = [...frame.trim().split('\n'), ...names.map((name) => mistakes[name]![0])]
  writeFileSync(join(folder, 'mistakes.ts'), `${lines.join('\n')}\n`)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['mistakes.ts'], exclude: [] }),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false']).catch(
    (error: unknown) => error as { readonly stdout: string },
  )
  const found = new Map<number, string[]>()
  const first = frame.trim().split('\n').length + 1
  let line = 0
  for (const text of stdout.split('\n')) {
    const at = /^mistakes\.ts\((\d+),\d+\): error TS\d+: (.*)$|^.*\/mistakes\.ts\((\d+),\d+\): error TS\d+: (.*)$/.exec(
      text,
    )
    if (at) {
      line = Number(at[1] ?? at[3]) - first
      found.set(line, [...(found.get(line) ?? []), (at[2] ?? at[4])!])
    } else if (text.startsWith(' ')) found.get(line)!.push(`${found.get(line)!.pop()}\n${text}`)
    else if (text !== '') throw new Error(text)
  }
  messages = found
})

describe('the compiler', () => {
  it('finds nothing else', () => {
    expect([...messages].filter(([line]) => line < 0)).toEqual([])
  })
  it.each(names.map((name, i) => [name, i] as const))('tells %s once, in at most 500 characters', (name, i) => {
    const told = messages.get(i) ?? []
    expect(told).toEqual([expect.stringContaining(mistakes[name]![1])])
    expect(told[0]!.length, told[0]).toBeLessThanOrEqual(500)
  })
})
