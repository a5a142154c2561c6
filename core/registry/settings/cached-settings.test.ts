import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSettingsCache } from '../../config/cached-settings.ts'
import type { WrittenEndpoint } from './plugin-settings.ts'
import { project } from '../../../test/support/settings-project.ts'
import { readSettings } from '../../config/read-settings.ts'

/** A project read once without a fault, and its cache. */
const readOnce = (changes: Record<string, string> = {}, env: Record<string, string> = {}) => {
  const made = project(changes)
  const file = join(made.root, 'data/settings.json')
  const cache = openSettingsCache(file)
  const first = made.read(env, { cache })
  expect(first.faults).toEqual([])
  cache.save()
  return { ...made, file, first, again: (now = env) => made.read(now, { cache: openSettingsCache(file) }) }
}
/** Documents that a reading had to parse. */
const parsed = ({ trees }: { readonly trees: ReadonlyMap<string, unknown> }) => [...trees.keys()]

describe('cached settings', () => {
  it('stand in for files that have not changed, frozen to the bottom', () => {
    const { first, again } = readOnce()
    expect(parsed(first)).toHaveLength(6)
    const reading = again()
    expect(parsed(reading)).toEqual([])
    expect(reading.settings).toEqual(first.settings)
    expect(reading.files).toEqual(first.files)
    const water = reading.settings.get('endpoint:water') as { score: { bands: { from: number }[] } }
    expect(() => {
      water.score.bands[0]!.from = 1
    }).toThrow(TypeError)
    expect(() => {
      water.score.bands.pop()
    }).toThrow(TypeError)
  })

  it.each([
    ['defaults', 'plugins/endpoints/vehicle/defaults.yaml', 'credits: { flat: 26 }\ndeadline: 10s\n'],
    ['an override that was not there', 'config/endpoints/vehicle.yaml', 'credits: { flat: 26 }\n'],
  ])('give way to %s', (_, path, text) => {
    const { write, again } = readOnce()
    write(path, text)
    const reading = again()
    expect(parsed(reading)).toEqual(['endpoint:vehicle'])
    expect(reading.settings.get('endpoint:vehicle')).toMatchObject({ credits: { flat: 26 } })
  })

  it('hide no fault, at this start or the next', () => {
    const { write, file, read, again } = readOnce()
    write('config/endpoints/vehicle.yaml', 'credits:\n  flat: free\n')
    write('config/endpoints/watr.yaml', '')
    for (const _ of [1, 2]) {
      const cache = openSettingsCache(file)
      expect(read({}, { cache }).faults).toEqual([
        expect.objectContaining({ file: expect.stringMatching(/vehicle\.yaml$/), line: 2, column: 9 }),
        expect.objectContaining({ file: expect.stringMatching(/watr\.yaml$/), line: 1 }),
      ])
      cache.save()
    }
    expect(again().settings.has('endpoint:vehicle')).toBe(false)
  })

  it('hold for the environment that they were read in', () => {
    const { again } = readOnce(
      { 'config/endpoints/vehicle.yaml': 'credits: { flat: "${PRICE}" }\n' },
      { PRICE: '7', OTHER: 'a' },
    )
    expect(parsed(again({ PRICE: '7', OTHER: 'b' }))).toEqual([])
    expect(again({ PRICE: '8' }).settings.get('endpoint:vehicle')).toMatchObject({ credits: { flat: 8 } })
    expect(again({}).faults).toEqual([
      expect.objectContaining({ line: 1, message: expect.stringContaining('PRICE is not set') }),
    ])
  })

  it('hold for the schema and the check that they passed', () => {
    const { documents, configDir, file } = readOnce()
    const read = (change: object) => {
      const changed = documents.map((document) => (document.id === 'vehicle' ? { ...document, ...change } : document))
      return readSettings(changed, { configDir, env: {}, cache: openSettingsCache(file) }).faults.map(
        ({ message }) => message,
      )
    }
    expect(read({ schema: { type: 'object', properties: { credits: {} }, additionalProperties: false } })).toEqual([
      expect.stringContaining("unknown key 'deadline'"),
    ])
    expect(read({ check: () => [{ path: ['deadline'], message: 'too long' }] })).toEqual(['too long'])
  })

  it('are checked again by a check that has changed only in what it uses', () => {
    const { documents, configDir, file } = readOnce()
    const read = (most: number) => {
      const check = (settings: unknown) =>
        (settings as WrittenEndpoint & { credits: { flat: number } }).credits.flat > most
          ? [{ path: ['credits'], message: 'too dear' }]
          : []
      const cache = openSettingsCache(file)
      const changed = documents.map((document) => (document.id === 'vehicle' ? { ...document, check } : document))
      const { faults } = readSettings(changed, { configDir, env: {}, cache })
      cache.save()
      return faults.map(({ message }) => message)
    }
    expect(read(100)).toEqual([])
    expect(read(1)).toEqual(['too dear'])
  })

  it('tell a file that cannot be read from one that is not there', () => {
    const { configDir, again } = readOnce()
    mkdirSync(join(configDir, 'endpoints/vehicle.yaml'), { recursive: true })
    expect(again().faults).toEqual([expect.objectContaining({ message: 'cannot be read: EISDIR' })])
  })

  it.each([
    ['is damaged', '{"rules":'],
    ['was written under other rules', '{"rules":"x","settings":{}}'],
    ['holds something else', '[]'],
  ])('are made anew where their file %s', (_, text) => {
    const { file, again } = readOnce()
    writeFileSync(file, text)
    const reading = again()
    expect(parsed(reading)).toHaveLength(6)
    expect(reading.faults).toEqual([])
  })

  it('are written for this user only, without what is used no more', () => {
    const { write, read, file } = readOnce({ 'config/service.yaml': 'endpoints: [water]\ncontact: first\n' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    write('config/service.yaml', 'endpoints: [water]\ncontact: second\n')
    const cache = openSettingsCache(file)
    read({}, { cache })
    cache.save()
    expect(readFileSync(file, 'utf8')).toContain('second')
    expect(readFileSync(file, 'utf8')).not.toContain('first')
  })
})
