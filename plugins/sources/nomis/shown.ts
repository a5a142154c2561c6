/** Figures as they are shown and spoken of, with the area and the period that each is of. */
import {
  choice,
  field,
  group,
  integer,
  number,
  numeric,
  object,
  orNull,
  pick,
  render,
  some,
  text,
  type Shown,
} from '@domesday/core'
import { areaName, comparisonIn } from '@domesday/vocabulary-comparison'
import type { BesideOthers, FigureArea } from './table.ts'

/** What area and period a figure is of; null where there is no figure. */
export const basisOf = (figure: Shown<FigureArea | null>) =>
  group('Null where there is no figure', pick(figure, 'level', 'area', 'period'))

const named = ({ level, area }: FigureArea): string =>
  area === null ? `the ${level}` : level === 'region' ? areaName(area) : area

/** A region or nation is named `as a whole`, because the place is only a small part of it. */
export const areaInWords = (of: FigureArea): string => {
  if (of.level === 'neighbourhood') return `the neighbourhood ${of.area ?? ''}`.trim()
  return of.level === 'district' ? named(of) : `${named(of)} as a whole`
}

const percent = (description: string) => orNull(number({ description, unit: '%', minimum: 0, maximum: 100 }))
const censusShape = object({
  level: choice(['neighbourhood', 'district'], 'What all these figures are of'),
  area: orNull(text('Name of that area')),
  year: orNull(integer('Of the census')),
  population: orNull(integer('Usual residents')),
  households: orNull(integer('Households with a usual resident')),
  owner_occupied_pct: percent('Households that own their home outright or with a mortgage'),
  economically_active_pct: percent('Residents of 16 and over in work or looking for it, students among them'),
  comparison: object(
    { owner_occupied_pct: orNull(comparisonIn('%')), economically_active_pct: orNull(comparisonIn('%')) },
    'What these shares are elsewhere, by the same census; null where the share itself is not known',
  ),
})

interface Tables {
  readonly population: Shown<FigureArea & { readonly population: number }>
  readonly tenure: Shown<
    FigureArea & BesideOthers & { readonly households: number; readonly owner_occupied_pct: number | null }
  >
  readonly activity: Shown<FigureArea & BesideOthers & { readonly economically_active_pct: number | null }>
}
/** The census of one area, over the tables that are known of it. */
export const censusShown = ({ population, tenure, activity }: Tables) =>
  render(censusShape, some({ population, tenure, activity }), ({ population, tenure, activity }) => {
    const of = (population ?? tenure ?? activity)!
    // Drop figures of another area: readers would take them for figures of this one.
    const same = <T extends FigureArea>(figures: T | null): T | null => (figures?.level === of.level ? figures : null)
    return {
      level: of.level === 'neighbourhood' ? of.level : 'district',
      area: of.area,
      year: numeric(of.period),
      population: population?.population ?? null,
      households: same(tenure)?.households ?? null,
      owner_occupied_pct: same(tenure)?.owner_occupied_pct ?? null,
      economically_active_pct: same(activity)?.economically_active_pct ?? null,
      comparison: {
        owner_occupied_pct: same(tenure)?.comparison ?? null,
        economically_active_pct: same(activity)?.comparison ?? null,
      },
    }
  })

/** What claimants, employment and pay are in wider areas, under the names of the figures. */
export const labourCompared = (labour: {
  readonly claimants: Shown<BesideOthers | null>
  readonly employment: Shown<BesideOthers | null>
  readonly earnings: Shown<BesideOthers | null>
}) =>
  group('The same figures of wider areas', {
    claimant_rate_pct: field(labour.claimants, 'comparison'),
    employment_rate_pct: field(labour.employment, 'comparison'),
    median_weekly_earnings: field(labour.earnings, 'comparison'),
  })
