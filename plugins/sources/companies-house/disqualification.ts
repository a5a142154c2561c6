import {
  choice,
  date,
  day,
  described,
  list,
  many,
  object,
  orNull,
  present,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { born, companiesHouse, idIn, itemsOf, readBirth, type Page } from './register.ts'

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

interface WireDisqualifiedHit {
  readonly title?: string | null
  readonly date_of_birth?: string | null
  readonly links?: { readonly self?: string | readonly string[] } | null
}

/** Disqualified people and companies by name, including expired disqualifications. Similar names match too. */
export const disqualifiedSearch = companiesHouse.get('disqualified-search', {
  demands: ['items?[].title', 'items?[].links.self'],
  path: (name: string) => ['/search/disqualified-officers', { q: name, items_per_page: 100 }],
  digest: hitsShape,
  read: (page: Page<WireDisqualifiedHit>) =>
    itemsOf(page).flatMap((hit): readonly DisqualifiedHit[] => {
      const [link] = many(hit.links?.self),
        name = stated(hit.title)
      const natural = idIn(link, 'natural'),
        id = natural ?? idIn(link, 'corporate')
      if (id === null || name === null) return []
      return [{ kind: natural === null ? 'corporate' : 'natural', id, name, born: readBirth(hit.date_of_birth) }]
    }),
})

const companies = list(text('Name of a company'), 'The companies over which it came about')
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

interface WireDisqualified {
  readonly name?: string | null
  readonly forename?: string | null
  readonly other_forenames?: string | null
  readonly surname?: string | null
  readonly date_of_birth?: string | null
  readonly disqualifications?:
    | readonly {
        readonly disqualified_from?: string
        readonly disqualified_until?: string
        readonly disqualification_type?: string | null
        readonly undertaken_on?: string
        readonly heard_on?: string
        readonly court_name?: string | null
        readonly case_identifier?: string | null
        readonly company_names?: readonly string[] | null
        readonly reason?: WireReason | null
      }[]
    | null
  readonly permissions_to_act?:
    | readonly {
        readonly company_names?: readonly string[] | null
        readonly granted_on?: string
        readonly expires_on?: string
      }[]
    | null
}

interface WireReason {
  readonly act?: string | null
  readonly section?: string | null
  readonly article?: string | null
  readonly description_identifier?: string | null
}

const endless = '9999-12-31'

/** The disqualifications of a person or company. Expired ones stay listed: compare `until` with today. */
export const disqualified = companiesHouse.get('disqualified', {
  demands: ['disqualifications'],
  path: ({ kind, id }: DisqualifiedId) => `/disqualified-officers/${kind}/${encodeURIComponent(id)}`,
  digest: disqualifiedShape,
  read: (wire: WireDisqualified, { kind, id }) => ({
    kind,
    id,
    name:
      stated(wire.name) ??
      ([wire.forename, wire.other_forenames, wire.surname].flatMap((part) => stated(part) ?? []).join(' ') ||
        'Name not public'),
    born: readBirth(kind === 'natural' ? present(wire.date_of_birth, 'date_of_birth') : wire.date_of_birth),
    disqualifications: (present(wire.disqualifications, 'disqualifications') ?? []).map((one) => ({
      from: day(one.disqualified_from),
      until: one.disqualified_until === endless ? null : day(one.disqualified_until),
      type: stated(one.disqualification_type),
      decided: day(one.undertaken_on ?? one.heard_on),
      court: stated(one.court_name),
      case_id: stated(one.case_identifier),
      reason: stated(one.reason?.description_identifier),
      act: stated(one.reason?.act),
      section: stated(one.reason?.section ?? one.reason?.article),
      // Sanctions are not about a company.
      companies: (
        (one.disqualification_type === 'sanction' ? one.company_names : present(one.company_names, 'company_names')) ??
        []
      ).flatMap((name) => stated(name) ?? []),
    })),
    permissions: (wire.permissions_to_act ?? []).map((one) => ({
      companies: (one.company_names ?? []).flatMap((name) => stated(name) ?? []),
      granted: day(one.granted_on),
      expires: day(one.expires_on),
    })),
  }),
})
