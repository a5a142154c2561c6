/** A person who runs companies: the record of appointments and disqualifications, and what follows from it. */
import { derive, nameMatch, params, phrase, subject } from '@domesday/core'
import { bansOf, personOf } from '@domesday/source-companies-house'

export * from './bans.ts'
export * from './network.ts'
export * from './notices.ts'
export * from './portfolio.ts'
export * from './records.ts'

/** The person of a path, by name or officer id. */
export const atPerson = () => {
  const asked = params({
    name_or_id: subject(
      {
        id: 'person',
        title: 'A person',
        forms: [{ title: 'officer id', pattern: '^[A-Za-z0-9_-]{27}$' }],
        named: 'as a person’s name',
      },
      phrase({
        description: 'A name, or the officer id of 27 characters that the company look-up gives',
        examples: ['Perrin Vasswood'],
      }),
    ),
    match: nameMatch,
  })
  const { person, matched } = personOf(asked)
  const named = derive(person, ({ appointments, ...rest }) => ({
    ...rest,
    companies: appointments.flatMap(({ company }) => company.company_name ?? []),
  }))
  return { person, bans: bansOf(named), subject: { asked, required: [person], matched } }
}
