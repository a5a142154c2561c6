import { describe, expect, it } from 'vitest'
import type { Path, Query } from '@domesday/core'
import { pagedFeed } from './walk.ts'

/**
 * Walks a feed of releases at these UK times, like the service's: at most a hundred per page, with a cursor that must
 * not be followed.
 */
const harvest = (
  times: readonly string[],
  since: string,
  now: string,
): { readonly found: ReadonlySet<string>; readonly windows: readonly Query[] } => {
  const found = new Set<string>(),
    windows: Query[] = []
  for (let asked: Path | null = pagedFeed.first(new Date(since), new Date(now)); asked !== null;) {
    const [path, query] = asked as readonly [string, Query]
    expect(path).toBe('/ocdsReleasePackages')
    windows.push(query)
    if (windows.length > 5_000) throw new Error('the walk does not end')
    const within = times.filter((time) => time >= String(query['updatedFrom']) && time <= String(query['updatedTo']))
    const releases = within.slice(-100).map((date) => ({ ocid: date, date, tag: ['tender'] }))
    releases.forEach(({ date }) => found.add(date))
    const links = within.length > 100 && {
      links: { next: 'https://www.find-tender.service.gov.uk/api/1.0/ocdsReleasePackages?cursor=x' },
    }
    asked = pagedFeed.next(
      { releases, ...links },
      { asked, unread: 0, headers: {}, since: new Date(since), now: new Date(now) },
    )
  }
  return { found, windows }
}

const every = (seconds: number, from: string, to: string): readonly string[] => {
  const times: string[] = []
  for (let at = Date.parse(`${from}Z`); at <= Date.parse(`${to}Z`); at += seconds * 1_000)
    times.push(new Date(at).toISOString().slice(0, 19))
  return times
}

describe('the walk through the feed', () => {
  it('misses no release and makes few calls over busy days and quiet nights', () => {
    const times = ['2026-10-05', '2026-10-06', '2026-10-07'].flatMap((day) =>
      every(72, `${day}T08:00:00`, `${day}T17:00:00`),
    ) // 451 a day
    const { found, windows } = harvest(times, '2026-10-04T23:00:00Z', '2026-10-08T12:00:00Z')
    expect(found.size).toBe(times.length)
    expect(windows.length).toBeLessThan(60)
  })

  it('misses none of a burst that fills page after page', () => {
    const times = every(1, '2026-10-05T12:00:00', '2026-10-05T12:15:00')
    expect(harvest(times, '2026-10-05T00:00:00Z', '2026-10-06T00:00:00Z').found.size).toBe(times.length)
  })

  it('asks in UK time, from summer into winter, and ends now', () => {
    const { windows } = harvest([], '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')
    expect(windows[0]).toMatchObject({ updatedFrom: '2026-10-24T13:00:00', limit: 100 })
    expect(windows.at(-1)!['updatedTo']).toBe('2026-10-26T12:00:00')
    for (const { updatedFrom, updatedTo } of windows) expect(String(updatedTo) > String(updatedFrom)).toBe(true)
  })

  it('continues after a page that states no next page', () => {
    const asked = pagedFeed.first(new Date('2026-10-05T00:00:00Z'), new Date('2026-10-06T00:00:00Z'))
    for (const links of [undefined, null, {}, { next: null }]) {
      expect(
        pagedFeed.next(
          { releases: [], ...(links !== undefined && { links }) },
          { asked, unread: 0, headers: {}, since: new Date(0), now: new Date('2026-10-06T00:00:00Z') },
        ),
      ).toMatchObject(['/ocdsReleasePackages', { updatedFrom: '2026-10-05T07:00:01' }])
    }
  })

  it('leaves no gap between two windows', () => {
    const { windows } = harvest(
      every(30, '2026-06-01T00:00:00', '2026-06-02T00:00:00'),
      '2026-05-31T00:00:00Z',
      '2026-06-03T00:00:00Z',
    )
    let reached = Date.parse(`${windows[0]!['updatedFrom']}Z`) - 1_000
    for (const { updatedFrom, updatedTo } of windows) {
      expect(Date.parse(`${updatedFrom}Z`)).toBeLessThanOrEqual(reached + 1_000)
      const halved = windows.some(
        (other) => other['updatedFrom'] === updatedFrom && String(other['updatedTo']) < String(updatedTo),
      )
      if (!halved) reached = Date.parse(`${updatedTo}Z`)
    }
  })
})

describe('what is not JSON', () => {
  it('is repaired without changing anything else', () => {
    const mended = (text: string): unknown => JSON.parse(pagedFeed.mend!(text))
    expect(
      mended('{"a": Infinity, "b":-Infinity,"c": 000, "d": 007, "e":[0,1], "f":0.5, "g": 0, "h": "00, Infinity"}'),
    ).toEqual({ a: null, b: null, c: 0, d: 7, e: [0, 1], f: 0.5, g: 0, h: '00, Infinity' })
  })
})
