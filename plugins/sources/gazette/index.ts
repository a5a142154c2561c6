import { derive, each, maybe, need, today, ukDay, type Node, type Tools } from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'
import { noticeAbout, type Entry, type Notice } from './feed.ts'
import { search } from './live.ts'
import { reachOfAll, type Reach } from './reach.ts'
import { gazette } from './source.ts'
import { stored } from './store.ts'

export { gazette } from './source.ts'
export { search } from './live.ts'
export { reachShape, shownReach, type Reach } from './reach.ts'
export { states, type NoticeSeverity, type State } from './codes.ts'
export { gazetteStateOf, isRelieved, type GazetteState } from './standing.ts'
export type { Entry, Notice } from './feed.ts'

/** Notices of a company, newest first, each once. */
export interface Found {
  readonly notices: readonly Notice[]
  readonly reach: Reach
}
export interface Asked extends Company {
  readonly from: string
}

const newestFirst = (company: Company, entries: readonly Entry[]): readonly Notice[] => {
  const notices = entries.flatMap((entry) => noticeAbout(company, entry) ?? [])
  return [...new Map(notices.map((notice) => [notice.id, notice])).values()].toSorted((a, b) =>
    (b.published ?? '').localeCompare(a.published ?? ''),
  )
}

/** So old (milliseconds) a harvest may be and stand alone, where the service cannot be asked for what came since. */
const standsAlone = 3 * 86_400_000

/** What was harvested, and the service's own search for all that was not. */
const find = async (asked: Asked, name: string | null, { ask, now }: Tools): Promise<Found> => {
  const { number, from } = asked
  // Without a store, whatever keeps it away, the service is asked for all.
  const kept = await ask(stored, { number, name, from }).catch(() => null)
  const last = kept && ukDay(new Date(kept.until)),
    since = last !== null && last > from ? last : from
  const phrases = name === null ? [number] : [number, name]
  const live = await Promise.all(phrases.map((phrase) => ask(search, { phrase, since }))).catch((fault: unknown) => {
    if (kept !== null && now() - Date.parse(kept.asOf) <= standsAlone) return null
    throw fault
  })
  return {
    notices: newestFirst(asked, [...(kept?.entries ?? []), ...(live ?? []).flat()]),
    reach: { from, storedTo: kept?.until ?? null, askedLive: live !== null },
  }
}

/** Notices in which a company's number is printed, as those of the last decade have it: one call. */
export const byNumber = gazette.run('by-number', (asked: Asked, tools): Promise<Found> => find(asked, null, tools))

/** The same, and those that have only its name: two calls. */
export const notices = gazette.run('notices', (asked: Asked, tools): Promise<Found> => find(asked, asked.name, tools))

/**
 * Ten calendar years: the question is the same all year, so that an answer that is kept for a time of need is found
 * again.
 */
const firstDay = (today: string): string => `${Number(today.slice(0, 4)) - 9}-01-01`
const askedOn = ({ number, name, formerNames }: Company, today: string): Asked => ({
  number,
  name,
  formerNames,
  from: firstDay(today),
})

export const noticesOf = (
  company: Node<Company>,
): { readonly notices: Node<readonly Notice[]>; readonly reach: Node<Reach> } => {
  const found = need(notices, { company, today }, ({ company, today }) => askedOn(company, today))
  return {
    notices: derive({ found }, ({ found }) => found.notices),
    reach: derive({ found }, ({ found }) => found.reach),
  }
}

/**
 * The notices of several companies, in their order; null for one that could not be asked. By number only, because the
 * service allows five calls in ten seconds: give the companies that matter most, and few.
 */
export const noticesOfEach = (
  companies: Node<readonly Company[]>,
): { readonly notices: Node<readonly (readonly Notice[] | null)[]>; readonly reach: Node<Reach> } => {
  const found = each(maybe(byNumber), { companies, today }, ({ companies, today }) =>
    companies.map((one) => askedOn(one, today)),
  )
  return {
    notices: derive({ found }, ({ found }) => found.map((one) => one?.notices ?? null)),
    reach: derive({ found, today }, ({ found, today }) =>
      reachOfAll(
        firstDay(today),
        found.flatMap((one) => one?.reach ?? []),
      ),
    ),
  }
}
