import { choice, date, flag, integer, list, number, object, orNull, point, table, text } from '@domesday/core'
import { groups, phases } from '@domesday/source-gias'
import { bases, concerns, ratings } from '@domesday/source-ofsted'

const whole = (about: string) => integer({ description: about, minimum: 0 })
const count = (about: string) => orNull(whole(about))

const school = object({
  urn: text("The register's unique reference number"),
  name: text('As registered'),
  phase: orNull(
    choice(
      phases,
      'Middle schools by what they are deemed; of independent and special schools it follows from the ages',
    ),
  ),
  type: text('As the register has it: voluntary_aided, voluntary_controlled, academy_converter, independent …'),
  type_group: choice(groups, 'Its type, put in one of seven groups'),
  inspectorate_rating: orNull(
    choice(
      [...ratings, 'Not Inspected'],
      'One word for the school, by its newest inspection; null where no single grade is known, as its basis then says, or the outcomes are missing',
    ),
  ),
  inspectorate_rating_basis: orNull(
    choice(
      [...bases, 'none'],
      'graded: as the inspectorate judged; derived: ours, from a category of concern, a report card or grades of single areas; no_single_grade: inspected, here or by others, but no single grade is known; none: not inspected',
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
        rating: choice(ratings, 'As the inspectorate judged'),
        inspected_on: orNull(date('First day of the inspection')),
      },
      'The last single grade, however old; null where none is published',
    ),
  ),
  age_low: orNull(integer({ description: 'Youngest age taught', unit: 'years' })),
  age_high: orNull(integer({ description: 'Age of leaving', unit: 'years' })),
  gender: orNull(text('mixed, boys or girls')),
  religious_character: orNull(text('Where there is one')),
  pupils: orNull(integer('On the roll at the last census')),
  postcode: orNull(text('Its own')),
  distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
  coordinates: orNull(point()),
  closing: flag('Open, but proposed to close'),
  closes_on: orNull(date('The day proposed')),
})

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    coordinates: orNull(point()),
    inspectorate: orNull(
      object(
        { name: text('Who inspects state schools there'), note: text('Whether that comes to a single grade') },
        'Of the nation that the postcode is in; null where it is in none of the four',
      ),
    ),
  }),
  schools: list(school, 'Nearest first, the nearest 100 at most; their total is in the summary'),
  summary: object({
    radius_km: number({ description: 'How far was looked, by depth', unit: 'km' }),
    phase: orNull(choice(phases, 'The phase that was asked for')),
    total: integer('Schools within the radius, listed or not'),
    outstanding: count(
      'Of all within the radius, as are the next five, which add up to the total with it; null where the outcomes are missing',
    ),
    good: count('Rated Good'),
    requires_improvement: count('Rated Requires Improvement, or in the category of that name'),
    inadequate: count('Rated Inadequate, or in special measures or serious weaknesses'),
    not_inspected: count('Of which no inspection is known'),
    no_single_grade: count('Inspected, here or by others, without a single grade that is known'),
    derived: orNull(
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
    ),
    category_of_concern: orNull(
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
    ),
  }),
  'summary.by_phase': table(integer(), 'Schools by phase; those without one under unknown'),
  'summary.by_type_group': table(integer(), 'Schools by group of types'),
}
