/** The tariff's entry for a code: goods with their duties, or a group of codes. Nothing else of the body is kept. */
import { stated } from '@domesday/core'
import { relatedIn, type Document, type Related, type Resource } from './document.ts'
import { importMeasures, isChannelIslands, isForAll, reachOf, type Measure } from './measures.ts'
import { dearerFirst, isFree, rateOf, type Rate } from './rate.ts'

/** The duty rate for one country or group of countries. */
export interface CountryRate {
  readonly area: string
  readonly country: string
  readonly rate: string
}
export interface AdditionalDuty extends CountryRate {
  readonly kind: string
}
/** A prohibition, restriction or control of import. */
export interface Control {
  readonly name: string
  readonly area: string
  readonly country: string
  readonly forAll: boolean
}

/** Goods that can be declared under their code. `[]` and 0 mean that the tariff has none. */
export interface Goods {
  readonly kind: 'goods'
  /** Ten digits. */
  readonly code: string
  readonly description: string
  /** Descriptions from the chapter down to the goods. */
  readonly hierarchy: readonly string[]
  /**
   * The third-country duty, due unless a better rate applies. Several if it depends on an additional code, highest
   * first.
   */
  readonly duties: readonly Rate[]
  /** The rate while the duty is suspended for all countries. */
  readonly suspended: Rate | null
  /** VAT rates, the standard one first. */
  readonly vat: readonly Rate[]
  readonly excise: boolean
  readonly preferences: readonly CountryRate[]
  /** Number of countries with a preferential rate other than the third-country duty. */
  readonly preferredCountries: number
  /** Anti-dumping, countervailing, safeguard and other additional duties. */
  readonly additional: readonly AdditionalDuty[]
  readonly additionalCountries: number
  readonly controls: readonly Control[]
  /** Number of open tariff-rate quotas. */
  readonly quotas: number
  /** Number of import and export measures. */
  readonly measures: number
}

export interface Leaf {
  readonly code: string
  readonly description: string
}
/** A code that groups others and cannot be declared. */
export interface Group {
  readonly kind: 'group'
  readonly code: string
  readonly description: string
  /** Goods codes under it, in the tariff's order; for a chapter, its headings. */
  readonly leaves: readonly Leaf[]
}

const dutyTypes = ['103', '105'] // 105 is for authorised use, and applies if there is no 103
const suspension = '112' // other suspensions need authorised use or a certain destination
const preferential = new Set(['106', '142', '145'])
const quotaTypes = new Set(['122', '123', '143', '146', '147'])
const remedies = new Set(['551', '552', '553', '554', '695', '696'])

const distinct = <T>(items: readonly T[], key: (item: T) => string): readonly T[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
]
const describedAs = ({ attributes = {} }: Resource): string =>
  stated(attributes['description_plain']) ??
  stated(attributes['formatted_description']) ??
  stated(attributes['description']) ??
  ''
const codeOf = ({ attributes }: Resource): string => stated(attributes?.['goods_nomenclature_item_id']) ?? ''

/** The rates without an additional code; if there are none, all rates. */
const ratesOf = (measures: readonly Measure[]): readonly Rate[] => {
  const usual = measures.filter(({ isConditional }) => !isConditional)
  const rates = (usual.length > 0 ? usual : measures).flatMap(({ rate }) => rate ?? [])
  return distinct(rates, ({ text }) => text).toSorted(dearerFirst)
}

// A critical quota is nearly used up but still open.
const isOpen = (definition: Resource): boolean =>
  !/^(exhausted|closed|suspended|blocked)/i.test(stated(definition.attributes?.['status']) ?? '')

const openQuotas = (measures: readonly Measure[], related: Related): number => {
  const orders = distinct(
    measures.flatMap(({ type, order }) => (order && quotaTypes.has(type) ? [order] : [])),
    ({ id }) => id,
  )
  const definitions = orders.flatMap((order) => related.all(order, 'definition'))
  // Licensed quotas have no definition; if no quota has one, count all.
  return definitions.length === 0 ? orders.length : definitions.filter(isOpen).length
}

const control = (measure: Measure): Control => ({
  name: measure.name,
  area: measure.area,
  country: measure.country,
  forAll: isForAll(measure),
})
const countryRate = ({ area, country, rate }: Measure): CountryRate => ({ area, country, rate: rate?.text ?? '' })

const goodsIn = (data: Document['data'], related: Related): Goods => {
  const measures = importMeasures(data, related)
  const chapter = related.one(data, 'chapter'),
    heading = related.one(data, 'heading')
  const plain = describedAs(data)
  const worded =
    dutyTypes
      .map((type) => ratesOf(measures.filter((one) => one.type === type && isForAll(one))))
      .find((rates) => rates.length > 0) ?? []
  // Without a measure, a zero duty may be stated outside the measures.
  const duties =
    worded.length === 0 && data.meta?.duty_calculator?.zero_mfn_duty === true ? [rateOf('0.00 %')!] : worded
  const preferences = measures.filter(
    (one) => preferential.has(one.type) && one.rate !== null && !isForAll(one) && !isChannelIslands(one),
  )
  const additional = measures.filter(
    ({ type, series, rate }) => rate !== null && (remedies.has(type) || series === 'D' || series === 'J'),
  )
  const isFull = ({ rate }: Measure): boolean => rate?.text === duties[0]?.text
  return {
    kind: 'goods',
    code: codeOf(data),
    description: /^other$/i.test(plain) && heading ? `${describedAs(heading)}: ${plain}` : plain,
    hierarchy: [chapter, heading, ...related.all(data, 'ancestors'), data].flatMap((one) =>
      one ? [describedAs(one)] : [],
    ),
    duties,
    suspended: duties.every(isFree)
      ? null
      : (measures.find((one) => one.type === suspension && isForAll(one) && !one.isConditional)?.rate ?? null),
    vat: ratesOf(measures.filter((one) => (one.isVat || one.type === '305') && isForAll(one))),
    excise: measures.some(({ isExcise, type }) => isExcise || type === '306'),
    preferences: distinct(preferences.map(countryRate), ({ area, rate }) => `${area} ${rate}`),
    preferredCountries: reachOf(preferences.filter((one) => !isFull(one))),
    additional: distinct(
      additional.map((one) => ({ kind: one.name, ...countryRate(one) })),
      (one) => `${one.kind} ${one.area} ${one.rate}`,
    ),
    additionalCountries: reachOf(additional),
    controls: distinct(
      measures.filter(({ series }) => series === 'A' || series === 'B').map(control),
      ({ name, area }) => `${name} ${area}`,
    ),
    quotas: openQuotas(measures, related),
    measures: related.references(data, 'import_measures').length + related.references(data, 'export_measures').length,
  }
}

/** Reads chapters, headings, subheadings and commodities: a heading may be goods or a group. */
export const readCode = (document: Document): Goods | Group => {
  const { data } = document,
    related = relatedIn(document)
  if (data.relationships?.['import_measures'] !== undefined) return goodsIn(data, related)
  const under =
    data.type === 'chapter'
      ? related.all(data, 'headings')
      : related.all(data, 'commodities').filter(({ attributes }) => attributes?.['declarable'] === true)
  return {
    kind: 'group',
    code: codeOf(data),
    description: describedAs(data),
    leaves: under.map((one) => ({ code: codeOf(one), description: describedAs(one) })),
  }
}
