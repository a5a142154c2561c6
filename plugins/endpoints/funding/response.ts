import { choice, date, flag, integer, list, number, object, orNull, scored, text } from '@domesday/core'

const url = text({ description: 'Its page', format: 'uri' })

export const response = {
  query: text('What was asked'),
  grants: object({
    total: integer('Grants awarded, as funders publish them, that hold every word'),
    total_value: number({ description: 'Sum of those in pounds', unit: 'GBP' }),
    funder_count: integer('Who gave them'),
    complete: flag('False where more match than are read: then value and funders are the least they can be'),
  }),
  'grants.items': list(
    object({
      title: orNull(text('Of the grant')),
      programme: orNull(text('Of the funder')),
      amount: orNull(number('As awarded')),
      currency: orNull(text('Of the amount, three letters')),
      awarded_on: orNull(date('When it was awarded')),
      funder: orNull(text('Who gave it')),
      recipient: orNull(text('Who got it; null for grants to people')),
      reference: text('Its id in the 360Giving standard'),
      url,
    }),
    'Latest award first, 100 at most',
  ),
  research: object({
    total_projects: integer(
      'Projects of the research councils and Innovate UK, running and ended, whose title or abstract holds every word',
    ),
  }),
  'research.projects': list(
    object({
      title: orNull(text('Of the project')),
      reference: orNull(text("The funder's own")),
      funder: orNull(text('The council or body that leads the funding')),
      category: orNull(text('Such as Research Grant or Collaborative R&D')),
      status: orNull(text('Active or Closed')),
      start: orNull(date('Of the funding')),
      end: orNull(date('Of the funding')),
      lead_organisation: orNull(text('Where the project states it')),
      url,
    }),
    'The most relevant, 100 at most',
  ),
  contracts: object({
    total: orNull(
      integer(
        'Public contracts on the subject, open, awarded and closed; what was seen to stand in both portals counts once. ' +
          'Null where a portal could not be read',
      ),
    ),
    total_at_least: integer('The total, or where it is not known what was read of it'),
    open: orNull(integer('Open to bid for today; null where a portal could not be read')),
    open_at_least: integer('The open ones, or where they are not known those that were read'),
    complete: flag(
      'False where a portal holds more than is read: then the counts are estimates; and where one could not be read: then there are none',
    ),
    published_from: date('Notices published or changed from this day on'),
  }),
  'contracts.items': list(
    object({
      title: orNull(text('Of the procurement')),
      status: choice(
        ['open', 'awarded', 'closed'],
        'closed where the deadline has passed, or the procurement was given up',
      ),
      value: orNull(number('What was awarded, else what was estimated, without VAT')),
      currency: orNull(text('Of the value, three letters')),
      published: orNull(date('Of the notice')),
      deadline: orNull(date('The last day for tenders')),
      buyer: orNull(text('The public body')),
      source: text('The portal whose notice this is'),
      also_in: list(text(), 'The other portal, where it has it too'),
      url,
    }),
    'Newest first, 100 at most',
  ),
  funding_score: scored,
}
