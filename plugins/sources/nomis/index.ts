import { figure, integer, maybe, need, orNull, quantity, render, some, type Node, type Value } from '@domesday/core'
import { ownDistrict, ownNeighbourhood, widening, type Locality } from './areas.ts'
import { claimantsAmong, neighbourhoodShape } from './neighbourhood.ts'
import { nomis } from './source.ts'
import { comparedQuery, type FigureArea, type Spread } from './table.ts'

export { levels, type Level, type Locality } from './areas.ts'
export { activity, age, censusOf, occupation, population, tenure } from './census.ts'
export { areaInWords, basisOf, censusShown, labourCompared } from './shown.ts'
export type { BesideOthers, FigureArea, Spread } from './table.ts'
export type { NeighbourhoodClaimants } from './neighbourhood.ts'
export { nomis } from './source.ts'

/**
 * Claimants of unemployment benefits, and their percentage of residents aged 16 to 64. The newest month is provisional.
 */
export const claimants = nomis.get(
  'claimants',
  comparedQuery(
    'NM_162_1',
    'measure',
    { gender: 0, age: 0, measure: '1,2', measures: 20100 },
    {
      count: integer('People who claim benefits for being out of work'),
      percent: orNull(figure('%', 'Of residents aged 16 to 64')),
    },
    ({ cell }) => {
      const count = cell(1)
      return count === null ? null : { count, percent: quantity(cell(2), 100) }
    },
    // The second cell is a rate, which does not add up.
    { field: 'percent', unit: '%', counts: [1] },
  ),
)

/**
 * Percentage of residents aged 16 to 64 in work, over a rolling year. From a survey: wide margins in small districts.
 */
export const employment = nomis.get(
  'employment',
  comparedQuery(
    'NM_17_5',
    'variable',
    { variable: 45, measures: 20599 },
    { percent: figure('%', 'Residents aged 16 to 64 in work') },
    ({ cell }) => {
      const rate = quantity(cell(45), 100)
      return rate === null ? null : { percent: rate }
    },
    { field: 'percent', unit: '%' },
  ),
)

/** Median gross weekly pay in pounds of all resident employees, full and part time. */
export const earnings = nomis.get(
  'earnings',
  comparedQuery(
    'NM_30_1',
    'pay',
    { sex: 7, item: 2, pay: 1, measures: 20100 },
    { weekly: figure('GBP/week', 'Gross, all employees who live there') },
    ({ cell }) => {
      const weekly = cell(1)
      return weekly === null ? null : { weekly }
    },
    { field: 'weekly', unit: 'GBP/week' },
  ),
)

/**
 * Claimants, employment and earnings of a district; unknown ones are null. Employment and earnings may be of the region
 * or nation; their `level` says so.
 */
export const labourMarketOf = (place: Node<Locality>) =>
  some({
    claimants: need(claimants, place, ownDistrict),
    employment: need(employment, place, widening),
    earnings: need(earnings, place, widening),
  })
export interface LabourMarket extends Value<ReturnType<typeof labourMarketOf>> {}

/** Claimants of the neighbourhood of a place, and their rate. `age`: the table of the census around the place. */
export const neighbourhoodClaimantsOf = (place: Node<Locality>, age: Node<FigureArea & Spread>) =>
  render(
    neighbourhoodShape,
    { claimants: need(claimants, place, ownNeighbourhood), age: maybe(age) },
    ({ claimants, age }) => claimantsAmong(claimants, age),
  )
