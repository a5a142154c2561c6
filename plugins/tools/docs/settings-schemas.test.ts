/** The schemas of settings files agree with what the service accepts, and every shipped file names its own. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inspect, projectRoot, readSettings, type SettingsDocument } from '@domesday/core/tool'
import { faultsAgainst } from '@domesday/tool-testing'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import { modelineOf, schemaPathOf, settingsSchemas } from './settings-schemas.ts'

const configDir = join(projectRoot, 'config')
const { documents } = await inspect(configDir, {}, { use: (named) => named })
const schemas = settingsSchemas(documents)
const schemaOf = (document: SettingsDocument): object => {
  // The validator of the tests knows a later draft; what is used of the two is the same, but for pairs.
  const text = schemas.get(schemaPathOf(document))!.replace(/"items": \[/g, '"prefixItems": [')
  const { $schema: _, ...schema } = JSON.parse(text) as { readonly $schema: string }
  return schema
}
const named = (id: string): SettingsDocument => documents.find((document) => document.id === id)!
const faultsOf = (id: string, yaml: string): readonly string[] =>
  faultsAgainst(schemaOf(named(id)) as never, parse(yaml))

/** What `config check` says of the same file. */
const refusals = (id: string, yaml: string): readonly string[] => {
  const document = named(id)
  return readSettings([document], {
    configDir: folderOf({ [document.override]: yaml }),
    env: {},
    partial: true,
  }).faults.map(({ message }) => message)
}

describe('the schemas', () => {
  it('are there for the service and for every package with settings', () => {
    const kinds = [...new Set(documents.map(({ kind }) => kind))]
    const due = ['client', 'endpoint', 'evidence', 'score', 'service', 'source', 'store', 'surface']
    expect(kinds.sort()).toEqual(due)
    expect(schemas.size).toBe(documents.length)
  })

  it.each(documents.map((document) => [`${document.kind} ${document.id}`, document] as const))(
    '%s: accepts its defaults, and nothing at all',
    (_, document) => {
      const schema = schemaOf(document) as never
      const defaults = parse(readFileSync(document.defaults, 'utf8')) as object
      const needed = document.kind === 'service' ? { endpoints: ['location'] } : {}
      expect(faultsAgainst(schema, { ...defaults, ...needed })).toEqual([])
      expect(faultsAgainst(schema, needed)).toEqual([])
    },
  )

  it('accept the shipped service.yaml', () => {
    expect(faultsOf('service', readFileSync(join(configDir, 'service.yaml'), 'utf8'))).toEqual([])
  })

  it.each([
    ['a part of a map', 'energy', 'credits: { full: 30 }'],
    ['a curve', 'energy', 'score: { curves: { grid_carbon_intensity: [[0, 100], [400, 0]] } }'],
    ['a gate', 'energy', 'score: { gates: { no_building_data: { score: { at_most: 60 } } } }'],
    ['a rate', 'police-uk', 'rate: { calls: 5 }'],
    ['a price in dollars', 'energy', 'usd: { full: 0.030 }'],
  ])('accept what the service accepts: %s', (_, id, yaml) => {
    expect([faultsOf(id, yaml), refusals(id, yaml)]).toEqual([[], []])
  })

  it('accept a variable of the environment in the place of a value', () => {
    expect(faultsOf('service', 'endpoints: [location]\nhttp:\n  port: ${PORT}\n  drain: ${DRAIN:-5s}\n')).toEqual([])
  })

  it.each([
    ['a misspelt key', 'energy', 'deadlin: 8s'],
    ['a misspelt factor', 'energy', 'score: { weights: { grid: 1 } }'],
    ['no duration', 'energy', 'deadline: 8'],
    ['a number as a text', 'police-uk', 'concurrency: many'],
    ['a fraction of a credit', 'energy', 'credits: { full: 2.5 }'],
    ['a pair of three', 'energy', 'score: { curves: { grid_carbon_intensity: [[0, 100, 1], [400, 0]] } }'],
    ['a band without words', 'energy', 'score: { bands: [{ from: 0 }] }'],
    ['no endpoints', 'service', 'store: sqlite'],
  ])('refuse what the service refuses: %s', (_, id, yaml) => {
    expect(refusals(id, yaml)).not.toEqual([])
    expect(faultsOf(id, yaml)).not.toEqual([])
  })

  it('tell editors the default of a key and what it is for', () => {
    const { properties } = schemaOf(named('service')) as any
    expect(properties.http.properties.port).toMatchObject({ default: 8080, description: '0: any free port' })
    // What stands above a key, but not the head of the file, nor a setting that is commented out.
    expect(properties.surfaces.description).toMatch(/^The interfaces of the service[^.]*$/)
    expect(properties.billing.properties.top_up.description).toBe('credits that one top-up may buy')
    expect([...schemas.values()].filter((text) => /yaml-language-server|credit_price: /.test(text))).toEqual([])
    expect(properties.http.properties.drain.anyOf[0].patternErrorMessage).toBe(
      'must be a duration such as 500ms, 8s, 15m, 24h or 7d, at most 24d',
    )
  })
})

describe('the shipped files', () => {
  it('name their schema in the first line', () => {
    const files = [
      ...documents.map((document) => [document.defaults, document] as const),
      [join(configDir, 'service.yaml'), named('service')] as const,
    ]
    for (const [file, document] of files) {
      const schema = join(configDir, schemaPathOf(document))
      const [first = ''] = readFileSync(file, 'utf8').split('\n')
      expect(`${first}\n`, file).toBe(modelineOf(file, schema))
      expect(existsSync(resolve(dirname(file), first.split('$schema=')[1]!)), first).toBe(true)
    }
  })
})
