/** Companies one step away: those that own a company or sit on its board, and how each stands. */
import { derive, each, maybe, whole, type Node } from '@domesday/core'
import {
  hasEnded,
  insolvency,
  isDirecting,
  isInsolvent,
  profile,
  type Insolvency,
  type Officer,
  type Owner,
  type Profile,
} from '@domesday/source-companies-house'
import { gazetteStateOf, noticesOfEach, type Notice, type State } from '@domesday/source-gazette'
import {
  dated,
  insolvenciesIn,
  insolvencyStanding,
  servingOf,
  type CompanyFile,
  type InsolvencyState,
} from '@domesday/subject-company'
import { companyNumber, plainName, type Match } from '@domesday/vocabulary-companies'
import type { StateRow } from './member.ts'
import type { Plan } from './plan.ts'

export interface Body {
  readonly name: string
  /** Null where it stated none, or none of a register of the United Kingdom. */
  readonly number: string | null
  readonly roles: readonly ('owner' | 'director')[]
  /** It holds more than half of the shares or votes. */
  readonly isParent: boolean
}

const british =
  /^(?!.*new south wales)(.*\b(england|wales|scotland|northern ireland|united kingdom|great britain|uk|u\.k\.)\b)/i
/** The country decides; where none is stated the register does, and where neither is, the name has to agree. */
const mayBeBritish = ({ country_registered: country, place_registered: place }: Owner): boolean =>
  country === null ? place === null || british.test(place) || /companies house/i.test(place) : british.test(country)

/** A body of a register that nobody can ask here. */
export const isAbroad = (owner: Owner): boolean =>
  (owner.kind === 'corporate-entity' || owner.kind === 'legal-person') && !mayBeBritish(owner)

export const isMajority = ({ control }: Pick<Owner, 'control'>): boolean =>
  control.some((nature) => /(50-to-75|75-to-100)-percent/.test(nature))

const ownerIn = (owner: Owner): Body => ({
  name: owner.name ?? 'an owner who is not named',
  number: mayBeBritish(owner) ? companyNumber(owner.registration_number) : null,
  roles: ['owner'],
  isParent: isMajority(owner),
})
const officerIn = ({ name, registration_number }: Officer): Body => ({
  name,
  number: companyNumber(registration_number),
  roles: ['director'],
  isParent: false,
})

/** Each once, parents first, then other owners. A company that names itself is no other. */
const bodiesIn = (own: string, owners: readonly Owner[], serving: readonly Officer[]): readonly Body[] => {
  const owning = owners.filter(
    ({ current, kind }) => current && (kind === 'corporate-entity' || kind === 'legal-person'),
  )
  const sitting = serving.filter(({ is_corporate, role }) => is_corporate && isDirecting(role))
  const all = [...owning.map(ownerIn), ...sitting.map(officerIn)].filter(({ number }) => number !== own)
  return [...Map.groupBy(all, ({ number, name }) => number ?? plainName(name)).values()]
    .map((of): Body => ({
      ...of[0]!,
      roles: [...new Set(of.flatMap(({ roles }) => roles))],
      isParent: of.some(({ isParent }) => isParent),
    }))
    .toSorted(
      (a, b) => Number(b.isParent) - Number(a.isParent) || Number(b.number !== null) - Number(a.number !== null),
    )
}

/** Whether the number is that of the company that was named: it is filed by hand, and one digit off is another's. */
const bodyMatch = ({ name }: Body, { name: current, formerNames }: Profile): Match => {
  const names = [current, ...formerNames.map((former) => former.name)].map(plainName)
  const agrees = names.includes(plainName(name))
  return {
    by: 'number',
    agreed: agrees ? ['number', 'name'] : ['number'],
    against: agrees ? [] : ['name'],
    sure: agrees ? 'certain' : 'possible',
  }
}

/** A company that was followed. */
export interface Followed extends Body {
  readonly number: string
  readonly profile: Profile
  readonly match: Match
  /** Null where its cases failed, or were beyond the limit. */
  readonly cases: Insolvency | null
  /** Null where the Gazette was not asked. */
  readonly notices: readonly Notice[] | null
}
interface Bodies {
  readonly all: Node<readonly Body[]>
  readonly followed: Node<readonly Followed[]>
}

/** Follows as many as the plan has calls for: one for each, and one more where its status tells of insolvency. */
export const bodiesOf = ({ profile: own, officers, owners }: CompanyFile, plan: Node<Plan>): Bodies => {
  const known = { own, officers: maybe(officers), owners: maybe(owners) }
  const all = derive(known, ({ own, officers, owners }) =>
    hasEnded(own.status)
      ? []
      : bodiesIn(own.number, owners?.items ?? [], officers === null ? [] : servingOf(officers, own.status)),
  )
  const asked = derive({ all, plan }, ({ all, plan }) =>
    all.flatMap((body) => (body.number === null ? [] : [{ ...body, number: body.number }])).slice(0, plan.bodies),
  )
  const profiles = maybe(each(maybe(profile), asked, (asked) => asked.map(({ number }) => number)))
  const found = derive({ asked, profiles }, ({ asked, profiles }) =>
    asked.flatMap((body, i) => {
      const profile = profiles?.[i] ?? null
      return profile === null ? [] : [{ ...body, profile, match: bodyMatch(body, profile) }]
    }),
  )
  const troubled = derive({ found, plan }, ({ found, plan }) =>
    found.filter(({ profile }) => isInsolvent(profile.status)).slice(0, plan.casesOfBodies),
  )
  const cases = maybe(each(maybe(insolvency), troubled, (troubled) => troubled.map(({ number }) => number)))
  // A petition stands in the Gazette alone, whose calls are few: that of the parent decides.
  const parents = derive({ found }, ({ found }) =>
    found
      .filter(({ isParent, match, profile }) => isParent && match.sure === 'certain' && !hasEnded(profile.status))
      .slice(0, 1),
  )
  const advertised = maybe(
    noticesOfEach(
      derive(parents, (parents) => parents.map(({ number, profile: { name } }) => ({ number, name, formerNames: [] }))),
    ).notices,
  )
  const followed = derive(
    { found, troubled, cases, parents, advertised },
    ({ found, troubled, cases, parents, advertised }) =>
      found.map((body): Followed => {
        const of = <T>(among: readonly { readonly number: string }[], listed: readonly (T | null)[] | null): T | null =>
          listed?.[among.findIndex(({ number }) => number === body.number)] ?? null
        return { ...body, cases: of(troubled, cases), notices: of(parents, advertised) }
      }),
  )
  return { all: derive({ all }, ({ all }) => whole(all)), followed }
}

const insolventStates: ReadonlySet<InsolvencyState> = new Set([
  'moratorium',
  'arrangement',
  'proceedings',
  'administration',
  'receivership',
  'liquidation',
])
const advertisedAs: Readonly<Partial<Record<State, string>>> = {
  winding_up_order: 'A court ordered it wound up',
  creditors_voluntary: 'It went into creditors’ voluntary liquidation',
  administration: 'It went into administration',
  receivership: 'It went into receivership',
  moratorium: 'A moratorium holds off its creditors',
}

/** How a followed company stands; `unsure` where its liquidation may be solvent. */
export const standingOfBody = (
  { profile, cases, notices }: Followed,
  today: string,
): { readonly states: readonly StateRow[]; readonly unsure: string | null } => {
  const { status, ceased } = profile
  if (hasEnded(status))
    return {
      states: [
        { state: 'dissolved', since: ceased, until: null, detail: `It is ${status}${dated(', since', ceased)}.` },
      ],
      unsure: null,
    }
  const { standing } = gazetteStateOf(notices ?? [], today)
  const petition = standing.petition
  const byPetition: readonly StateRow[] = petition
    ? [
        {
          state: 'petition',
          since: petition.published,
          until: null,
          detail: `The Gazette advertised a petition to wind it up${dated(' on', petition.published)}, and nothing since that dismisses it.`,
        },
      ]
    : []
  const [state, notice] = Object.entries(standing).find(([state]) => state in advertisedAs) ?? []
  const byNotice: readonly StateRow[] =
    state && notice
      ? [
          {
            state: 'insolvent',
            since: notice.published,
            until: null,
            detail: `${advertisedAs[state as State]} (notice${dated(' of', notice.published)}).`,
          },
        ]
      : []
  if (status === 'liquidation' && cases === null && byNotice.length === 0)
    return { states: byPetition, unsure: 'it is in liquidation, and whether that is solvent was not to be had' }
  const register = insolvencyStanding(profile, cases ?? { status: [], cases: [] })
  if (!insolventStates.has(register.state)) return { states: [...byNotice, ...byPetition], unsure: null }
  const begun =
    insolvenciesIn(cases?.cases ?? [])
      .map(({ began }) => began)
      .toSorted()
      .at(-1) ?? null
  return {
    states: [{ state: 'insolvent', since: begun, until: null, detail: register.detail }, ...byPetition],
    unsure: null,
  }
}
