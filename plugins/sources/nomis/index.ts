import { need, quantity, some, source, type Node, type Operation } from '@domesday/core'
import { censusAreas, ownDistrict, widening, type Area, type Locality } from './areas.ts'
import { totalOf, percent, spread, tableQuery, type Figures, type FigureArea, type Spread } from './table.ts'

export type { Level, Locality } from './areas.ts'
export type { FigureArea, Spread } from './table.ts'

export const nomis = source({
  id: 'nomis',
  title: 'Nomis: census and labour market',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics (Nomis) licensed under the Open Government Licence v3.0',
  coverage:
    'Claimants, employment and earnings by district in the United Kingdom; the census of 2021 by neighbourhood in England and Wales',
})

/**
 * Claimants of unemployment benefits, and their percentage of residents aged 16 to 64. The newest month is provisional.
 */
export interface Claimants extends FigureArea {
  readonly count: number
  readonly percent: number | null
}
export const claimants = nomis.get(
  'claimants',
  tableQuery('NM_162_1', 'measure', { gender: 0, age: 0, measure: '1,2', measures: 20100 }, ({ cell }) => {
    const count = cell(1)
    return count === null ? null : { count, percent: quantity(cell(2), 100) }
  }),
)

/**
 * Percentage of residents aged 16 to 64 in work, over a rolling year. From a survey: wide margins in small districts.
 */
export interface Employment extends FigureArea {
  readonly percent: number
}
export const employment = nomis.get(
  'employment',
  tableQuery('NM_17_5', 'variable', { variable: 45, measures: 20599 }, ({ cell }) => {
    const rate = quantity(cell(45), 100)
    return rate === null ? null : { percent: rate }
  }),
)

/** Median gross weekly pay in pounds of all resident employees, full and part time. */
export interface Earnings extends FigureArea {
  readonly weekly: number
}
export const earnings = nomis.get(
  'earnings',
  tableQuery('NM_30_1', 'pay', { sex: 7, item: 2, pay: 1, measures: 20100 }, ({ cell }) => {
    const weekly = cell(1)
    return weekly === null ? null : { weekly }
  }),
)

type Census<T> = Operation<readonly Area[], (T & FigureArea) | null>
const census = <T>(
  id: string,
  dataset: string,
  dimension: string,
  cells: string,
  read: (figures: Figures) => T | null,
): Census<T> =>
  nomis.get(id, {
    ...tableQuery(dataset, dimension, { [dimension]: cells, measures: 20100 }, read),
    covers: ['England', 'Wales'],
    confidence: 'unconfirmed',
  })

/** Usual residents in 2021. */
export const population = census('population', 'NM_2021_1', 'c2021_restype_3', '0', ({ cell }) => {
  const people = cell(0)
  return people === null ? null : { population: people }
})

/**
 * Households in 2021, and their percentages by tenure. Owner-occupied means owned outright or with a mortgage, without
 * shared ownership.
 */
export const tenure = census('tenure', 'NM_2072_1', 'c2021_tenure_9', '0,1001...1004,8', ({ cell }) => {
  const households = cell(0)
  return households === null
    ? null
    : {
        households,
        ownerOccupied: percent(cell(1001), households),
        sharedOwnership: percent(cell(1002), households),
        socialRented: percent(cell(1003), households),
        privateRented: percent(cell(1004), households),
        rentFree: percent(cell(8), households),
      }
})

/**
 * Residents aged 16 and over in 2021, and their percentages by economic activity, including students. Adds up the
 * finest cells by name.
 */
export const activity = census('activity', 'NM_2083_1', 'c2021_eastat_20', '0...19', (figures) => {
  const adults = figures.cell(0)
  return adults === null
    ? null
    : {
        adults,
        active: percent(totalOf(figures, /^Economically active/), adults),
        inWork: percent(totalOf(figures, /^Economically active.*In employment/), adults),
        unemployed: percent(totalOf(figures, /^Economically active.*Unemployed/), adults),
        retired: percent(totalOf(figures, /^Economically inactive: ?Retired/), adults),
      }
})

/** Residents in 2021 by eleven age bands: `4 years and under`, `5 to 9 years` … */
export const age = census<Spread>('age', 'NM_2018_1', 'c2021_age_12a', '0...11', spread(/^Aged /))

/** Working residents in 2021 by nine occupation groups: `Professional occupations` … */
export const occupation = census<Spread>('occupation', 'NM_2080_1', 'c2021_occ_10', '0...9', spread(/^\d\.? /))

export interface LabourMarket {
  readonly claimants: Claimants | null
  readonly employment: Employment | null
  readonly earnings: Earnings | null
}

/**
 * Claimants, employment and earnings of a district; unknown ones are null. Employment and earnings may be of the region
 * or nation; their `level` says so.
 */
export const labourMarketOf = (place: Node<Locality>): Node<LabourMarket> =>
  some({
    claimants: need(claimants, { place }, ({ place }) => ownDistrict(place)),
    employment: need(employment, { place }, ({ place }) => widening(place)),
    earnings: need(earnings, { place }, ({ place }) => widening(place)),
  })

const around =
  (place: Node<Locality>) =>
  <T>(operation: Operation<readonly Area[], T>) =>
    need(operation, { place }, ({ place }) => censusAreas(place))

/** Census tables of the neighbourhood or, table by table, of its district. */
export const censusOf = (place: Node<Locality>) => {
  const ask = around(place)
  return {
    population: ask(population),
    tenure: ask(tenure),
    activity: ask(activity),
    age: ask(age),
    occupation: ask(occupation),
  }
}
