/** What is kept of settings that were in force: in full, once, and without secrets. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SettingsDocument } from './documents.ts'
import { hashOf } from './hash.ts'
import { settingsIn, noteSettings, readSettingsLog } from './settings-log.ts'

/** A log of one endpoint, its shared score and the service, whose settings a test writes. */
const logged = () => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-log-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const folder of ['endpoints', 'scores']) mkdirSync(join(dir, folder))
  const document = (kind: SettingsDocument['kind'], id: string, override: string): SettingsDocument => ({
    kind,
    id,
    override,
    defaults: join(dir, `${id}.defaults.yaml`),
    schema: {},
  })
  const documents = [
    document('service', 'service', 'service.yaml'),
    document('endpoint', 'tides', 'endpoints/tides.yaml'),
    document('score', 'flood', 'scores/flood.yaml'),
  ]
  const file = join(dir, 'settings-log.jsonl')
  const note = (
    values: { readonly service?: object; readonly tides?: object; readonly flood?: object },
    written: Readonly<Record<string, string>> = {},
    release = '1.0.0',
  ) => {
    for (const { override } of documents) rmSync(join(dir, override), { force: true })
    for (const [override, text] of Object.entries(written)) writeFileSync(join(dir, override), text)
    const { service = {}, tides = {}, flood = {} } = values
    const inForce = { ...tides, scores: { flood: { minimum_weight: 0.3, ...flood } } }
    return noteSettings(file, {
      documents,
      configDir: dir,
      cwd: dir,
      release,
      settings: new Map<string, unknown>([
        ['service:service', service],
        ['endpoint:tides', tides],
        ['score:flood', flood],
      ]),
      endpoints: { tides: { hash: hashOf(inForce), inForce } },
    })
  }
  return { note, file, read: () => readSettingsLog(file), lines: () => readFileSync(file, 'utf8').trim().split('\n') }
}

it('holds each content once, however often it comes back, and explains every hash', () => {
  const { note, read, lines } = logged()
  const cheap = { tides: { credits: { full: 2 } }, flood: { weights: { sea: 1 } } },
    dear = { ...cheap, tides: { credits: { full: 9 } } }
  const hashes = [cheap, dear, cheap, cheap, dear].map((values) => note(values).endpoints['tides'])
  expect(lines()).toHaveLength(4)
  expect(hashes).toEqual([hashes[0], hashes[1], hashes[0], undefined, hashes[1]])

  const { states, contents } = read()
  expect(states.map(({ endpoints }) => endpoints['tides'])).toEqual([hashes[0], hashes[1], hashes[0], hashes[1]])
  expect(lines().map((line) => Object.keys((JSON.parse(line) as { contents: object }).contents).length)).toEqual([
    4, 2, 0, 0,
  ])
  for (const [hash, value] of contents) expect(hashOf(value)).toBe(hash)
  expect(contents.get(hashes[1]!)).toEqual({
    credits: { full: 9 },
    scores: { flood: { minimum_weight: 0.3, weights: { sea: 1 } } },
  })
  expect(states[2]!.changes).toEqual([{ file: 'endpoints/tides.yaml', key: 'credits.full', from: 9, to: 2 }])
})

it('has a line for a new release, also where nothing else changed', () => {
  const { note, read } = logged()
  note({})
  note({}, {}, '1.1.0')
  note({}, {}, '1.1.0')
  expect(read().states.map(({ release, changes }) => [release, changes])).toEqual([
    ['1.0.0', []],
    ['1.1.0', []],
  ])
})

it('has no value of a variable and no secret: not in documents, in lists, nor in what an endpoint answers with', () => {
  const { note, file, read } = logged()
  note(
    {
      service: { contact: 'x-hidden', hooks: [{ url: 'x-hidden', api_key: 'x-hidden' }], tokens: ['x-hidden'], n: 1 },
      tides: { settings: { token: 'x-hidden', near: 'x-hidden' } },
      flood: { note: 'x-hidden' },
    },
    {
      'service.yaml': 'contact: ${A}\nhooks: [{ url: "https://${A}", api_key: plain }]\n',
      'endpoints/tides.yaml': 'settings: { near: "${A}" }\n',
      'scores/flood.yaml': 'note: ${A}\n',
    },
  )
  expect(readFileSync(file, 'utf8')).not.toContain('x-hidden')
  const { states, contents } = read()
  expect(settingsIn({ contents }, states[0]!)['service:service']).toEqual({
    contact: '${A}',
    n: 1,
    tokens: ['secret'],
    hooks: [{ url: 'https://${A}', api_key: 'secret' }],
  })
  expect(contents.get(states[0]!.endpoints['tides']!)).toEqual({
    settings: { token: 'secret', near: '${A}' },
    scores: { flood: { minimum_weight: 0.3, note: '${A}' } },
  })
})

it('reads the lines of earlier releases, and goes on behind them', () => {
  const { note, file, read } = logged()
  const line = (rest: object) => JSON.stringify({ at: '2026-01-01T00:00:00Z', release: '0.9.0', changes: [], ...rest })
  const tides = { credits: { full: 2 } }
  appendFileSync(
    file,
    [
      line({
        hash: 'a1',
        endpoints: { tides: 'e1', gone: 'e0' },
        state: { 'endpoint:tides': { 'credits.full': 1 }, 'endpoint:gone': { x: 1 }, 'service:service': {} },
      }),
      line({ hash: 'a2', endpoints: {}, state: { 'endpoint:tides': { 'credits.full': 2 }, 'endpoint:gone': null } }),
      '',
    ].join('\n'),
  )
  const before = read()
  expect(before.states.map((state) => settingsIn(before, state)['endpoint:tides'])).toEqual([
    { 'credits.full': 1 },
    { 'credits.full': 2 },
  ])
  expect(before.states[1]).toMatchObject({ endpoints: { tides: 'e1' } })
  expect(Object.keys(before.states[1]!.documents)).toEqual(['endpoint:tides', 'service:service'])
  expect(note({ tides }).changes).toEqual([])
  expect(read().states).toHaveLength(3)
})

it('counts lines that are damaged, and holds what they had anew', () => {
  const { note, file, read, lines } = logged()
  const at = (full: number) => note({ tides: { credits: { full } } })
  at(1)
  const { hash } = at(2)
  const [first, second] = lines()
  writeFileSync(file, `${first}\n${second!.slice(0, 200)}`)
  expect(read()).toMatchObject({ damaged: 1, states: [{}] })
  expect(at(2)).toMatchObject({ hash, damaged: 1, changes: [{ key: 'credits.full', from: 1, to: 2 }] })
  const { states, contents } = read()
  expect(settingsIn({ contents }, states[1]!)['endpoint:tides']).toEqual({ credits: { full: 2 } })

  // The line that had a content is lost, later ones only name it.
  writeFileSync(file, lines().slice(2).join('\n'))
  expect(settingsIn(read(), read().states[0]!)['service:service']).toBeNull()
  expect(at(2).changes).toEqual([])
  expect(settingsIn(read(), read().states[0]!)['service:service']).toEqual({})
})
