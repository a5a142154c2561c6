/** A procurement process, merged from a portal's releases. */
import { day, distinct, many, stated, type Harvest } from '@domesday/core'
import { plainName } from '@domesday/vocabulary-companies'
import { money, sums, type Money } from './money.ts'
import { awardsOf, codesOf, isFramework, itemsOf, lotsOf, ocidsOf, regionsOf, voidIn, type Award } from './release.ts'
import type { Release } from './release-wire.ts'

/**
 * One procurement, from all its releases so far. An amendment states only what it changes: null and `[]` mean "not
 * stated".
 */
export interface Process {
  readonly ocid: string
  readonly ocids: readonly string[]
  /** The newest notice and its page. */
  readonly notice: string
  readonly url: string
  /** When the newest notice was released: an ISO day or time. */
  readonly at: string
  readonly title: string | null
  readonly description: string | null
  readonly buyer: string | null
  /** planned, active, complete, cancelled, unsuccessful, withdrawn. */
  readonly stage: string | null
  /** In each currency. */
  readonly estimate: readonly Money[]
  /** Whether what is awarded is a framework agreement. */
  readonly framework: boolean
  readonly published: string | null
  readonly deadline: string | null
  readonly regions: readonly string[]
  readonly cpv: readonly string[]
  /** The descriptions of the classification codes. */
  readonly subjects: readonly string[]
  readonly awards: readonly Award[]
  /** Awards that are decided, while nothing is signed; absent if there are none. */
  readonly intended?: readonly Award[]
  /** Ids of awards that were cancelled or failed; absent if there are none. */
  readonly voided?: readonly string[]
  /** Numbers and plain names of suppliers, for the index. */
  readonly companies: readonly string[]
  readonly suppliers: readonly string[]
}

/** Longer than most contracts run: one that was won four years ago may still be running. */
export const processKeep: NonNullable<Harvest['keep']> = { days: 5 * 365, date: ({ at }: Process) => at }

const indexed = (process: Omit<Process, 'companies' | 'suppliers'>): Process => {
  const suppliers = process.awards.flatMap((award) => award.suppliers)
  return {
    ...process,
    companies: distinct(suppliers.map(({ company }) => company)),
    suppliers: distinct(suppliers.map(({ name }) => plainName(name))),
  }
}

/** The id and web page of a release's notice; null if it has none. */
export type Page = (release: Release) => { readonly id: string; readonly url: string } | null

/**
 * The process according to one release. Null for plans and market engagement, which have no tender yet, and without an
 * OCID or date.
 */
export const processOf = (release: Release, pageOf: Page): Process | null => {
  const { ocid, date, tag } = release
  const tender = release.tender ?? {}
  const published = day(date),
    { made: awards, intended } = awardsOf(release)
  if (
    !ocid ||
    published === null ||
    many(tag).every((word) => word.startsWith('planning')) ||
    (tender.status === 'planned' && awards.length + intended.length === 0)
  )
    return null
  const page = pageOf(release)
  if (page === null) return null
  const items = itemsOf(release),
    whole = money(tender.value)
  const codes = codesOf([tender, ...items])
  const voided = voidIn(release)
  return indexed({
    ocid,
    ocids: ocidsOf(release),
    notice: page.id,
    url: page.url,
    at: date,
    title: stated(tender.title),
    description: stated(tender.description)?.slice(0, 600) ?? null,
    buyer:
      stated(release.buyer?.name) ??
      stated(many(release.parties).find(({ roles }) => many(roles).includes('buyer'))?.name),
    stage: stated(tender.status),
    estimate: whole ? [whole] : sums(lotsOf(tender).map((lot) => money(lot.value))),
    framework: isFramework(tender),
    published,
    deadline: day(tender.tenderPeriod?.endDate),
    regions: regionsOf(items),
    cpv: distinct(codes.map(({ id }) => id)),
    subjects: distinct(codes.map(({ description }) => stated(description))).slice(0, 10),
    awards,
    ...(intended.length > 0 && { intended }),
    ...(voided.length > 0 && { voided }),
  })
}

const nextIfStated = <T>(old: readonly T[], next: readonly T[]): readonly T[] => (next.length > 0 ? next : old)
const amended = (old: Award | undefined, next: Award): Award =>
  old === undefined
    ? next
    : {
        id: next.id,
        worth: nextIfStated(old.worth, next.worth),
        date: old.date ?? next.date,
        lots: nextIfStated(old.lots, next.lots),
        suppliers: nextIfStated(old.suppliers, next.suppliers),
      }

/** Some portals date releases by day only: on the same day the award is later. */
const isLater = (a: Process, b: Process): boolean => {
  const difference = Date.parse(a.at) - Date.parse(b.at)
  return difference > 0 || (difference === 0 && a.awards.length > b.awards.length)
}

/** Merges two states of a process: values of the later state win if stated. */
export const merged = (a: Process, b: Process): Process => {
  const [old, next] = isLater(a, b) ? [b, a] : [a, b]
  const nowVoid = new Set(next.voided),
    nowMade = new Set(next.awards.map(({ id }) => id))
  const before = new Map(old.awards.filter(({ id }) => !nowVoid.has(id)).map((award) => [award.id, award]))
  const voided = distinct([...(next.voided ?? []), ...(old.voided ?? []).filter((id) => !nowMade.has(id))])
  const intended = nextIfStated(old.intended ?? [], next.intended ?? []).filter(
    ({ id }) => !nowMade.has(id) && !nowVoid.has(id) && !before.has(id),
  )
  return indexed({
    ocid: next.ocid,
    notice: next.notice,
    url: next.url,
    at: next.at,
    ocids: distinct([...next.ocids, ...old.ocids]),
    title: next.title ?? old.title,
    description: next.description ?? old.description,
    buyer: next.buyer ?? old.buyer,
    stage: next.stage ?? old.stage,
    estimate: nextIfStated(old.estimate, next.estimate),
    framework: next.framework || old.framework,
    published: old.published,
    deadline: next.deadline ?? old.deadline,
    regions: nextIfStated(old.regions, next.regions),
    cpv: nextIfStated(old.cpv, next.cpv),
    subjects: nextIfStated(old.subjects, next.subjects),
    awards: [
      ...new Map([
        ...before,
        ...next.awards.map((award) => [award.id, amended(before.get(award.id), award)] as const),
      ]).values(),
    ],
    ...(intended.length > 0 && { intended }),
    ...(voided.length > 0 && { voided }),
  })
}
