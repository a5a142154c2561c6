import { choice, date, flag, integer, list, number, object, orNull, point, table, text } from '@domesday/core'
import { groups, phases } from '@domesday/source-gias'
import { ratings } from '@domesday/source-ofsted'

const count = (about: string) => orNull(integer({ description: about, minimum: 0 }))

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
      'One word for the school; Not Inspected also where no word follows from what was found, and the note says so; null where the outcomes are missing',
    ),
  ),
  inspectorate_rating_basis: orNull(
    choice(
      ['graded', 'derived', 'none'],
      'graded: as the inspectorate judged; derived: ours, from a report card or from grades of single areas',
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
  }),
  schools: list(school, 'Nearest first, the nearest 100 at most; their total is in the summary'),
  summary: object({
    radius_km: number({ description: 'How far was looked, by depth', unit: 'km' }),
    phase: orNull(choice(phases, 'The phase that was asked for')),
    total: integer('Schools within the radius, listed or not'),
    outstanding: count('Of all within the radius, as are the next four; null where the outcomes are missing'),
    good: count('Rated Good'),
    requires_improvement: count('Rated Requires Improvement'),
    inadequate: count('Rated Inadequate'),
    not_inspected: count('Not inspected by Ofsted as schools, or without a rating'),
  }),
  'summary.by_phase': table(integer(), 'Schools by phase; those without one under unknown'),
  'summary.by_type_group': table(integer(), 'Schools by group of types'),
}
