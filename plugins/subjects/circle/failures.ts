/** The companies that failed under those who run this one. */
import { derive, each, maybe, today, type Node } from '@domesday/core'
import {
  appointmentsFrom,
  insolvency,
  isDirecting,
  isInsolvent,
  naturalName,
  owners,
  profile,
  type Appointment,
  type Officer,
  type OfficerRecord,
  type Owners,
  registeredAt,
  type Profile,
} from '@domesday/source-companies-house'
import { insolvenciesIn, monthsAfter, type CompanyFile } from '@domesday/subject-company'
import type { Plan } from './plan.ts'
import { areAlike, isClosing, isOfItsTime, parentsIn } from './alike.ts'

/** A post of one of its directors in another company. */
export interface OtherPost extends Appointment {
  readonly director: string
}
/** An insolvency of a company that a director ran at that time, or within a year before. */
export interface Failure {
  readonly director: string
  readonly number: string
  readonly name: string
  readonly began: string
  readonly type: string
  /** Read of the one alone that may have gone on in this company; null where it failed or was beyond the limit. */
  readonly profile: Profile | null
  readonly owners: Owners | null
}
export interface Past {
  readonly failures: readonly Failure[]
  /** How many companies each of them ran in the last five years. */
  readonly ran: Readonly<Record<string, number>>
  /** How many companies have the postcode of this one; null where it was not asked. */
  readonly neighbours: number | null
  readonly postsTotal: number
  readonly postsRead: number
}

const elsewhere = (
  own: string,
  directors: readonly Officer[],
  records: readonly (OfficerRecord | null)[],
): readonly OtherPost[] =>
  records.flatMap((record, i) =>
    (record?.appointments ?? [])
      .filter(({ role, company }) => isDirecting(role) && company.company_number !== own)
      .map((post) => ({ ...post, director: naturalName(directors[i]!) })),
  )

const since = ({ appointed_on, appointed_before }: Appointment): string => appointed_on ?? appointed_before ?? ''

/** Those in proceedings first, then those that are no more; each once, the latest first. */
const troubledIn = (posts: readonly OtherPost[], today: string): readonly OtherPost[] => {
  const recent = posts.filter(({ resigned_on: left }) => left === null || left >= monthsAfter(today, -72))
  const rank = ({ company: { company_status: status } }: OtherPost): number =>
    isInsolvent(status) ? 0 : status === 'dissolved' ? 1 : 2
  return [
    ...new Map(
      recent
        .toSorted((a, b) => since(a).localeCompare(since(b), 'en'))
        .map((post) => [post.company.company_number, post]),
    ).values(),
  ]
    .filter((post) => rank(post) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || since(b).localeCompare(since(a), 'en'))
}

/** Whether the director ran it when it failed, or within a year before. */
const wasThere = (post: OtherPost, began: string): boolean =>
  since(post) <= began && (post.resigned_on === null || post.resigned_on >= monthsAfter(began, -12))

interface Failed extends Pick<Failure, 'director' | 'number' | 'name' | 'began' | 'type'> {}

/** Asks for the insolvency cases of so many of the companies of these posts, those in proceedings first. */
export const failuresUnder = (
  posts: Node<readonly OtherPost[]>,
  most: Node<number>,
): {
  readonly all: Node<readonly OtherPost[]>
  readonly failed: Node<readonly Failed[]>
  readonly looked: Node<number>
} => {
  const all = derive({ posts, today }, ({ posts, today }) => troubledIn(posts, today))
  const troubled = derive({ all, most }, ({ all, most }) => all.slice(0, most))
  const cases = maybe(
    each(maybe(insolvency), troubled, (troubled) => troubled.map(({ company }) => company.company_number)),
  )
  const failed = derive({ posts, troubled, cases }, ({ posts, troubled, cases }) =>
    troubled.flatMap(({ company: { company_number: number, company_name: name } }, i) =>
      insolvenciesIn(cases?.[i]?.cases ?? []).flatMap(({ began, type }): readonly Failed[] => {
        const post = posts.find((one) => one.company.company_number === number && wasThere(one, began))
        return post ? [{ director: post.director, number, name: name ?? number, began, type }] : []
      }),
    ),
  )
  const looked = derive({ troubled, cases }, ({ troubled, cases }) => troubled.filter((_, i) => cases?.[i]).length)
  return { all, failed, looked }
}

export const pastOf = (
  { profile: own, owners: owning }: CompanyFile,
  directors: Node<readonly Officer[]>,
  plan: Node<Plan>,
): Node<Past> => {
  const asked = derive({ directors, plan }, ({ directors, plan }) =>
    directors.filter(({ officer_id }) => officer_id !== null).slice(0, plan.records),
  )
  const records = maybe(
    each(maybe(appointmentsFrom), asked, (asked) => asked.map(({ officer_id }) => ({ id: officer_id!, start: 0 }))),
  )
  const posts = derive({ own, asked, records }, ({ own, asked, records }) =>
    elsewhere(own.number, asked, records ?? []),
  )
  // The rest of the calls is for what tells whether one of them went on in this company.
  const { failed } = failuresUnder(
    posts,
    derive({ plan }, ({ plan }) => Math.ceil(plan.failures / 2)),
  )
  const near = derive({ failed, own, plan, owning: maybe(owning) }, ({ failed, own, plan, owning }) => {
    const inTime = failed.filter(({ began, type }) => isClosing(type) && isOfItsTime(own.incorporated, began))
    const alike = inTime.find(({ name }) => areAlike(own.name, name))
    const spare = plan.failures - Math.ceil(plan.failures / 2)
    const number = (alike ?? inTime[0])?.number
    const one = number === undefined || (alike === undefined && spare < 3) ? [] : [number]
    return {
      number: number ?? null,
      owners: parentsIn(owning).length > 0 && spare > 0 ? one : [],
      // A name that is alike tells enough; otherwise the office and the trade have to.
      profile: alike === undefined ? one : [],
      postcode: alike === undefined && one.length > 0 && own.postcode !== null ? [own.postcode] : [],
    }
  })
  const profiles = maybe(each(maybe(profile), near, (near) => near.profile))
  const ownersOf = maybe(each(maybe(owners), near, (near) => near.owners))
  const around = maybe(each(maybe(registeredAt), near, (near) => near.postcode))
  return derive(
    { failed, near, profiles, ownersOf, around, posts, asked, records, today },
    ({ failed, near, profiles, ownersOf, around, posts, asked, records, today }): Past => {
      const of = <T>(listed: readonly (T | null)[] | null, number: string): T | null =>
        (number === near.number && listed?.[0]) || null
      const recent = posts.filter(({ resigned_on: left }) => left === null || left >= monthsAfter(today, -60))
      return {
        failures: failed.map((one) => ({
          ...one,
          profile: of(profiles, one.number),
          owners: of(ownersOf, one.number),
        })),
        ran: Object.fromEntries(
          [...Map.groupBy(recent, ({ director }) => director)].map(([director, of]) => [
            director,
            new Set(of.map(({ company }) => company.company_number)).size,
          ]),
        ),
        neighbours: around?.[0]?.total ?? null,
        postsTotal: asked.reduce((sum, _, i) => sum + (records?.[i]?.total ?? 0), 0),
        postsRead: asked.reduce((sum, _, i) => sum + (records?.[i]?.appointments.length ?? 0), 0),
      }
    },
  )
}
