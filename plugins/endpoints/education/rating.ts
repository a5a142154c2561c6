/** The rating of a school as shown in the answer, and the counts over all schools around. */
import type { Of } from '@domesday/core'
import type { SchoolNear } from '@domesday/source-gias'
import { concerns, ratings, type Outcome, type Rating } from '@domesday/source-ofsted'
import type { response } from './response.ts'

type Row = Of<typeof response.schools>[number]
type Shown = Pick<Row, 'inspectorate_rating' | 'inspectorate_rating_basis' | 'category_of_concern'>
type School = Pick<SchoolNear, 'urn' | 'inspectorate' | 'group'>

/** Whether another body inspects the school: then a missing outcome does not mean that there was no inspection. */
export const isInspectedElsewhere = ({ inspectorate, group }: Pick<School, 'inspectorate' | 'group'>): boolean =>
  group === 'college' || (inspectorate !== null && inspectorate !== 'Ofsted')

export const shown = (school: Pick<School, 'inspectorate' | 'group'>, outcome: Outcome | undefined): Shown => {
  if (outcome) {
    const { rating, basis, concern } = outcome
    return { inspectorate_rating: rating, inspectorate_rating_basis: basis, category_of_concern: concern }
  }
  return isInspectedElsewhere(school)
    ? { inspectorate_rating: null, inspectorate_rating_basis: 'no_single_grade', category_of_concern: null }
    : { inspectorate_rating: 'Not Inspected', inspectorate_rating_basis: 'none', category_of_concern: null }
}

/** Names of the counts, by rating. */
const counts = {
  Outstanding: 'outstanding',
  Good: 'good',
  'Requires Improvement': 'requires_improvement',
  Inadequate: 'inadequate',
} as const satisfies Record<Rating, string>

const unknown = {
  outstanding: null,
  good: null,
  requires_improvement: null,
  inadequate: null,
  not_inspected: null,
  no_single_grade: null,
  derived: null,
  category_of_concern: null,
}
type Counts = Pick<Of<typeof response.summary>, keyof typeof unknown>

const each = <K extends string>(names: readonly K[], count: (name: K) => number) =>
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<K, number>

/**
 * Every school is in exactly one of the first six counts. The other two count schools with a derived rating and in a
 * category of concern.
 */
export const ratingCounts = (
  schools: readonly School[],
  inspected: Readonly<Record<string, Outcome>> | null,
): Counts => {
  if (!inspected) return unknown
  const rows = schools.map((school) => shown(school, inspected[school.urn]))
  const having = (wanted: Partial<Shown>): number =>
    rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name as keyof Shown] === value)).length
  const byRating = (more: Partial<Shown>) =>
    Object.fromEntries(
      ratings.map((rating) => [counts[rating], having({ inspectorate_rating: rating, ...more })]),
    ) as Record<(typeof counts)[Rating], number>
  const concern = each(concerns, (category) => having({ category_of_concern: category }))
  return {
    ...byRating({}),
    not_inspected: having({ inspectorate_rating_basis: 'none' }),
    no_single_grade: having({ inspectorate_rating_basis: 'no_single_grade' }),
    derived: {
      total: having({ inspectorate_rating_basis: 'derived' }),
      ...byRating({ inspectorate_rating_basis: 'derived' }),
    },
    category_of_concern: { total: Object.values(concern).reduce((sum, count) => sum + count, 0), ...concern },
  }
}
