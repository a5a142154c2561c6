import {
  choice,
  date,
  day,
  described,
  list,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Shape,
} from '@domesday/core'
import { born, companiesHouse, idIn, pageSent, readBirth } from './register.ts'

const idFields = {
  kind: choice(['natural', 'corporate'], 'Which of the two registers of disqualified officers'),
  id: text('Of that register; it is no officer id'),
  name: text(),
  // Null for companies, and if the search does not state it.
  born,
}
const hitFields = object(idFields)
export interface DisqualifiedHit extends Of<typeof hitFields> {}
const hitsShape: Shape<readonly DisqualifiedHit[]> = list(hitFields)
export type DisqualifiedId = Pick<DisqualifiedHit, 'kind' | 'id'>

const { text: words, must, often } = sent
/** Held against the register's search and disqualified-officers-delta-consumer: a birth is stated only where known. */
const hitsWire = wire({
  ...pageSent,
  items: must([
    {
      title: must(words),
      // A text, or a list of one.
      links: must({ self: must([words]) }),
      date_of_birth: words,
      ...sent.unread(
        'address',
        'address_snippet',
        'description',
        'description_identifiers',
        'kind',
        'matches',
        'snippet',
      ),
    },
  ]),
})

/** Disqualified people and companies by name, including expired disqualifications. Similar names match too. */
export const disqualifiedSearch = companiesHouse.get('disqualified-search', {
  wire: hitsWire,
  path: (name: string) => ['/search/disqualified-officers', { q: name, items_per_page: 100 }],
  digest: hitsShape,
  read: ({ items }) =>
    items.flatMap((hit): readonly DisqualifiedHit[] => {
      const [link] = hit.links.self,
        name = stated(hit.title)
      const natural = idIn(link, 'natural'),
        id = natural ?? idIn(link, 'corporate')
      if (id === null || name === null) return []
      return [{ kind: natural === null ? 'corporate' : 'natural', id, name, born: readBirth(hit.date_of_birth) }]
    }),
})

const companies = list(text('Name of a company'), 'The companies over which it came about; none of many grounds')
/** What answers show of a disqualification as it is. */
export const disqualificationFields = {
  from: orNull(date('The first day')),
  until: orNull(date('The last day; null where it has no end, as under sanctions')),
  type: orNull(text('undertaking, court-order or sanction')),
  decided: orNull(date('When it was undertaken or heard')),
  court: orNull(text('The court that made the order; none of an undertaking')),
  case_id: orNull(text('Of the court or of the Insolvency Service')),
  reason: orNull(text('The ground in law')),
  act: orNull(text('Such as company-directors-disqualification-act-1986')),
  section: orNull(text('Of that act; an article in Northern Ireland')),
  companies,
  last_variation: orNull(
    object(
      {
        varied: orNull(date('When it was changed')),
        court: orNull(text('The court that changed it')),
        case_id: orNull(text('Of that court')),
      },
      'The last change of its terms; null where there was none',
    ),
  ),
}
const ban = object(disqualificationFields)
/** One disqualification from acting as a director. */
export interface Disqualification extends Of<typeof ban> {}
const disqualificationShape: Shape<Disqualification> = ban

export const permissionsShape = list(
  object({
    companies: described(companies, 'What the leave is for'),
    granted: orNull(date('When the court gave leave')),
    expires: orNull(date('The last day of the leave')),
    court: orNull(text('The court that gave it')),
    purpose: orNull(text('What it is for, where that is stated; its conditions stand in the order alone')),
  }),
  'Companies that the person may act for all the same, by leave of a court',
)
const disqualifiedFields = object({
  ...idFields,
  disqualifications: list(disqualificationShape),
  permissions: permissionsShape,
})
export interface Disqualified extends Of<typeof disqualifiedFields> {}
const disqualifiedShape: Shape<Disqualified> = disqualifiedFields

/**
 * Held against the register's schema and disqualified-officers-delta-consumer of May 2026: a ban on conviction names no
 * company, and who was sanctioned may have no date of birth. A ban without its days is read as one without an end.
 */
const disqualifiedWire = wire({
  disqualifications: must([
    {
      disqualification_type: often(words),
      disqualified_from: often(words),
      disqualified_until: often(words),
      undertaken_on: words,
      heard_on: words,
      court_name: words,
      case_identifier: words,
      company_names: [words],
      reason: { act: words, section: words, article: words, description_identifier: words },
      // An object, and a list of one until 2025.
      last_variation: [{ varied_on: words, case_identifier: words, court_name: words }],
      address: sent.ignored,
    },
  ]),
  name: words,
  forename: words,
  other_forenames: words,
  surname: words,
  date_of_birth: words,
  permissions_to_act: [
    { company_names: [words], granted_on: words, expires_on: words, court_name: words, purpose: words },
  ],
  ...sent.unread(
    'company_number',
    'country_of_registration',
    'etag',
    'honours',
    'kind',
    'links',
    'nationality',
    'person_number',
    'title',
  ),
})

const endless = '9999-12-31'

const readVariation = (
  wire: { readonly [K in 'varied_on' | 'court_name' | 'case_identifier']?: string | null } | undefined,
): Disqualification['last_variation'] =>
  wire === undefined
    ? null
    : { varied: day(wire.varied_on), court: stated(wire.court_name), case_id: stated(wire.case_identifier) }

/** The disqualifications of a person or company. Expired ones stay listed: compare `until` with today. */
export const disqualified = companiesHouse.get('disqualified', {
  version: 3,
  wire: disqualifiedWire,
  path: ({ kind, id }: DisqualifiedId) => `/disqualified-officers/${kind}/${encodeURIComponent(id)}`,
  digest: disqualifiedShape,
  read: (wire, { kind, id }) => ({
    kind,
    id,
    name:
      stated(wire.name) ??
      ([wire.forename, wire.other_forenames, wire.surname].flatMap((part) => stated(part) ?? []).join(' ') ||
        'Name not public'),
    born: readBirth(wire.date_of_birth),
    disqualifications: wire.disqualifications.map((one) => ({
      from: day(one.disqualified_from),
      until: one.disqualified_until === endless ? null : day(one.disqualified_until),
      type: stated(one.disqualification_type),
      decided: day(one.undertaken_on ?? one.heard_on),
      court: stated(one.court_name),
      case_id: stated(one.case_identifier),
      reason: stated(one.reason?.description_identifier),
      act: stated(one.reason?.act),
      section: stated(one.reason?.section ?? one.reason?.article),
      companies: (one.company_names ?? []).flatMap((name) => stated(name) ?? []),
      last_variation: readVariation(one.last_variation?.[0]),
    })),
    permissions: (wire.permissions_to_act ?? []).map((one) => ({
      companies: (one.company_names ?? []).flatMap((name) => stated(name) ?? []),
      granted: day(one.granted_on),
      expires: day(one.expires_on),
      court: stated(one.court_name),
      purpose: stated(one.purpose),
    })),
  }),
})
