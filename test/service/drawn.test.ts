/** What answers declare of their pictures: it reaches the OpenAPI document, and names what is there. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../support/shared-service.ts'

type Schema = Readonly<Record<string, any>>
interface Drawn {
  readonly at: string
  readonly fields: readonly string[] | null
  readonly drawn: Readonly<Record<string, string | readonly string[]>>
}
const drawn: Drawn[] = []
const toned: { readonly at: string; readonly words: readonly unknown[]; readonly of: readonly unknown[] | null }[] = []

/** Collects what a schema declares, and its parts; a shared part counts once. */
const read = (at: string, schema: Schema): void => {
  const { 'x-drawn': picture, 'x-tones': tones, properties, anyOf = [] } = schema
  const fields = properties ?? anyOf.find((one: Schema) => one['properties'])?.properties
  if (picture) drawn.push({ at, drawn: picture, fields: fields ? Object.keys(fields) : null })
  if (tones) {
    const words = schema['enum'] ?? anyOf.find((one: Schema) => one['enum'])?.enum ?? null
    toned.push({ at, words: Object.values(tones).flat(), of: words })
  }
  for (const [name, value] of Object.entries(schema))
    if (typeof value === 'object' && value !== null && !name.startsWith('x-') && name !== 'example')
      read(`${at}/${name}`, value)
}

describe('the OpenAPI document', () => {
  beforeAll(async () => {
    const { send } = await sharedService()
    const { paths, components } = (await send('/openapi.json')).body
    read('paths', paths)
    read('schemas', components.schemas)
  })

  it('has the picture of each list that is one, over fields that are there', () => {
    expect(new Set(drawn.map((one) => one.drawn['as']))).toEqual(
      new Set(['map', 'areas', 'timeline', 'events', 'series', 'findings', 'shares', 'bands']),
    )
    for (const { at, fields, drawn: picture } of drawn) {
      const { as: _, ...parts } = picture
      if (fields)
        expect([
          at,
          Object.values(parts)
            .flat()
            .filter((field) => !fields.includes(field)),
        ]).toEqual([at, []])
    }
  })

  it('has tones for words that may be said, each in one tone', () => {
    expect(toned.length).toBeGreaterThan(30)
    for (const { at, words, of } of toned) {
      expect([at, words.length]).toEqual([at, new Set(words).size])
      if (of) expect([at, words.filter((word) => !of.includes(word))]).toEqual([at, []])
    }
  })

  it('has one colour for each fuel, whichever source tells of it', () => {
    const hues = drawn
      .filter((one) => 'brown' in one.drawn)
      .flatMap((one) => Object.entries(one.drawn).filter(([part]) => part !== 'as'))
    const byFuel = Map.groupBy(hues, ([, fuel]) => String(fuel))
    expect(byFuel.size).toBeGreaterThan(8)
    for (const [fuel, given] of byFuel) expect([fuel, new Set(given.map(([hue]) => hue)).size]).toEqual([fuel, 1])
  })
})
