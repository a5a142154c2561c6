import {
  figure,
  integer,
  need,
  number,
  orNull,
  quantity,
  some,
  source,
  type All,
  type Node,
  type Operation,
  type Shapes,
  type Shown,
  type Value,
} from '@domesday/core'
import { censusAreas, ownDistrict, widening, type Area, type Locality } from './areas.ts'
import { totalOf, percent, spread, spreadFields, tableQuery, type Figures } from './table.ts'

export type { Level, Locality } from './areas.ts'
export { figureAreaFields, type FigureArea, type Spread } from './table.ts'

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
export const claimants = nomis.get(
  'claimants',
  tableQuery(
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
  ),
)

/**
 * Percentage of residents aged 16 to 64 in work, over a rolling year. From a survey: wide margins in small districts.
 */
export const employment = nomis.get(
  'employment',
  tableQuery(
    'NM_17_5',
    'variable',
    { variable: 45, measures: 20599 },
    { percent: figure('%', 'Residents aged 16 to 64 in work') },
    ({ cell }) => {
      const rate = quantity(cell(45), 100)
      return rate === null ? null : { percent: rate }
    },
  ),
)

/** Median gross weekly pay in pounds of all resident employees, full and part time. */
export const earnings = nomis.get(
  'earnings',
  tableQuery(
    'NM_30_1',
    'pay',
    { sex: 7, item: 2, pay: 1, measures: 20100 },
    { weekly: figure('GBP/week', 'Gross, all employees who live there') },
    ({ cell }) => {
      const weekly = cell(1)
      return weekly === null ? null : { weekly }
    },
  ),
)

const census = <S extends Shapes>(
  dataset: string,
  dimension: string,
  cells: string,
  fields: S,
  read: (figures: Figures) => All<S> | null,
) => ({
  ...tableQuery(dataset, dimension, { [dimension]: cells, measures: 20100 }, fields, read),
  covers: ['England', 'Wales'] as const,
  confidence: 'unconfirmed' as const,
})

const share = (description: string) => orNull(number({ description, unit: '%', minimum: 0, maximum: 100 }))

/** Usual residents in 2021. */
export const population = nomis.get(
  'population',
  census('NM_2021_1', 'c2021_restype_3', '0', { population: integer('Usual residents') }, ({ cell }) => {
    const people = cell(0)
    return people === null ? null : { population: people }
  }),
)

/** Households in 2021, and their percentages by tenure. */
export const tenure = nomis.get(
  'tenure',
  census(
    'NM_2072_1',
    'c2021_tenure_9',
    '0,1001...1004,8',
    {
      households: integer('Households with a usual resident'),
      owner_occupied_pct: share('Owned outright or with a mortgage'),
      shared_ownership_pct: share('Part owned, part rented'),
      social_rented_pct: share('Rented of the council or a housing association'),
      private_rented_pct: share('Rented of others'),
      rent_free_pct: share('Lived in rent free'),
    },
    ({ cell }) => {
      const households = cell(0)
      return households === null
        ? null
        : {
            households,
            owner_occupied_pct: percent(cell(1001), households),
            shared_ownership_pct: percent(cell(1002), households),
            social_rented_pct: percent(cell(1003), households),
            private_rented_pct: percent(cell(1004), households),
            rent_free_pct: percent(cell(8), households),
          }
    },
  ),
)

/**
 * Residents aged 16 and over in 2021, and their percentages by economic activity, including students. Adds up the
 * finest cells by name.
 */
export const activity = nomis.get(
  'activity',
  census(
    'NM_2083_1',
    'c2021_eastat_20',
    '0...19',
    {
      adults: integer(),
      economically_active_pct: share('Residents of 16 and over in work or looking for it, students among them'),
      in_work_pct: share('In work'),
      unemployed_pct: share('Looking for work'),
      retired_pct: share('Retired'),
    },
    (figures) => {
      const adults = figures.cell(0)
      return adults === null
        ? null
        : {
            adults,
            economically_active_pct: percent(totalOf(figures, /^Economically active/), adults),
            in_work_pct: percent(totalOf(figures, /^Economically active.*In employment/), adults),
            unemployed_pct: percent(totalOf(figures, /^Economically active.*Unemployed/), adults),
            retired_pct: percent(totalOf(figures, /^Economically inactive: ?Retired/), adults),
          }
    },
  ),
)

/** Residents in 2021 by eleven age bands: `4 years and under`, `5 to 9 years` … */
export const age = nomis.get(
  'age',
  census(
    'NM_2018_1',
    'c2021_age_12a',
    '0...11',
    spreadFields('Residents by band of age, youngest first'),
    spread(/^Aged /),
  ),
)

/** Working residents in 2021 by nine occupation groups: `Professional occupations` … */
export const occupation = nomis.get(
  'occupation',
  census(
    'NM_2080_1',
    'c2021_occ_10',
    '0...9',
    spreadFields('Residents in work by group of occupation'),
    spread(/^\d\.? /),
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

const around =
  (place: Node<Locality>) =>
  <T>(operation: Operation<readonly Area[], T | null, T>): Shown<T> =>
    need(operation, place, censusAreas) as Shown<T>

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
