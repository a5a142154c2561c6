/**
 * Reads the whole feed. Its own cursor (`links.next`) loses releases at page ends, and wide windows are truncated. So
 * only first pages are read, of windows small enough for one page: after a full page the window is halved and read
 * again, after any other page it moves on. All times are UK local time, as the service reads its parameters.
 */
import type { Harvest, Path, Sent } from '@domesday/core'
import { pageOfReleases, processKeep } from '@domesday/vocabulary-procurement'

const second = 1_000
const hour = 3_600_000
const pageFull = 100
/** Target number of releases per window. */
const wanted = 60
const longest = 6 * hour
/** The service refuses a window whose ends are equal. */
const shortest = second

/** UK local time, as milliseconds counted as if it were UTC. */
const wallClock = (at: Date): number =>
  Date.parse(`${at.toLocaleString('sv-SE', { timeZone: 'Europe/London' }).replace(' ', 'T')}Z`)
const written = (wall: number): string => new Date(wall).toISOString().slice(0, 19)
const read = (text: unknown): number => Date.parse(`${String(text)}Z`)

const page = (from: number, to: number): Path => [
  '/ocdsReleasePackages',
  { updatedFrom: written(from), updatedTo: written(to), limit: pageFull },
]

const windowOf = (asked: Path): { readonly from: number; readonly to: number } => {
  const query = typeof asked === 'string' ? Object.fromEntries(URL.parse(asked, 'https://any')!.searchParams) : asked[1]
  return { from: read(query['updatedFrom']), to: read(query['updatedTo']) }
}

export const pagedFeed: Harvest<Sent<typeof pageOfReleases>> = {
  wire: pageOfReleases,
  days: 90,
  keep: processKeep,
  first: (since, now) => {
    const from = wallClock(since)
    return page(from, Math.min(from + 6 * hour, wallClock(now)))
  },
  next: ({ releases, links }, { asked, unread, now }) => {
    const { from, to } = windowOf(asked)
    const length = to - from,
      sent = releases.length + unread
    const full = sent >= pageFull || Boolean(links?.next)
    if (full && length >= 2 * shortest) return page(from, from + Math.floor(length / 2 / second) * second)
    // A window includes both its ends.
    const start = to + second
    const end = wallClock(now)
    const ahead = Math.min(longest, length * 2, Math.max(length / 2, (length * wanted) / Math.max(1, sent)))
    return start < end
      ? page(start, Math.min(start + Math.max(shortest, Math.floor(ahead / second) * second), end))
      : null
  },
  rows: ({ releases }) => releases,
  // Publishers write Infinity for "no limit" and 000 for "no value".
  mend: (text) =>
    text.replace(/"(\s*:\s*)-?Infinity(?=\s*[,}\]])/g, '"$1null').replace(/"(\s*:\s*)0+(?=\d*\s*[,}\]])(?=\d)/g, '"$1'),
}
