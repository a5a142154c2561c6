import { describe, expect, it } from 'vitest'
import type { Dataset } from '@domesday/core'
import { UpstreamFault } from '@domesday/core/client'
import { ask, folder, openedDataset } from '../../../test/support/datasets.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import {
  marchDay,
  down,
  feed,
  notice,
  notices,
  feedPage,
  harvestFrom,
  titles,
  type FeedNotice,
} from '../../../test/support/harvest.ts'

/** Pages that are numbered, so that one can be stepped over: `/1` to `/<last>`. */
const numbered = (last: number): Dataset<FeedNotice, 'title'> => {
  const after = (path: unknown) =>
    Number(String(path).slice(1)) < last ? `/${Number(String(path).slice(1)) + 1}` : null
  return notices({
    feed: { first: () => '/1', next: (_, { asked }) => after(asked), past: ({ asked }) => after(asked) },
  })
}

describe('a page that fails', () => {
  const of = numbered(3)
  const whole = {
    '/1': feedPage([notice('a', 'Roads')]),
    '/2': feedPage([notice('b', 'Bridges')]),
    '/3': feedPage([notice('c', 'Paint')]),
  }

  it('is stepped over, told, and asked for again by the next pulls until it comes', async () => {
    const dir = folder()
    expect(await harvestFrom(dir, feed({ ...whole, '/2': down }), {}, of)).toMatchObject({
      rows: 2,
      missing: [{ part: '/2', why: 'took too long; it will be asked for again' }],
    })
    expect(await titles(dir, of)).toEqual(['a Roads', 'c Paint'])
    expect(openedDataset(of, dir).status()).toMatchObject([
      { ready: true, rows: 2, skipped_pages: [{ page: '/2', since: marchDay(5).toISOString(), why: 'took too long' }] },
    ])

    const later = notices({ feed: { first: () => '/7', next: () => null, past: () => null } })
    const asked: string[] = []
    const still = { '/7': feedPage([notice('d', 'Doors')]), '/2': '<html>' }
    expect(await harvestFrom(dir, feed(still, asked), { day: marchDay(6) }, later)).toMatchObject({
      rows: 3,
      missing: [{ part: '/2' }],
    })
    expect(asked).toEqual(['/7', '/2'])
    expect(openedDataset(later, dir).status()).toMatchObject([
      { skipped_pages: [{ page: '/2', since: marchDay(5).toISOString() }] },
    ])
    expect(await harvestFrom(dir, feed({ ...still, '/2': whole['/2'] }), { day: marchDay(7) }, later)).toMatchObject({
      rows: 4,
      missing: [],
    })
    expect(openedDataset(later, dir).status()).toMatchObject([{ rows: 4, skipped_pages: [] }])
  })

  it('is given up after as many days as the first pull goes back', async () => {
    const dir = folder()
    const asked: string[] = []
    await harvestFrom(dir, feed({ ...whole, '/2': down }), {}, of)
    await harvestFrom(
      dir,
      feed({ '/7': feedPage([]) }, asked),
      { day: marchDay(40) },
      notices({ feed: { first: () => '/7', next: () => null } }),
    )
    expect(asked).toEqual(['/7'])
  })

  it('is no page of a feed where all fail: the pull fails, and what was there keeps its age', async () => {
    const dir = folder()
    expect(await upstreamFaultOf(harvestFrom(dir, feed({ '/1': down, '/2': down, '/3': down }), {}, of))).toMatchObject(
      {
        reason: 'upstream_timeout',
      },
    )
    await harvestFrom(dir, feed(whole), { now: () => Date.parse('2026-07-01T00:00:00Z') }, of)
    await upstreamFaultOf(harvestFrom(dir, feed({ '/1': down, '/2': down, '/3': down }), { day: marchDay(6) }, of))
    expect(openedDataset(of, dir).status()).toMatchObject([{ rows: 3, as_of: '2026-07-01T00:00:00.000Z' }])
  })

  it('ends the pull where ten do so in a row, and the next one goes on after them', async () => {
    const dir = folder()
    const long = numbered(20)
    const asked: string[] = []
    await upstreamFaultOf(harvestFrom(dir, feed({ '/1': whole['/1'] }, asked), {}, long))
    expect(asked).toHaveLength(11)
    asked.length = 0
    await harvestFrom(dir, feed({ '/12': whole['/2'], '/20': whole['/3'] }, asked), {}, long)
    expect([asked[0], await titles(dir, long)]).toEqual(['/12', ['a Roads', 'b Bridges', 'c Paint']])
  })
})

describe('what a harvest keeps', () => {
  it('ends with the age that is declared, and leaves no trace', async () => {
    const dir = folder()
    const of = notices({ feed: { keep: { days: 60, date: ({ date }) => (date === '' ? null : date) } } })
    const first = feedPage([
      notice('a', 'Roads', '2026-01-01'),
      notice('b', 'Road signs', '2026-03-01T10:00:00Z'),
      notice('c', 'Paint', ''),
    ])
    expect(await harvestFrom(dir, feed({ '/feed': first }), {}, of)).toMatchObject({ rows: 2 })
    expect(await titles(dir, of)).toEqual(['b Road signs', 'c Paint'])
    expect(
      await ask(of, dir, (rows) => [rows.count('road'), rows.key('a'), [...rows.where('title', 'Roads')].length]),
    ).toEqual([1, null, 0])
    await harvestFrom(dir, feed({ '/feed': feedPage([]) }), { day: new Date('2026-05-01T00:00:00Z') }, of)
    expect(await titles(dir, of)).toEqual(['c Paint'])
    expect(openedDataset(of, dir).status()).toMatchObject([{ rows: 1 }])
  })

  it('reads again as many days as the feed says, and tells up to when it was read', async () => {
    const dir = folder()
    const asked: string[] = []
    const late = notices({ feed: { overlap: 8 } })
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }), {}, late)
    expect(await ask(late, dir, (rows) => rows.until)).toBe(marchDay(5).toISOString())
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }, asked), { day: marchDay(12) }, late)
    expect(asked).toEqual(['/feed 2026-02-25T12:00 2026-03-12T12:00'])
    expect(await ask(late, dir, (rows) => rows.until)).toBe(marchDay(12).toISOString())
  })

  it('ends, and steps over nothing, where the feed may not be asked now, and goes on there', async () => {
    const dir = folder()
    const asked: string[] = []
    const stepping = notices({ feed: { past: () => '/3' } })
    const closed = new UpstreamFault('notices', 'not_asked', 'is read at night only')
    const first = { '/feed': feedPage([notice('a', 'Roads')], '/2'), '/2': closed }
    expect(await upstreamFaultOf(harvestFrom(dir, feed(first), {}, stepping))).toMatchObject({ reason: 'not_asked' })
    await harvestFrom(dir, feed({ '/2': feedPage([notice('b', 'Bridges')]) }, asked), {}, stepping)
    expect(asked).toEqual(['/2'])
    expect(await titles(dir, stepping)).toEqual(['a Roads', 'b Bridges'])
  })
})
