/** The measures of a commodity, from their resources. Codes of types and areas are the tariff's own. */
import { once, stated } from '@domesday/core'
import { listing, type Related, type Resource } from './document.ts'
import { rateOf, type Rate } from './rate.ts'

export interface Measure {
  /** Such as 103 or AHC: not always a number. */
  readonly type: string
  readonly name: string
  /** Series: A, B prohibitions and controls; C duties; D anti-dumping; J additional duties; P VAT; Q excise. */
  readonly series: string
  /** Two letters for a country, four digits for a group. */
  readonly area: string
  readonly country: string
  /** The countries of a group without the excluded ones; for a country, itself. */
  readonly countries: readonly string[]
  /** Null for a measure that is only a control, or whose duty nothing words. */
  readonly rate: Rate | null
  /** It applies only with an additional code. */
  readonly isConditional: boolean
  readonly isVat: boolean
  readonly isExcise: boolean
  readonly order: Resource | undefined
  /** Whether some countries of the group are excluded. */
  readonly excludes: boolean
  /** Null where they are not stated; a missing one is null. */
  readonly conditions: readonly (Resource | null)[] | null
}

const names = once(() => new Intl.DisplayNames('en-GB', { type: 'region' }))
/** Name of an area that the tariff does not describe: a country's own name, or a group's number. */
const areaInWords = (id: string): string => {
  if (!/^[A-Z]{2}$/.test(id)) return `a group of countries (${id || 'not named'})`
  return names().of(id) ?? id
}

/** What a measure means nothing without. The tariff states all of them, if only as empty. */
const isReadable = (measure: Resource, related: Related): boolean => {
  const area = related.one(measure, 'geographical_area')
  const states = (of: Resource, name: string): boolean =>
    related.states(of, name) && related.references(of, name).every(({ id }) => typeof id === 'string')
  return (
    states(measure, 'measure_type') &&
    states(measure, 'geographical_area') &&
    related.one(measure, 'duty_expression')?.attributes?.['base'] !== undefined &&
    states(measure, 'excluded_countries') &&
    states(measure, 'order_number') &&
    related.references(measure, 'order_number').length === related.all(measure, 'order_number').length &&
    // Groups have a number for an id, and a list of their members.
    (area === undefined || !/^\d{4}$/.test(area.id) || states(area, 'children_geographical_areas'))
  )
}

/** Duties that only conditions word, such as an anti-dumping duty that an undertaking lifts. */
const conditionsOf = (measure: Resource, related: Related): Rate | null => {
  const words = related
    .all(measure, 'measure_conditions')
    .flatMap(({ attributes }) => stated(attributes?.['duty_expression']) ?? [])
  return rateOf([...new Set(words)].join(' or '))
}

/** The import measures, without those that cannot be read. */
export const importMeasures = (related: Related): readonly Measure[] =>
  listing(related, 'import_measures').flatMap((measure) => {
    if (!isReadable(measure, related)) return []
    const type = related.one(measure, 'measure_type')
    // The serializer of measure types writes it into each: what is controlled is told by it.
    if (type?.attributes && !('measure_type_series_id' in type.attributes))
      throw new TypeError('there is a measure type without measure_type_series_id')
    const area = related.one(measure, 'geographical_area')
    if (area?.attributes && !('description' in area.attributes))
      throw new TypeError('there is an area without its description')
    const areaId = related.references(measure, 'geographical_area')[0]?.id ?? ''
    const excluded = new Set(related.references(measure, 'excluded_countries').map(({ id }) => id))
    const members =
      area === undefined ? [] : related.references(area, 'children_geographical_areas').map(({ id }) => id)
    return {
      type: related.references(measure, 'measure_type')[0]?.id ?? '',
      name: stated(type?.attributes?.['description']) ?? '',
      series: stated(type?.attributes?.['measure_type_series_id']) ?? '',
      area: areaId,
      country: stated(area?.attributes?.['description']) ?? areaInWords(areaId),
      countries: members.length > 0 ? members.filter((id) => !excluded.has(id)) : [areaId],
      rate: rateOf(related.one(measure, 'duty_expression')?.attributes?.['base']) ?? conditionsOf(measure, related),
      isConditional: related.references(measure, 'additional_code').length > 0,
      isVat: measure.attributes?.['vat'] === true,
      isExcise: measure.attributes?.['excise'] === true,
      order: related.one(measure, 'order_number'),
      excludes: excluded.size > 0,
      conditions: related.states(measure, 'measure_conditions')
        ? related.references(measure, 'measure_conditions').map((one) => related.find(one) ?? null)
        : null,
    }
  })

const world = new Set(['1008', '1011', '1400'])
/** Applies to goods from anywhere, not from one country or group. */
export const isForAll = ({ area }: Measure): boolean => world.has(area)
/** The measures include the Channel Islands' own tariff. */
export const isChannelIslands = ({ area }: Measure): boolean => area === '1080'

/** Number of distinct countries in a set of measures. */
export const reachOf = (measures: readonly Measure[]): number =>
  new Set(measures.flatMap(({ countries }) => countries)).size
