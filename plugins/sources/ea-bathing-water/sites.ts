/** Bathing waters in the linked-data lists. Any member with one value in one place may have several elsewhere. */
import {
  choice,
  integer,
  list,
  many,
  numeric,
  object,
  orAbsent,
  orNull,
  point,
  present,
  stated,
  text,
  type Of,
  type Tones,
} from '@domesday/core'

export const grades = ['Excellent', 'Good', 'Sufficient', 'Poor'] as const
export const gradeTones: Tones<(typeof grades)[number]> = {
  good: ['Excellent', 'Good'],
  fair: ['Sufficient'],
  bad: ['Poor'],
}
/** What the lists say of sites that have no class. */
const unclassified = ['closed', 'un-assessed']

export const bathingWaterFields = {
  id: text('ukd4402-41600'),
  name: text('As designated'),
  type: orNull(choice(['coastal', 'river', 'lake'], 'What water it is')),
  coordinates: point(),
  // As published; null where it has none: in its first seasons, or closed.
  classification: orNull(text()),
  // The class that it stands for; null also of a new word.
  grade: orNull(choice(grades)),
  // Based on the samples of four seasons.
  season: orNull(integer('The bathing season after which it was classified')),
}
/** A designated bathing water. */
export const bathingWaterShape = object(bathingWaterFields)
export type BathingWater = Of<typeof bathingWaterShape>

/** With its distance. */
export const nearShape = list(object({ ...bathingWaterFields, metres: integer() }))
export type BathingWaterNear = Of<typeof nearShape>[number]

/** The nearest that has a class, known or not: `sites` are the nearest first. */
export const nearestClassified = (sites: readonly BathingWaterNear[]): BathingWaterNear | undefined =>
  sites.find(({ classification }) => classification !== null)

type Loose<T> = T | readonly T[] | null
interface Literal {
  readonly _value?: unknown
  readonly _lang?: string
}
type Text = Loose<string | Literal>
interface Named {
  readonly _about?: string
  readonly name?: Text
}
interface Place {
  readonly lat?: unknown
  readonly long?: unknown
}

export interface Item {
  readonly eubwidNotation?: Loose<string>
  readonly name?: Text
  readonly type?: Loose<string>
  readonly samplingPoint?: Loose<Place | string>
  readonly latestComplianceAssessment?: Loose<
    { readonly _about?: string; readonly complianceClassification?: Loose<Named | string> } | string
  >
  readonly yearDedesignated?: unknown
}
export interface List {
  readonly result?: { readonly items?: Loose<Item>; readonly next?: string } | null
}

/** The first value that is an object: a string is only a link. */
const one = <T extends object>(raw: Loose<T | string> | undefined): T | null =>
  (many<T | string>(raw as T | string).find((value) => typeof value === 'object') as T | undefined) ?? null

/** Welsh sites have names in both languages. */
const textOf = (raw: Text | undefined): string | null => {
  const values = many<string | Literal>(raw as string | Literal)
  const value = values.find((each) => typeof each === 'object' && each._lang === 'en') ?? values[0]
  return stated(typeof value === 'object' ? present(value._value, '_value') : value)
}

const kinds = { CoastalBathingWater: 'coastal', RiverBathingWater: 'river', LakeBathingWater: 'lake' } as const
const kindOf = (types: Item['type']): BathingWater['type'] =>
  many(types as string)
    .map((type) => kinds[String(type).replace(/^.*\//, '') as keyof typeof kinds])
    .find((kind) => kind !== undefined) ?? null

const isEnd = (value: unknown, name: string): boolean =>
  name !== 'yearDesignated' && typeof value === 'string' && /\/id\/year\/\d{4}$/.test(value)

/** Null if no longer designated, or without name or coordinates. */
export const bathingWaterOf = (item: Item): BathingWater | null => {
  const id = textOf(item.eubwidNotation),
    name = textOf(item.name),
    place = one<Place>(item.samplingPoint)
  const lat = numeric(place?.lat),
    lng = numeric(place?.long)
  if (
    id === null ||
    name === null ||
    lat === null ||
    lng === null ||
    orAbsent(item, 'yearDedesignated', isEnd) !== undefined
  )
    return null
  const assessment = one(item.latestComplianceAssessment)
  const word = textOf(one<Named>(assessment?.complianceClassification)?.name)
  const classification = word === null || unclassified.includes(word.toLowerCase()) ? null : word
  return {
    id,
    name,
    type: kindOf(item.type),
    coordinates: { lat, lng },
    classification,
    grade: grades.find((grade) => grade.toLowerCase() === classification?.toLowerCase()) ?? null,
    // The year of an assessment is only in its URL.
    season: word === null ? null : numeric(/\/year\/(\d{4})/.exec(assessment?._about ?? '')?.[1]),
  }
}
