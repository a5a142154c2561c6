/**
 * Harvests the insolvency notices, newest first, one month at a time: it is not known how many pages the service
 * serves.
 */
import { ukDay, type Harvest, type Path } from '@domesday/core'
import { feedOf, feedWire, mended, type WireFeed } from './feed.ts'

export const feedPath = '/insolvency/notice/data.json'
/** The service's maximum. */
export const pageSize = 100
const span = 30
const day = 86_400_000

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * day).toISOString().slice(0, 10)

const page = (from: string, to: string, number: number): Path => [
  feedPath,
  {
    categorycode: 24,
    'start-publish-date': from,
    'end-publish-date': to,
    'results-page': number,
    'results-page-size': pageSize,
    'sort-by': 'latest-date',
  },
]

interface Asked {
  readonly from: string
  readonly to: string
  readonly number: number
}
const askedBy = (path: Path): Asked => {
  const query = typeof path === 'string' ? {} : path[1]
  return {
    from: String(query['start-publish-date']),
    to: String(query['end-publish-date']),
    number: Number(query['results-page']),
  }
}

/**
 * The month that ends on a day, or the wanted part of it. The service rejects a single day: start and end must differ,
 * and both are included.
 */
const monthTo = (to: string, since: string): Path | null => {
  if (to <= since) return null
  const from = daysBefore(to, span)
  return page(from > since ? from : since, to, 1)
}

export const pagedFeed: Harvest<WireFeed> = {
  wire: feedWire,
  days: 3653, // ten calendar years, the period that queries cover
  overlap: 8, // for notices published late or corrected
  // The service answers 500 to a request with an Accept header.
  headers: { accept: '' },
  first: (since, now) => {
    const to = ukDay(now),
      from = ukDay(since)
    return monthTo(to, from) ?? page(daysBefore(to, 1), to, 1)
  },
  next: (feed, { asked, unread, since }) => {
    const { from, to, number } = askedBy(asked)
    const { total, entries, lost } = feedOf(feed, number === 1)
    const sent = entries.length + lost + unread
    const more = sent > 0 && (total === null ? sent >= pageSize : number * pageSize < total)
    return more ? page(from, to, number + 1) : monthTo(from, ukDay(since))
  },
  past: ({ asked }) => {
    const { from, to, number } = askedBy(asked)
    return page(from, to, number + 1)
  },
  rows: (feed) => feedOf(feed, false).entries,
  keep: { days: 3653, date: ({ published }: { readonly published: string | null }) => published },
  mend: mended,
}
