import { describe, expect, it } from 'vitest'
import type { Path, Query } from '@domesday/core'
import { checkedBody } from '../../../test/support/read.ts'
import { feedWire } from './feed.ts'
import { pagedFeed } from './walk.ts'

const entries = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `https://www.thegazette.co.uk/id/notice/${i}` }))

/** The requested pages, as `from to page`, for a feed with this many notices in each window. */
const harvest = (since: string, now: string, total: (from: string) => number | null = () => 0): readonly string[] => {
  const asked: string[] = []
  const reach = { since: new Date(since), now: new Date(now) }
  for (let path: Path | null = pagedFeed.first(reach.since, reach.now); path !== null;) {
    const { 'start-publish-date': from, 'end-publish-date': to, 'results-page': page } = (path as [string, Query])[1]
    asked.push(`${String(from)} ${String(to)} ${String(page)}`)
    expect(asked.length).toBeLessThan(500)
    const held = total(String(from))
    const sent =
      held === null ? (Number(page) < 3 ? 100 : 20) : Math.min(100, Math.max(0, held - (Number(page) - 1) * 100))
    path = pagedFeed.next(
      { ...(held !== null && { 'f:total': String(held) }), entry: entries(sent) },
      { asked: path, unread: 0, headers: {}, ...reach },
    )
  }
  return asked
}

describe('the harvest', () => {
  it('goes back month by month from today, the newest first, up to where it begins', () => {
    expect(harvest('2026-08-01T12:00:00Z', '2026-10-15T12:00:00Z')).toEqual([
      '2026-09-15 2026-10-15 1',
      '2026-08-16 2026-09-15 1',
      '2026-08-01 2026-08-16 1',
    ])
  })

  it('reads all pages of a month, by what it states that there is', () => {
    expect(harvest('2026-10-07T12:00:00Z', '2026-10-15T12:00:00Z', () => 201)).toEqual([
      '2026-10-07 2026-10-15 1',
      '2026-10-07 2026-10-15 2',
      '2026-10-07 2026-10-15 3',
    ])
    expect(harvest('2026-10-07T12:00:00Z', '2026-10-15T12:00:00Z', () => 200)).toHaveLength(2)
    // Without a total, a full page is followed by another.
    expect(harvest('2026-10-07T12:00:00Z', '2026-10-15T12:00:00Z', () => null)).toHaveLength(3)
  })

  it('stops at an impossibly high total', () => {
    const days = { since: new Date('2026-10-07'), now: new Date('2026-10-15') }
    const first = pagedFeed.first(days.since, days.now)
    const next = (asked: Path): Path | null =>
      pagedFeed.next({ 'f:total': '99999999' }, { asked, unread: 0, headers: {}, ...days })
    expect(next(pagedFeed.past!({ asked: first, ...days })!)).toBeNull()
    // But its first page has notices.
    expect(() => next(first)).toThrow('there is no entry')
  })

  it('steps over a page that cannot be had', () => {
    const asked = pagedFeed.first(new Date('2026-10-07'), new Date('2026-10-15'))
    expect(pagedFeed.past!({ asked, since: new Date('2026-10-07'), now: new Date('2026-10-15') })).toMatchObject([
      '/insolvency/notice/data.json',
      { categorycode: 24, 'results-page': 2, 'start-publish-date': '2026-10-07', 'sort-by': 'latest-date' },
    ])
  })

  it('takes no page that is no feed', () => {
    const rows = (body: object) => pagedFeed.rows(checkedBody(feedWire, body))
    expect(() => rows({ error: 'busy' })).toThrow('no feed')
    expect(() => rows({ 'f:total': '1', entry: [{ noticeId: 1 }] })).toThrow('no notice')
    expect(rows({ 'f:total': '0' })).toEqual([])
  })
})
