/** The outcome of a school's inspections as it is published. */
import { choice, date, object, orNull, table, text, type Of, type Shape } from '@domesday/core'
import { concerns } from './inspection.ts'
import { noteOf } from './note.ts'
import { bases, type InspectionOutcome } from './outcome.ts'
import { ratings, ratingTones } from './rating.ts'

/** Their words also tell of a school without an outcome. */
export const publishedFields = {
  inspectorate_rating: orNull(
    choice([...ratings, 'Not Inspected'], {
      description:
        'One word for the school, by its newest inspection; null where no single grade is known, as its basis then says, or the outcomes are missing',
      tones: ratingTones,
    }),
  ),
  inspectorate_rating_basis: orNull(
    choice(
      [...bases, 'unknown', 'none'],
      'graded: as the inspectorate judged; derived: ours, from a category of concern, a report card or grades of single areas; no_single_grade: inspected, here or by others, but no single grade is known; unknown: no inspection under its own number is known, and it succeeded another school or opened after the day to which the outcomes reach; none: not inspected, and no school stood before it',
    ),
  ),
  category_of_concern: orNull(
    choice(
      concerns,
      'The category in which Ofsted has the school; it outranks every grade. other: one that is not known here, with which no rating is shown',
    ),
  ),
  inspected_on: orNull(date('First day of the inspection that the rating rests on; without a rating, of the newest')),
  rating_note: orNull(text('What should be known of the rating')),
  report_card: orNull(
    object(
      {
        inspected_on: orNull(date('First day of the inspection')),
        grades: table(text(), "The inspectorate's words by area; safeguarding is Met or Not met"),
      },
      'Where there is one: schools have had them since November 2025',
    ),
  ),
  last_overall_grade: orNull(
    object(
      {
        rating: choice(ratings, { description: 'As the inspectorate judged', tones: ratingTones }),
        inspected_on: orNull(date('First day of the inspection')),
      },
      'The last single grade, however old; null where none is published',
    ),
  ),
}
const fields = object(publishedFields)
export interface Published extends Of<typeof fields> {}
export const publishedShape: Shape<Published> = fields

export const publishedOf = (outcome: InspectionOutcome): Published => ({
  inspectorate_rating: outcome.rating,
  inspectorate_rating_basis: outcome.basis,
  category_of_concern: outcome.concern,
  inspected_on: outcome.on,
  rating_note: noteOf(outcome),
  report_card: outcome.reportCard && { inspected_on: outcome.reportCard.on, grades: outcome.reportCard.areas },
  last_overall_grade: outcome.lastGrade && {
    rating: outcome.lastGrade.rating,
    inspected_on: outcome.lastGrade.on,
  },
})
