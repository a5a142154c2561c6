/** How many schools have which outcome. */
import { drawn, integer, object, orNull } from '@domesday/core'
import { concerns } from './inspection.ts'
import type { Published } from './published.ts'
import { ratings, type Rating } from './rating.ts'

const whole = (about: string) => integer({ description: about, minimum: 0 })
const count = (about: string) => orNull(whole(about))

export const ratingCountFields = {
  outstanding: count(
    'Of all within the radius, as are the next six, which add up to the total with it; null where the outcomes are missing',
  ),
  good: count('Rated Good'),
  requires_improvement: count('Rated Requires Improvement, or in the category of that name'),
  inadequate: count('Rated Inadequate, or in special measures or serious weaknesses'),
  not_inspected: count('Of which no inspection is known, and that succeeded no other school'),
  no_single_grade: count('Inspected, here or by others, without a single grade that is known'),
  not_known: count(
    'Without an outcome under their own number: they succeeded another school, or opened after the day to which the outcomes reach',
  ),
  derived: orNull(
    drawn(
      object(
        {
          total: whole('Derived ratings'),
          outstanding: whole('Of those counted as outstanding'),
          good: whole('Of those counted as good'),
          requires_improvement: whole('Of those counted as requiring improvement'),
          inadequate: whole('Of those counted as inadequate'),
        },
        'How many of the ratings counted above are our reading, and not the inspectorate’s word',
      ),
      'shares',
      { total: 'total', good: ['outstanding', 'good'], fair: 'requires_improvement', bad: 'inadequate' },
    ),
  ),
  category_of_concern: orNull(
    drawn(
      object(
        {
          total: whole('Schools in a category of concern'),
          special_measures: whole('Counted as inadequate'),
          serious_weaknesses: whole('Counted as inadequate'),
          requires_significant_improvement: whole('Counted as requiring improvement'),
          other: whole('In a category that is not known here: counted as without a single grade'),
        },
        'How many of the schools counted above Ofsted has in a category of concern',
      ),
      'shares',
      {
        total: 'total',
        fair: 'requires_significant_improvement',
        bad: ['special_measures', 'serious_weaknesses'],
        parts: 'other',
      },
    ),
  ),
}

/** Names of the counts, by rating. */
const counts = {
  Outstanding: 'outstanding',
  Good: 'good',
  'Requires Improvement': 'requires_improvement',
  Inadequate: 'inadequate',
} as const satisfies Record<Rating, string>

/** The counts where the outcomes are missing. */
export const unknownCounts = {
  outstanding: null,
  good: null,
  requires_improvement: null,
  inadequate: null,
  not_inspected: null,
  no_single_grade: null,
  not_known: null,
  derived: null,
  category_of_concern: null,
}

const each = <N extends string, K extends string>(names: readonly N[], key: (name: N) => K, of: (name: N) => number) =>
  Object.fromEntries(names.map((name) => [key(name), of(name)])) as Record<K, number>

/**
 * Every school is in exactly one of the first seven counts. The other two count schools with a derived rating and in a
 * category of concern.
 */
export const ratingCounts = (schools: readonly Published[]) => {
  const having = (wanted: Partial<Published>): number =>
    schools.filter((school) =>
      Object.entries(wanted).every(([name, value]) => school[name as keyof Published] === value),
    ).length
  const byRating = (more: Partial<Published>) =>
    each(
      ratings,
      (rating) => counts[rating],
      (rating) => having({ inspectorate_rating: rating, ...more }),
    )
  const concern = each(
    concerns,
    (category) => category,
    (category) => having({ category_of_concern: category }),
  )
  return {
    ...byRating({}),
    not_inspected: having({ inspectorate_rating_basis: 'none' }),
    no_single_grade: having({ inspectorate_rating_basis: 'no_single_grade' }),
    not_known: having({ inspectorate_rating_basis: 'unknown' }),
    derived: {
      total: having({ inspectorate_rating_basis: 'derived' }),
      ...byRating({ inspectorate_rating_basis: 'derived' }),
    },
    category_of_concern: { total: Object.values(concern).reduce((sum, count) => sum + count, 0), ...concern },
  }
}
