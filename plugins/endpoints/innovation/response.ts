import { choice, date, flag, integer, list, number, object, orNull, scored, text } from '@domesday/core'
import { industry } from '@domesday/source-companies-house'

const url = text({ description: 'Its page', format: 'uri' })

export const response = {
  entity: object({
    company_number: text('Eight characters'),
    name: text('Registered name'),
    status: orNull(text('active, dissolved, liquidation …; null for kinds of company that have none')),
    incorporated: orNull(date('When it was formed or registered')),
    sic_codes: list(text('Five digits'), 'Standard industrial classification of 2007'),
    sic: list(industry, 'The same with their words'),
  }),
  patents: object({
    total: integer(
      'Inventions (patent families) with the company as an applicant, found by its name and its former ones',
    ),
    publications: integer('Applications and patents that were published on them, at all offices'),
    newest: orNull(date('Of the newest publication')),
    complete: flag('False where there were more publications than are read: then the counts are the least they can be'),
  }),
  'patents.recent': list(
    object({
      number: text('Of the newest publication of the invention'),
      title: orNull(text('In English where there is one')),
      published: orNull(date('Of that publication')),
      first_published: orNull(date('Of the first')),
      offices: list(
        text('Such as GB, EP, US; WO is the international application'),
        'Patent offices that published it',
      ),
      ipc: list(text('Such as H04L 9/08'), 'International patent classification'),
      url,
    }),
    'Newest first, ten at most',
  ),
  'patents.classifications': list(
    object({
      code: text('Subclass of the international patent classification'),
      section: orNull(text('The section that it belongs to')),
      families: integer('Inventions in it'),
    }),
    'Most frequent first, 100 at most',
  ),
  'patents.classifications_total': integer('How many there are'),
  research: object({
    total_projects: integer('Projects of the research councils and Innovate UK that it leads or has a part in'),
    active_projects: integer('Of these, those that run today'),
    led_projects: integer('Of these, those that it leads'),
    awarded_value: orNull(
      number({
        description: 'Awarded to the company itself, as far as amounts are known; null where none of its projects’ is',
        unit: 'GBP',
      }),
    ),
    awards_priced: integer('Projects whose amount is in that sum'),
    complete: flag('False where there were more records than are read: then the counts are the least they can be'),
  }),
  'research.recent': list(
    object({
      title: orNull(text('Of the project')),
      reference: orNull(text("The funder's own")),
      role: choice(
        ['lead', 'participant', 'partner'],
        'participant: it is stated to have a share; partner: it has some part',
      ),
      funder: orNull(text('The council or body that leads the funding')),
      category: orNull(text('Such as Research Grant or Collaborative R&D')),
      is_active: flag('Runs today'),
      start: orNull(date('Of the funding')),
      end: orNull(date('Of the funding')),
      awarded_value: orNull(
        number({ description: 'Awarded to the company itself; null where that is not known', unit: 'GBP' }),
      ),
      url,
    }),
    'Latest start first, ten at most',
  ),
  'research.collaborators': list(
    object({ name: text('As registered'), projects: integer('Shared, of the latest') }),
    'Those first who share most, 100 at most',
  ),
  'research.collaborators_total': integer('How many there are, of the latest projects'),
  grants: object({
    total: integer(
      'Other grants to the company, as funders publish them: by its number, or by name where no number is stated',
    ),
    total_value: number({ description: 'Sum of those in pounds', unit: 'GBP' }),
    funder_count: integer('Who gave them'),
  }),
  funders: list(
    object({
      name: text('Of the funder'),
      awards: integer('Research projects or grants'),
      awarded_value: orNull(
        number({ description: 'To the company itself, as far as amounts are known; null where none is', unit: 'GBP' }),
      ),
      source: text('Where they are published'),
    }),
    'Who funds it, most awards first; 100 at most',
  ),
  funders_total: orNull(integer('How many there are; null where research or other grants could not be read')),
  funders_total_at_least: integer('The total, or where it is not known those that were read'),
  innovation_score: scored,
}
