import { choice, date, flag, integer, list, object, orNull, scored, text } from '@domesday/core'

const url = { description: 'Its page', format: 'uri' }

export const response = {
  query: text('What was asked'),
  legislation: list(
    object({
      title: text('As enacted or made'),
      type: text('Short code of legislation.gov.uk: ukpga, uksi, asp, ssi, asc, wsi, nia, nisr …'),
      type_name: orNull(text('The same in words; null for a type that is not known here')),
      year: orNull(text('Calendar year')),
      made: orNull(date('When it was enacted or made')),
      url: text(url),
    }),
    'The first twenty that match, by relevance',
  ),
  total_legislation: integer('All that match, over all types'),
  matched_in: choice(['title', 'text'], 'Where the words stand: in bodies only where no title holds them'),
  pending_bills: list(
    object({
      title: text('Short title'),
      stage: orNull(text('Such as 2nd reading; null before it is presented')),
      house: orNull(text('The House that it is in')),
      government_bill: flag('Brought in by the government; all others are of members, or private'),
      updated: orNull(date('When it last moved')),
      url: text(url),
    }),
    'Bills of this session whose titles hold the words, last moved first, 100 at most',
  ),
  total_bills: integer('All pending bills that match'),
  regulatory_relevance_score: scored,
}
