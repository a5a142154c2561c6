/** Tables of the census of 2021, of England and Wales. */
import {
  integer,
  need,
  number,
  orNull,
  type All,
  type Node,
  type Operation,
  type Shapes,
  type Shown,
  type Some,
} from '@domesday/core'
import { censusAreas, censusAreasBeside, type Area, type Locality } from './areas.ts'
import { nomis } from './source.ts'
import { comparedQuery, percent, spread, spreadFields, tableQuery, totalOf, type Figures } from './table.ts'

const ofCensus = { covers: ['England', 'Wales'] as const, confidence: 'unconfirmed' as const }
const census = <S extends Shapes>(
  dataset: string,
  dimension: string,
  cells: string,
  fields: S,
  read: (figures: Figures) => All<S> | null,
) => ({ ...tableQuery(dataset, dimension, { [dimension]: cells, measures: 20100 }, fields, read), ...ofCensus })
const comparedCensus = <S extends Shapes, const K extends string & keyof S>(
  dataset: string,
  dimension: string,
  cells: string,
  fields: S,
  field: K,
  read: (figures: Figures) => All<S> | null,
) => ({
  ...comparedQuery(dataset, dimension, { [dimension]: cells, measures: 20100 }, fields, read, { field, unit: '%' }),
  ...ofCensus,
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
  comparedCensus(
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
    'owner_occupied_pct',
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
  comparedCensus(
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
    'economically_active_pct',
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

const around =
  (place: Node<Locality>, areas: typeof censusAreas) =>
  <T>(operation: Operation<readonly Area[], T>): Shown<Some<T>> =>
    need(operation, place, areas)

/** Census tables of the neighbourhood or, table by table, of its district. */
export const censusOf = (place: Node<Locality>) => {
  const ask = around(place, censusAreas),
    compare = around(place, censusAreasBeside)
  return {
    population: ask(population),
    tenure: compare(tenure),
    activity: compare(activity),
    age: ask(age),
    occupation: ask(occupation),
  }
}
