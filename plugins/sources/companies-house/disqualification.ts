import { day, many, present, stated } from '@domesday/core'
import { companiesHouse, idIn, itemsOf, readBirth, type Page } from './register.ts'

/** Which of the two registers of disqualified officers, and the id in it, which is not an officer id. */
export interface DisqualifiedId {
  readonly kind: 'natural' | 'corporate'
  readonly id: string
}
export interface DisqualifiedHit extends DisqualifiedId {
  readonly name: string
  /** `YYYY-MM`; null for companies, and if the search does not state it. */
  readonly born: string | null
}
interface WireDisqualifiedHit {
  readonly title?: string | null
  readonly date_of_birth?: string | null
  readonly links?: { readonly self?: string | readonly string[] } | null
}

/** Disqualified people and companies by name, including expired disqualifications. Similar names match too. */
export const disqualifiedSearch = companiesHouse.get('disqualified-search', {
  demands: ['items?[].title', 'items?[].links.self'],
  path: (name: string) => ['/search/disqualified-officers', { q: name, items_per_page: 100 }],
  read: (page: Page<WireDisqualifiedHit>): readonly DisqualifiedHit[] =>
    itemsOf(page).flatMap((hit): readonly DisqualifiedHit[] => {
      const [link] = many(hit.links?.self),
        name = stated(hit.title)
      const natural = idIn(link, 'natural'),
        id = natural ?? idIn(link, 'corporate')
      if (id === null || name === null) return []
      return [{ kind: natural === null ? 'corporate' : 'natural', id, name, born: readBirth(hit.date_of_birth) }]
    }),
})

/** One disqualification from acting as a director. */
export interface Disqualification {
  readonly from: string | null
  /** The last day; null if it has no end, as under sanctions. */
  readonly until: string | null
  /** `undertaking`, `court-order` or `sanction` */
  readonly type: string | null
  /** Day of the undertaking, or of the court hearing. */
  readonly decided: string | null
  readonly court: string | null
  readonly caseId: string | null
  /** The reason, such as `order-or-undertaking-and-reporting-provisions`, with act and section. */
  readonly reason: string | null
  readonly act: string | null
  readonly section: string | null
  /** The companies that led to the disqualification. */
  readonly companies: readonly string[]
}
export interface Disqualified extends DisqualifiedId {
  readonly name: string
  /** `YYYY-MM` */
  readonly born: string | null
  readonly disqualifications: readonly Disqualification[]
  /** Companies that the person may act for with the court's permission. */
  readonly permissions: readonly {
    readonly companies: readonly string[]
    readonly granted: string | null
    readonly expires: string | null
  }[]
}

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
  read: (wire: WireDisqualified, { kind, id }): Disqualified => ({
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
      caseId: stated(one.case_identifier),
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
