import {
  dataset,
  derive,
  need,
  notCovered,
  notImported,
  numeric,
  sent,
  stated,
  wire,
  type Node,
  type NotCovered,
  type Rows,
  type Sent,
  type Shown,
} from '@domesday/core'
import { comparisonIn, comparisonOf, type Compared, type Comparison } from '@domesday/vocabulary-comparison'
import { nationCode, regionCode } from '@domesday/vocabulary-geography'
import { formerCouncils, formerInWords, type FormerCouncils } from '@domesday/vocabulary-succession'
import { indicators, named, periodOf, type Indicator } from './indicators.ts'

export type { Indicator } from './indicators.ts'

/** An indicator of one area, of its newest period. */
export interface AreaFigure {
  readonly indicator: string
  /** GSS code of a district, a region, a country or the United Kingdom. */
  readonly code: string
  readonly area: string
  readonly period: string | null
  readonly value: number
}

const { text: cell, must, often } = sent
/** Held against the documented answer: a figure means nothing without its area, and may be withheld. */
const columns = wire({
  areacd: must(cell),
  areanm: often(cell),
  period: often(cell),
  value: often(cell),
  ...sent.unread('indicator', 'lci_95', 'uci_95'),
})

/** Null for a row without a value. The first column is a title: the file tells which indicator it is. */
export const figureOf = (row: Sent<typeof columns>, indicator: string): AreaFigure | null => {
  const code = stated(row.areacd),
    value = numeric(row.value),
    period = stated(row.period)
  if (code === null || value === null || value < 0) return null
  return { indicator, code, area: stated(row.areanm) ?? code, period: period && periodOf(period), value }
}

const kingdom = 'K02000001'

export const onsLocalStats = dataset({
  id: 'ons-local-stats',
  title: 'Explore Local Statistics',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Source: Office for National Statistics licensed under the Open Government Licence v.3.0; house prices HM Land Registry, broadband Ofcom',
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'Official indicators of every district, region and nation and of the United Kingdom, by one definition: house prices, broadband, income, residents. A council that replaced others since 2019 has their counts added up. The service is in beta',
  pull: named.map((indicator) => ({
    part: indicator,
    wire: columns,
    addresses: () => [
      [
        '/explore-local-statistics/api/v1/data.csv',
        { indicator, geo: `ltla,rgn,ctry,${kingdom}`, time: 'latest', measure: 'value' },
      ] as const,
    ],
    as: 'csv' as const,
  })),
  row: figureOf,
  key: ({ indicator, code }) => `${indicator} ${code}`,
  index: ['indicator'],
})

interface Areas {
  readonly district: string | null
  readonly name: string | null
  readonly region: string | null
  readonly nation: string | null
}

/** Of these the figures of several areas add up to that of all of them; means, shares and medians do not. */
const counts: ReadonlySet<Indicator> = new Set<Indicator>(['population-count'])

/** The figures of all districts that became a council, added up. Null where one is missing, or of another period. */
const together = (
  rows: Rows<AreaFigure, 'indicator'>,
  indicator: Indicator,
  { parts }: FormerCouncils,
): readonly Compared[] => {
  const found = parts.flatMap(({ code }) => rows.key(`${indicator} ${code}`) ?? [])
  const [first] = found
  return !first ||
    !counts.has(indicator) ||
    found.length < parts.length ||
    found.some(({ period }) => period !== first.period)
    ? []
    : [
        {
          level: 'district',
          value: found.reduce((sum, { value }) => sum + value, 0),
          area: formerInWords(parts),
          period: first.period,
        },
      ]
}

const read = (rows: Rows<AreaFigure, 'indicator'>, indicator: Indicator, { district, name, region, nation }: Areas) => {
  const at = (level: Compared['level'], ...codes: readonly (string | null)[]): readonly Compared[] =>
    codes.flatMap((code) => {
      const row = code === null ? null : rows.key(`${indicator} ${code}`)
      return row ? [{ level, value: row.value, area: row.area, period: row.period }] : []
    })
  const former = district === null ? null : formerCouncils({ code: district, name })
  const found = [
    ...at('district', district, ...(former?.same.map(({ code }) => code) ?? [])),
    ...(former ? together(rows, indicator, former) : []),
    ...at('region', region),
    ...at('nation', nation),
    ...at('uk', kingdom),
  ]
  if (found.length > 0) return comparisonOf('ons-local-stats', found)
  const [any] = rows.where('indicator', indicator)
  return any ? null : notImported(indicator)
}

const comparing = (id: string, indicator: Indicator) =>
  onsLocalStats.ask(id, (rows, areas: Areas) => read(rows, indicator, areas), {
    digest: comparisonIn(indicators[indicator]),
    confidence: 'unconfirmed',
  })

/**
 * The mean price of homes by the UK House Price Index: geometric, and adjusted for what kinds are sold, so that areas
 * and months can be compared. No mean of sales compares with it.
 */
export const housePrices = comparing('house-price', 'average-house-price')
/** Premises that can have a download speed of a gigabit. */
export const gigabit = comparing('gigabit', 'gigabit-capable-broadband')
/** Premises that cannot have 30 Mbit/s. */
export const below30 = comparing('below-30', 'premises-below-30mbps')
/** What each resident has to spend or save, after taxes and with benefits. */
export const disposableIncome = comparing('disposable-income', 'gross-disposable-household-income-per-head')
/** Residents by the estimate of mid-year. */
export const residents = comparing('residents', 'population-count')
export const medianAge = comparing('median-age', 'median-age')

interface Locality {
  readonly postcode: string
  readonly nation: string
  readonly region: string
  readonly local_authority: string | null
  readonly codes: { readonly local_authority: string | null }
}
export const areasOf = ({ postcode, nation, region, local_authority: name, codes }: Locality): Areas | NotCovered =>
  codes.local_authority === null
    ? notCovered(`${postcode} lies in no district`)
    : { district: codes.local_authority, name, region: regionCode(region), nation: nationCode(nation) }

/** An indicator of the district, region and nation of a place, and of the United Kingdom. */
export const comparedAt = (operation: typeof housePrices, place: Node<Locality>): Shown<Comparison> =>
  need(operation, derive(place, areasOf))
