/** Bathing waters in the linked-data lists. Any member with one value in one place may have several elsewhere. */
import {
  choice,
  integer,
  list,
  many,
  numeric,
  object,
  orNull,
  point,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
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

const { any, must, often } = sent
/**
 * Held against recorded sites, as the publishers state no schema: one means nothing without its number, name and place.
 * A member may be a text, a link, an object or a list of them: code looks.
 */
export const listWire = wire({
  result: must({
    items: must([
      {
        eubwidNotation: must(any),
        name: must(any),
        samplingPoint: must(any),
        type: any,
        latestComplianceAssessment: often(any),
        yearDedesignated: any,
        ...sent.unread(
          '_about',
          'appointedSewerageUndertaker',
          'country',
          'district',
          'envelope',
          'label',
          'latestProfile',
          'latestRiskPrediction',
          'latestSampleAssessment',
          'regionalOrganization',
          'sedimentTypesPresent',
          'uriSet',
          'waterQualityImpactedByHeavyRain',
          'yearDesignated',
          'zoneOfInfluence',
        ),
      },
    ]),
    next: any,
    ...sent.unread(
      '_about',
      'definition',
      'extendedMetadataVersion',
      'first',
      'hasPart',
      'isPartOf',
      'itemsPerPage',
      'page',
      'prev',
      'startIndex',
      'type',
    ),
  }),
  ...sent.unread('format', 'version'),
})
export type Item = Sent<typeof listWire>['result']['items'][number]

type Loose<T> = T | readonly T[] | null
interface Literal {
  readonly _value?: unknown
  readonly _lang?: string
}
interface Named {
  readonly name?: unknown
}
interface Place {
  readonly lat?: unknown
  readonly long?: unknown
}
interface Assessment {
  readonly _about?: string
  readonly complianceClassification?: unknown
}

/** The first value that is an object: a string is only a link. */
const one = <T extends object>(raw: unknown): T | null =>
  many(raw as Loose<T | string>).find((value): value is T => typeof value === 'object') ?? null

/** Welsh sites have names in both languages. */
const textOf = (raw: unknown): string | null => {
  const values = many(raw as Loose<string | Literal>)
  const value = values.find((each) => typeof each === 'object' && each._lang === 'en') ?? values[0]
  return stated(typeof value === 'object' ? value._value : value)
}

const kinds = { CoastalBathingWater: 'coastal', RiverBathingWater: 'river', LakeBathingWater: 'lake' } as const
const kindOf = (types: unknown): BathingWater['type'] =>
  many(types as Loose<string>)
    .map((type) => kinds[String(type).replace(/^.*\//, '') as keyof typeof kinds])
    .find((kind) => kind !== undefined) ?? null

/** Whether it is a bathing water today. */
export const isDesignated = ({ yearDedesignated }: Item): boolean => yearDedesignated == null

const wordOf = ({ latestComplianceAssessment: raw }: Item): string | null =>
  textOf(one<Named>(one<Assessment>(raw)?.complianceClassification)?.name)
/** It was assessed, and how cannot be read: that is not the same as having no class. */
export const isClassUnread = (item: Item): boolean => item.latestComplianceAssessment != null && wordOf(item) === null

/** Null without name or coordinates. */
export const bathingWaterOf = (item: Item): BathingWater | null => {
  const id = textOf(item.eubwidNotation),
    name = textOf(item.name),
    place = one<Place>(item.samplingPoint)
  const lat = numeric(place?.lat),
    lng = numeric(place?.long)
  if (id === null || name === null || lat === null || lng === null) return null
  const word = wordOf(item)
  const classification = word === null || unclassified.includes(word.toLowerCase()) ? null : word
  return {
    id,
    name,
    type: kindOf(item.type),
    coordinates: { lat, lng },
    classification,
    grade: grades.find((grade) => grade.toLowerCase() === classification?.toLowerCase()) ?? null,
    // The year of an assessment is only in its URL.
    season:
      word === null
        ? null
        : numeric(/\/year\/(\d{4})/.exec(one<Assessment>(item.latestComplianceAssessment)?._about ?? '')?.[1]),
  }
}
