/**
 * Reads the pages of a feed. A page's rows and the address of the next page are written in one transaction, so that a
 * pull that breaks off continues where it stopped. A page without rows is not written: it is read again then.
 */
import type { Dataset, Harvest, Path } from '@domesday/core'
import { UpstreamFault } from '@domesday/core/client'
import type { DatabaseSync } from 'node:sqlite'
import { lackedIn, pageOf, type FeedPage } from './feed-page.ts'
import { pathInWords } from './path-text.ts'
import type { Pulled, PullOptions } from './pull-options.ts'
import { rowReader } from './row-reader.ts'
import { rowMerger, transaction } from './row-writer.ts'
import { membersOf } from './sent-members.ts'
import { skippedPages } from './skipped-pages.ts'
import { readMeta, writeMeta } from './sqlite-layout.ts'

/** Where an unfinished pull continues: of the days `since` to `until`, begun at `at` of the machine's clock. */
interface Cursor {
  readonly path: Path
  readonly since: string
  readonly until: string
  readonly at: string
}

/** Milliseconds of an earlier pull that are read again, as feeds publish late. Rows with the same key are merged. */
const usualOverlap = 3_600_000
const day24 = 86_400_000

/** Writes the rows of all pages that can be read. Gives their number, and what could not be read. */
export const readFeed = async (
  db: DatabaseSync,
  dataset: Dataset,
  feed: Harvest,
  { day, fetchPage, stamp, now = Date.now, onFault = () => {}, onProgress = () => {} }: PullOptions,
): Promise<Pick<Pulled, 'rows' | 'unreadable' | 'missing' | 'remarks'>> => {
  const { count, read, leaveOut } = rowReader(dataset, '', rowMerger(db, dataset))
  const { begin, beginAfter } = cursors(feed, day, now)
  const meta = readMeta(db)
  const members = membersOf(dataset.id, feed, meta)
  const load = async (at: Cursor): Promise<FeedPage> => {
    const page = pageOf(dataset, feed, { asked: at.path, ...windowOf(at) }, await fetchPage(at.path))
    if (page.tally) members.note(page.tally)
    return page
  }
  const stopped = meta.cursor ? (JSON.parse(meta.cursor) as Cursor) : null
  const asked = new Set<string>()
  /** The pages of this pass through the feed. */
  let passed = new Set<string>()
  const skipped = skippedPages(meta, feed, day)
  let pages = 0
  let rows = Number(meta.rows ?? 0)
  const isWhole = (): boolean => count.unreadable + skipped.all().length === 0
  const report = (): void =>
    onProgress({ part: `page ${pages}`, stage: 'import', bytes: 0, total: null, rows: count.taken })
  const write = ({ taken, tally }: Omit<FeedPage, 'next'>, facts: Parameters<typeof writeMeta>[1]): void => {
    rows = transaction(db, () => {
      taken.forEach(read)
      if (tally && tally.unread > 0) leaveOut(tally.unread, lackedIn(feed.wire!, tally))
      const written = db.prepare('SELECT count(*) AS n FROM rows').get()!['n'] as number
      writeMeta(db, { rows: String(written), skipped: skipped.written(), members: members.written(), ...facts })
      return written
    })
    report()
  }

  let cursor: Cursor | null = stopped ?? beginAfter(meta.until)
  while (cursor) {
    pages++
    let here: Cursor = cursor
    let page: FeedPage
    let down: UpstreamFault | null = null
    try {
      page = await load(here)
      skipped.succeeded(here.path)
    } catch (thrown) {
      const fault = thrown as UpstreamFault
      if (feed.past && fault.reason !== 'not_configured' && fault.reason !== 'not_asked') {
        page = { ...noRows, next: feed.past({ asked: here.path, ...windowOf(here) }) }
        if (skipped.failed(here.path, fault, page.next === null)) down = fault
      } else {
        // The feed may no longer accept an old cursor: the same days are then read from their start.
        if (feed.past || pages > 1 || !stopped || fault.reason === 'upstream_changed') throw fault
        here = begin(Date.parse(stopped.since))
        page = await load(here)
      }
    }
    asked.add(JSON.stringify(here.path))
    passed.add(JSON.stringify(here.path))
    if (page.next !== null && passed.has(JSON.stringify(page.next)))
      throw new UpstreamFault(dataset.id, 'upstream_failed', 'the feed leads back to a page that was read')
    cursor = page.next === null ? null : { ...here, path: page.next }
    if (cursor && page.taken.length === 0 && skipped.written() === meta.skipped) {
      report()
      continue
    }
    write(page, {
      cursor: cursor ? JSON.stringify(cursor) : undefined,
      ...(!cursor && !down && { until: here.until, as_of: here.at, stamp: isWhole() ? stamp : undefined }),
    })
    if (down) throw down
    // The pages that an earlier pull had left are read; what is newer is not yet.
    if (!cursor && here.until !== day.toISOString()) {
      cursor = beginAfter(here.until)
      // The days overlap, so a feed of whole months gives the same pages again.
      passed = new Set()
    }
  }
  for (const path of skipped.left(asked)) {
    pages++
    const page = await load({ ...begin(day.getTime()), path }).then(
      (page) => {
        skipped.succeeded(path)
        return page
      },
      (fault: UpstreamFault) => {
        skipped.failedAgain(path, fault)
        return noRows
      },
    )
    write(page, {})
  }
  if (count.odd !== null) onFault({ part: '', ...count.odd, rows: count.unreadable })
  const remarks = members.learn()
  writeMeta(db, { members: members.written() })
  return {
    remarks,
    rows,
    unreadable: count.unreadable,
    missing: skipped
      .all()
      .map(({ path, why }) => ({ part: pathInWords(path), why: `${why}; it will be asked for again`, kept: false })),
  }
}

const cursors = (feed: Harvest, day: Date, now: () => number) => {
  const begin = (since: number): Cursor => ({
    path: feed.first(new Date(since), day),
    since: new Date(since).toISOString(),
    until: day.toISOString(),
    at: new Date(now()).toISOString(),
  })
  /** Begins after the time up to which the feed was read, or as far back as the first pull goes. */
  const beginAfter = (until: string | undefined): Cursor => {
    const read = Date.parse(until ?? ''),
      again = feed.overlap === undefined ? usualOverlap : feed.overlap * day24
    // A time ahead of `day` comes from a wrong clock, so it does not say how far the feed was read.
    return begin(read - usualOverlap < day.getTime() ? read - again : day.getTime() - feed.days * day24)
  }
  return { begin, beginAfter }
}

const noRows = { taken: [], tally: null }
const windowOf = ({ since, until }: Cursor) => ({ since: new Date(since), now: new Date(until) })
