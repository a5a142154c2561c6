/** Who stands one step from a company, as answers show it. */
import { choice, date, integer, list, object, orNull, subject, text, type Of } from '@domesday/core'
import { matchShape } from '@domesday/vocabulary-companies'

const states = ['insolvent', 'petition', 'dissolved', 'sanctioned', 'disqualified', 'identity_overdue'] as const
const stateShape = object({
  state: choice(states, {
    description: 'What speaks against it',
    tones: { bad: ['insolvent', 'petition', 'sanctioned', 'disqualified'], fair: ['dissolved', 'identity_overdue'] },
  }),
  since: orNull(date('Its first day, where it is known')),
  until: orNull(date('Its last day; null while it has no end')),
  detail: text('The finding, in a sentence'),
})
export type StateRow = Of<typeof stateShape>

const memberShape = object({
  name: text('As the register of the company has it'),
  roles: list(text(), 'director, owner, majority owner, chargee'),
  company_number: subject('company', orNull(text('Of a company, where it states one of the United Kingdom'))),
  officer_id: subject('person', orNull(text('Of a director: what the director look-up takes'))),
  states: orNull(
    list(stateShape, 'None where nothing speaks against it; null where it was not followed, or could not be'),
  ),
  match: orNull(matchShape),
})
export type Member = Of<typeof memberShape>

export const failureShape = object({
  company_number: subject('company', text('Eight characters')),
  company_name: text('Registered name'),
  director: text('Who ran it then, or within a year before'),
  began: date('When its insolvency began'),
  type: text('Such as creditors-voluntary-liquidation; solvent windings-up are left out'),
})

const followedShape = object({
  directors: orNull(integer('Those who were looked up')),
  directors_total: orNull(integer('Natural persons who run it today')),
  companies: integer('Those that were looked up: others are foreign, state no number, or lie beyond the limit'),
  companies_total: integer(
    'Companies that own more than 25 % of it or sit on its board, as far as its officers and owners are known',
  ),
  posts: orNull(integer('Those that were read')),
  posts_total: orNull(integer('Posts that the directors whose records were read hold or held')),
})
export const circleShape = object(
  {
    followed: followedShape,
    failures: orNull(list(failureShape, 'Companies that failed under its directors, as far as they were looked up')),
    members: list(memberShape, 'Those with something against them first; 100 at most'),
  },
  { title: 'Circle' },
)
