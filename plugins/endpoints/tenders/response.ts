import {
  choice,
  date,
  flag,
  integer,
  list,
  number,
  object,
  optional,
  orNull,
  scored,
  text,
  type Shape,
} from '@domesday/core'
import { regions } from '@domesday/vocabulary-procurement'

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[\s_-]+/g, ' ')

/** A region in any case. Other text is kept, so that the error can quote it. */
export const region: Shape<(typeof regions)[number]> = {
  ...choice(regions, 'Where the work is done: a nation or an English region'),
  clean: (raw: string): string => regions.find((name) => folded(name) === folded(raw)) ?? raw,
}

export const response = {
  query: object({
    sector: optional(text('Words that were sought in the notices')),
    region: optional(text('Where the work is done')),
    published_from: date('Notices published or changed from this day on'),
  }),
  tenders: list(
    object({
      title: orNull(text('Of the procurement')),
      status: choice(
        ['open', 'awarded', 'closed'],
        'closed where the deadline has passed, or the procurement was given up',
      ),
      value: orNull(
        number('What was awarded, else what was estimated, without VAT; null where none is stated, or a placeholder'),
      ),
      currency: orNull(text('Of the value')),
      published: orNull(date('Of the notice')),
      deadline: orNull(date('The last day for tenders')),
      awarded_on: orNull(date('When it was awarded')),
      buyer: orNull(text('The public body')),
      suppliers: list(text('Name'), 'Who it was awarded to'),
      regions: list(text(), 'Where the work is done; none where it is not stated'),
      cpv_codes: list(text(), 'Classification of what is bought (CPV)'),
      cpv: list(
        object({
          code: text('Eight digits'),
          division: orNull(text('What its first two digits stand for; null where they stand for nothing')),
        }),
        'The same with their words',
      ),
      source: text('The portal whose notice this is'),
      also_in: list(text(), 'Other portals that published it'),
      reference: text('The notice in that portal'),
      url: text({ description: 'Its page', format: 'uri' }),
    }),
    'Newest first, 100 at most',
  ),
  total: orNull(
    integer(
      'All that the portals hold; what was seen to stand in two of them counts once. Null where a portal could not be read',
    ),
  ),
  total_at_least: integer('The total, or where it is not known what was read of it'),
  summary: object({
    open: orNull(integer('Of the total')),
    awarded: orNull(integer('Of the total')),
    closed: orNull(integer('Of the total')),
    open_at_least: integer('The open ones, or where they are not known those that were read'),
    avg_value: orNull(
      number({
        description: 'Mean of the values stated in pounds, over the newest hundred of each portal',
        unit: 'GBP',
      }),
    ),
    valued: integer('How many values it is the mean of'),
    complete: flag(
      'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
    ),
  }),
  procurement_opportunity_score: scored,
}
