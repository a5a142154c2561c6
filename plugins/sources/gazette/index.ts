import {
  derive,
  each,
  field,
  list,
  maybe,
  need,
  object,
  render,
  today,
  ukDay,
  type Node,
  type Of,
  type Shown,
  type Tools,
} from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'
import { noticeAbout, noticeShape, type Entry, type Notice } from './feed.ts'
import { search } from './live.ts'
import { reachOfAll, reachShape, type Reach } from './reach.ts'
import { gazette } from './source.ts'
import { stored } from './store.ts'

export { gazette } from './source.ts'
export { search } from './live.ts'
export type { Reach } from './reach.ts'
export { isReuse, states, type NoticeSeverity, type State } from './codes.ts'
export { gazetteStateOf, isRelieved, type GazetteState } from './standing.ts'
export { noticeFields, type Entry, type Notice } from './feed.ts'

const foundShape = object({
  notices: list(noticeShape, 'Corporate insolvency notices, newest first; 100 at most'),
  reach: reachShape,
})
/** Notices of a company, newest first, without duplicates. */
export type Found = Of<typeof foundShape>
export interface Asked extends Company {
  readonly from: string
}

const newestFirst = (company: Company, entries: readonly Entry[]): readonly Notice[] => {
  const notices = entries.flatMap((entry) => noticeAbout(company, entry) ?? [])
  return [...new Map(notices.map((notice) => [notice.notice_id, notice])).values()].toSorted((a, b) =>
    (b.published ?? '').localeCompare(a.published ?? '', 'en'),
  )
}

/** Maximum age (milliseconds) at which a harvest may be used alone if the service cannot be asked for newer notices. */
const standsAlone = 3 * 86_400_000

/** Harvested notices, and the service's own search for the rest. */
const find = async (asked: Asked, names: readonly string[], { ask, now }: Tools): Promise<Found> => {
  const { number, from } = asked
  // If the store fails for any reason, ask the service for everything.
  const keptBy = await Promise.all(
    (names.length === 0 ? [null] : names).map((name) => ask(stored, { number, name, from }).catch(() => null)),
  )
  const [first = null] = keptBy
  const kept =
    first && !keptBy.includes(null) ? { ...first, entries: keptBy.flatMap((one) => one?.entries ?? []) } : null
  const last = kept && ukDay(new Date(kept.until)),
    since = last !== null && last > from ? last : from
  const phrases = [number, ...names]
  const live = await Promise.all(phrases.map((phrase) => ask(search, { phrase, since }))).catch((fault: unknown) => {
    if (kept !== null && now() - Date.parse(kept.until) <= standsAlone) return null
    throw fault
  })
  return {
    notices: newestFirst(asked, [...(kept?.entries ?? []), ...(live ?? []).flat()]),
    reach: { from, stored_to: kept?.until ?? null, asked_live: live !== null },
  }
}

/** Notices with the company's number, as in the last decade: one call. */
export const byNumber = gazette.run('by-number', (asked: Asked, tools) => find(asked, [], tools), {
  digest: foundShape,
  version: 3,
})

/** Also notices with only its name, or one that it had lately: a call for each, and one more. */
export const notices = gazette.run(
  'notices',
  ({ lately = [], ...asked }: Asked & { readonly lately?: readonly string[] }, tools) =>
    find(asked, [asked.name, ...lately], tools),
  { digest: foundShape, version: 4 },
)

/**
 * Ten calendar years. The first day is constant within a year, so that a cached answer can be found again if the
 * service fails.
 */
const firstDay = (today: string): string => `${Number(today.slice(0, 4)) - 9}-01-01`
const askedOn = ({ number, name, formerNames }: Company, today: string): Asked => ({
  number,
  name,
  formerNames,
  from: firstDay(today),
})

/** `lately`: names that it had until less than a year ago, under which a petition may have been advertised. */
export const noticesOf = (
  company: Node<Company>,
  lately: Node<readonly string[]>,
): { readonly notices: Shown<readonly Notice[]>; readonly reach: Shown<Reach> } => {
  const found = need(notices, { company, lately, today }, ({ company, lately, today }) => ({
    ...askedOn(company, today),
    since: company.since ?? null,
    ...(lately.length > 0 && { lately }),
  }))
  return { notices: field(found, 'notices'), reach: field(found, 'reach') }
}

/**
 * The notices of several companies, in order; null if a call failed. Only by number, because the service allows five
 * calls in ten seconds: pass few companies, the most important ones first.
 */
export const noticesOfEach = (
  companies: Node<readonly Company[]>,
): { readonly notices: Node<readonly (readonly Notice[] | null)[]>; readonly reach: Shown<Reach> } => {
  const found = each(maybe(byNumber), { companies, today }, ({ companies, today }) =>
    companies.map((one) => askedOn(one, today)),
  )
  return {
    notices: derive(found, (found) => found.map((one) => one?.notices ?? null)),
    reach: render(reachShape, { found, today }, ({ found, today }) =>
      reachOfAll(
        firstDay(today),
        found.flatMap((one) => one?.reach ?? []),
      ),
    ),
  }
}
