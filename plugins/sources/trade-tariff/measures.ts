/** The measures of a commodity, from their resources. Codes of types and areas are the tariff's own. */
import { once, present, stated } from '@domesday/core'
import type { Related, Resource } from './document.ts'
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
  /** Null for a measure that is only a control. */
  readonly rate: Rate | null
  /** It applies only with an additional code. */
  readonly isConditional: boolean
  readonly isVat: boolean
  readonly isExcise: boolean
  readonly order: Resource | undefined
}

const names = once(() => new Intl.DisplayNames('en-GB', { type: 'region' }))
/** Name of an area that the tariff does not describe: a country's own name, or a group's number. */
const areaInWords = (id: string): string => {
  if (!/^[A-Z]{2}$/.test(id)) return `a group of countries (${id || 'not named'})`
  return names().of(id) ?? id
}

/** Relationships that every import measure has, as all recorded answers show. */
const always = ['duty_expression', 'measure_type', 'geographical_area', 'order_number', 'excluded_countries']

/** The import measures whose resources are present. */
export const importMeasures = (goods: Resource, related: Related): readonly Measure[] =>
  related.all(goods, 'import_measures').map((measure) => {
    for (const name of always) present(measure.relationships?.[name]?.data, `measure.relationships.${name}`)
    const type = related.one(measure, 'measure_type')
    const area = related.one(measure, 'geographical_area')
    const areaId = related.references(measure, 'geographical_area')[0]?.id ?? ''
    const excluded = new Set(related.references(measure, 'excluded_countries').map(({ id }) => id))
    // Only groups have a number for an id, and a list of their members.
    if (area && /^\d{4}$/.test(areaId))
      present(area.relationships?.['children_geographical_areas']?.data, 'members of a group')
    const members =
      area === undefined ? [] : related.references(area, 'children_geographical_areas').map(({ id }) => id)
    return {
      type: related.references(measure, 'measure_type')[0]?.id ?? '',
      name: stated(type?.attributes?.['description']) ?? '',
      series: stated(type?.attributes?.['measure_type_series_id']) ?? '',
      area: areaId,
      country: stated(area?.attributes?.['description']) ?? areaInWords(areaId),
      countries: members.length > 0 ? members.filter((id) => !excluded.has(id)) : [areaId],
      rate: rateOf(related.one(measure, 'duty_expression')?.attributes?.['base']),
      isConditional: related.references(measure, 'additional_code').length > 0,
      isVat: measure.attributes?.['vat'] === true,
      isExcise: measure.attributes?.['excise'] === true,
      order: related.one(measure, 'order_number'),
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
