/** Records of officers that are read as one person. */
import { list, object, render, subject, text, type Node, type Of, type Shown } from '@domesday/core'
import type { Person } from '@domesday/source-companies-house'
import { matchShape, type Match } from '@domesday/vocabulary-companies'

const joined: Match = { by: 'name', agreed: ['name', 'month of birth'], against: [], sure: 'likely' }

const joinedShape = list(
  object({ officer_id: subject('person', text('Of the record')), match: matchShape }),
  'Records beside the one that was matched: the register may open another for a new appointment',
)
export const joinedShown = (person: Node<Person>): Shown<Of<typeof joinedShape>> =>
  render(joinedShape, person, ({ officer_ids: [, ...others] }) =>
    others.map((officer_id) => ({ officer_id, match: joined })),
  )
