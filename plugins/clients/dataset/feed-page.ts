/** A page of a feed: parsed, and held against what the feed declares of it. */
import { checkWire, fieldsSent, parseJson, type Tally } from '@domesday/client-formats'
import type { Dataset, Harvest, Path, Wire } from '@domesday/core'
import { UpstreamFault } from '@domesday/core/client'
import type { FetchPage } from './pull-options.ts'

export interface FeedPage {
  readonly next: Path | null
  readonly taken: readonly unknown[]
  /** Of a feed that declares what it sends. */
  readonly tally: Tally | null
}

type Asked = Omit<Parameters<Harvest['next']>[1], 'headers' | 'unread'>

/** Throws an `UpstreamFault`: `upstream_changed` where the page is JSON, and another document. */
export const pageOf = (
  { id }: Dataset,
  feed: Harvest,
  asked: Asked,
  { body, headers }: Awaited<ReturnType<FetchPage>>,
): FeedPage => {
  const or = <T>(reason: UpstreamFault['reason'], read: () => T): T => {
    try {
      return read()
    } catch (fault) {
      throw new UpstreamFault(id, reason, `a page cannot be read: ${(fault as Error).message}`)
    }
  }
  const parsed = or('upstream_failed', () => parseJson(feed.mend ? feed.mend(body) : body))
  return or('upstream_changed', () => {
    const { body: page, tally } = feed.wire ? checkWire(feed.wire, parsed) : { body: parsed, tally: null }
    if (tally) refuseRenamed(tally)
    const taken = feed.rows(page),
      unread = tally?.unread ?? 0
    // That there is nothing on it is not known.
    if (taken.length === 0 && unread > 0) throw new TypeError('none of its rows can be read')
    return { next: feed.next(page, { ...asked, headers, unread }), taken, tally }
  })
}

/** Rows of which at least one has what is not absent from all. */
const fewest = 5
const above = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1)

/**
 * Rows are kept for years, so none are taken of a page on which a member seems to have another name: no row has it, and
 * there is one that nobody has named, which is alike, or stands beside a member that nearly all rows have.
 */
const refuseRenamed = ({ seen, lacks, odd, gone, renamed, unnamed }: Tally): void => {
  const isGone = (path: string): boolean =>
    seen[path]! >= fewest && (lacks[path] ?? 0) + (odd[path] ?? 0) === seen[path]
  const stands = [
    ...Object.entries(renamed).filter(([path]) => isGone(path)),
    ...gone.flatMap((path) =>
      Object.keys(unnamed)
        .filter((other) => above(other) === above(path))
        .map((other) => [path, other] as const),
    ),
  ]
  for (const [path, other] of stands) throw new TypeError(`there is ${other} in it in place of ${path}`)
}

/** Of the rows that were left out: what the first of them lacks. */
export const lackedIn = (wire: Wire<any>, { lacks, odd }: Tally): string =>
  fieldsSent(wire).find(({ path, how }) => how === 'must' && (lacks[path] ?? odd[path] ?? 0) > 0)?.path ?? 'row'
