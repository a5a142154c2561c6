import { list, text } from '@domesday/core'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { UpstreamFault } from '@domesday/core/client'
import { ask, folder, keys, openedDataset } from '../../../test/support/datasets.ts'
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
import type { FetchPage } from './pull-options.ts'

describe('a harvest', () => {
  it('reads pages to the end, keeps the newer of two rows, and goes on from there the next time', async () => {
    const dir = folder()
    const asked: string[] = []
    const first = {
      '/feed': feedPage([notice('a', 'Roads', '2026-01-02'), notice('b', 'Bridges')], '/2'),
      '/2': feedPage([notice('a', 'Old roads', '2026-01-01'), notice('c', 'Paint')]),
    }
    expect(await harvestFrom(dir, feed(first, asked), { now: () => Date.parse('2026-07-01T00:00:00Z') })).toMatchObject(
      {
        id: 'notices',
        rows: 3,
        unreadable: 0,
      },
    )
    expect(asked).toEqual(['/feed 2026-02-03T12:00 2026-03-05T12:00', '/2'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint'])
    expect(readdirSync(dir)).toEqual(['notices.sqlite'])

    const later = { '/feed': feedPage([notice('b', 'Wider spans', '2026-02-01'), notice('d', 'Doors')]) }
    asked.length = 0
    await harvestFrom(dir, feed(later, asked), { day: marchDay(6), now: () => Date.parse('2026-07-02T00:00:00Z') })
    // An hour is read twice.
    expect(asked).toEqual(['/feed 2026-03-05T11:00 2026-03-06T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Wider spans', 'c Paint', 'd Doors'])
    const found = await ask(notices(), dir, (rows) => [
      [...rows.text('bridge')].length,
      [...rows.text('wider')].length,
      [...rows.where('title', 'Bridges')].length,
      rows.asOf,
    ])
    expect(found).toEqual([0, 1, 0, '2026-07-02T00:00:00.000Z'])
  })

  it('goes on where it broke, and is not asked before it is whole', async () => {
    const dir = folder()
    const asked: string[] = []
    const datasets = openedDataset(notices(), dir)
    const broken = {
      '/feed': feedPage([notice('a', 'Roads')], '/2'),
      '/2': feedPage([notice('b', 'Bridges')], '/3'),
      '/3': down,
    }
    expect(await upstreamFaultOf(harvestFrom(dir, feed(broken, asked)))).toMatchObject({ reason: 'upstream_timeout' })
    expect(existsSync(join(dir, 'notices.sqlite'))).toBe(false)
    expect(datasets.status()).toMatchObject([{ ready: false }])
    asked.length = 0
    const mended = { '/3': feedPage([notice('c', 'Paint')]), '/feed': feedPage([notice('d', 'Doors')]) }
    await harvestFrom(dir, feed(mended, asked), { day: marchDay(7) })
    // First what was left, then what has come since.
    expect(asked).toEqual(['/3', '/feed 2026-03-05T11:00 2026-03-07T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint', 'd Doors'])
  })

  it('goes on where it broke in a feed of whole months too, which gives the same pages for what has come since', async () => {
    const dir = folder()
    const asked: string[] = []
    const monthly = notices({
      feed: { first: () => '/1', next: (_body, { asked }) => (asked === '/3' ? null : asked === '/2' ? '/3' : '/2') },
    })
    const months = {
      '/1': feedPage([notice('a', 'Roads')]),
      '/2': feedPage([notice('b', 'Bridges')]),
      '/3': feedPage([notice('c', 'Paint')]),
    }
    expect(await upstreamFaultOf(harvestFrom(dir, feed({ ...months, '/2': down }), {}, monthly))).toMatchObject({
      reason: 'upstream_timeout',
    })
    const since = { ...months, '/3': feedPage([notice('c', 'Paint'), notice('d', 'Doors')]) }
    await harvestFrom(dir, feed(since, asked), { day: marchDay(7) }, monthly)
    expect(asked).toEqual(['/2', '/3', '/1', '/2', '/3'])
    expect(await titles(dir, monthly)).toEqual(['a Roads', 'b Bridges', 'c Paint', 'd Doors'])
  })

  it('reads the same days again where the feed has forgotten its cursor', async () => {
    const dir = folder()
    const asked: string[] = []
    await upstreamFaultOf(harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')], '/2'), '/2': down })))
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads'), notice('b', 'Bridges')]) }, asked), {
      day: marchDay(6),
    })
    expect(asked).toEqual(['/2', '/feed 2026-02-03T12:00 2026-03-06T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
  })

  it('that breaks later leaves what was there, and shows what has come, under the old time', async () => {
    const dir = folder()
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }), {
      now: () => Date.parse('2026-07-01T00:00:00Z'),
    })
    await upstreamFaultOf(
      harvestFrom(dir, feed({ '/feed': feedPage([notice('b', 'Bridges')], '/2'), '/2': down }), {
        day: marchDay(6),
        now: () => Date.parse('2026-07-09T00:00:00Z'),
      }),
    )
    await upstreamFaultOf(harvestFrom(dir, feed({ '/2': '<html>' }), { day: marchDay(6) }))
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
    expect(openedDataset(notices(), dir).status()).toMatchObject([
      { rows: 2, as_of: '2026-07-01T00:00:00.000Z', ready: true },
    ])
  })

  it('keeps its whole pages when the process dies within one', async () => {
    const dir = folder()
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }))
    const die = `
      import { pullDataset } from ${JSON.stringify(join(import.meta.dirname, 'pull.ts'))}
      const pages = { '/1': { releases: [{ ocid: 'b', title: 'Bridges' }], next: '/2' }, '/2': { releases: Array.from({ length: 20_000 }, (_, n) => ({ ocid: 'n' + n, title: 'x'.repeat(1_000) })) } }
      const about = { id: 'notices', index: ['title'], text: (row) => [row.title], key: (row) => row.ocid }
      const row = (w) => { if (w.ocid === 'n19999') process.kill(process.pid, 'SIGKILL'); return w }
      const pull = { days: 30, first: () => '/1', next: (body) => body.next ?? null, rows: (body) => body.releases }
      await pullDataset({ ...about, row, pull }, { dir: ${JSON.stringify(dir)}, day: new Date(${marchDay(6).getTime()}), fetchPage: async (path) => ({ body: JSON.stringify(pages[path]), headers: {} }) })`
    const ended = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', die]).then(
      () => 'well',
      (fault: { signal: string }) => fault.signal,
    )
    expect(ended).toBe('SIGKILL')
    // It has left what a commit begins with.
    expect(readdirSync(dir)).toContain('notices.sqlite-journal')
    expect(openedDataset(notices(), dir).status()).toMatchObject([{ rows: 2, ready: true }])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
    const asked: string[] = []
    await harvestFrom(dir, feed({ '/2': feedPage([notice('c', 'Paint')]) }, asked), { day: marchDay(6) })
    expect(asked).toEqual(['/2'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint'])
  })

  it('is seen to grow by a service that has it open', async () => {
    const dir = folder()
    const of = notices()
    let clock = 0
    const datasets = openedDataset(of, dir, { now: () => clock })
    const all = of.ask('all-of-it', (rows) => Array.from(rows.all(), of.key), { digest: list(text()) })
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }), {}, of)
    expect((await datasets.ask(all, undefined)).value).toEqual(['a'])
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('b', 'Bridges')]) }), { day: marchDay(6) }, of)
    clock += 1_000
    expect((await datasets.ask(all, undefined)).value).toEqual(['a', 'b'])
  })

  it('reads all days again where the clock was ahead the last time', async () => {
    const dir = folder()
    const asked: string[] = []
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }), { day: marchDay(20) })
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('b', 'Bridges')]) }, asked), { day: marchDay(6) })
    await harvestFrom(dir, feed({ '/feed': feedPage([]) }, asked), { day: marchDay(7) })
    expect(asked).toEqual(['/feed 2026-02-04T12:00 2026-03-06T12:00', '/feed 2026-03-06T11:00 2026-03-07T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
  })

  it('that starts anew beside another one keeps apart from it', async () => {
    const dir = folder()
    const pages = {
      '/feed': feedPage([notice('a', 'Roads')], '/2'),
      '/2': feedPage([notice('b', 'Bridges')], '/3'),
      '/3': feedPage([notice('c', 'Paint')]),
    }
    const slowly =
      (ms: number): FetchPage =>
      async (path) =>
        wait(ms).then(() => feed(pages)(path))
    const both = [5, 20].map((ms) => harvestFrom(dir, slowly(ms), { force: true }))
    expect((await Promise.all(both)).map(({ rows }) => rows)).toEqual([3, 3])
    expect(readdirSync(dir)).toEqual(['notices.sqlite'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint'])
  })

  it('locks nobody out while it writes a large page', async () => {
    const dir = folder()
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }))
    const seen: unknown[] = []
    const count = () =>
      new DatabaseSync(join(dir, 'notices.sqlite'), { readOnly: true, timeout: 0 })
        .prepare('SELECT count(*) AS n FROM rows')
        .get()!['n']
    const row = (w: FeedNotice): FeedNotice => {
      if (w.ocid === 'n9999') seen.push(count())
      return w
    }
    const many = Array.from({ length: 10_000 }, (_, n) => notice(`n${n}`, 'x'.repeat(1_000)))
    expect(
      await harvestFrom(dir, feed({ '/feed': feedPage(many) }), { day: marchDay(6) }, { ...notices(), row }),
    ).toMatchObject({
      rows: 10_001,
    })
    expect(seen).toEqual([1])
  })

  it('is waited for only briefly while it is locked, and its file is not called damaged', async () => {
    const dir = folder()
    const of = notices()
    const warned: string[] = []
    let clock = 0
    const datasets = openedDataset(of, dir, { now: () => clock, log: { warn: (_, message) => warned.push(message) } })
    const all = of.ask('all-of-it', (rows) => Array.from(rows.all(), of.key), { digest: list(text()) })
    const asked = () =>
      datasets.ask(all, undefined).then(
        ({ value }) => value,
        ({ reason }: UpstreamFault) => reason,
      )
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }), {}, of)
    expect(await asked()).toEqual(['a'])
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('b', 'Bridges')]) }), { day: marchDay(6) }, of)
    const writer = new DatabaseSync(join(dir, 'notices.sqlite'))
    writer.exec('BEGIN EXCLUSIVE')
    clock += 1_000
    const began = performance.now()
    expect([await asked(), warned]).toEqual(['not_asked', []])
    // Fifty times as long as it waits.
    expect(performance.now() - began).toBeLessThan(10_000)
    writer.close()
    clock += 1_000
    expect(await asked()).toEqual(['a', 'b'])
  })

  it('mends what is not JSON, and says so where it cannot', async () => {
    const dir = folder()
    await harvestFrom(
      dir,
      feed({ '/feed': '{"releases":[{"ocid":"a","title":"Roads","date":"2026","value": Infinity}]}' }),
    )
    expect(await titles(dir)).toEqual(['a Roads'])
    const fault = await upstreamFaultOf(harvestFrom(folder(), feed({ '/feed': '{"releases":[{"ocid": 000,}]}' })))
    expect(fault.message).toBe('a page cannot be read: the document is not JSON')
  })

  it('starts anew when forced, or under another declaration, and the old rows stay until then', async () => {
    const dir = folder()
    const asked: string[] = []
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }))
    await upstreamFaultOf(
      harvestFrom(dir, feed({ '/feed': feedPage([notice('x', 'Half')], '/2'), '/2': down }), { force: true }),
    )
    expect(await titles(dir)).toEqual(['a Roads'])
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('b', 'Bridges')]) }, asked), { force: true })
    expect(asked).toEqual(['/feed 2026-02-03T12:00 2026-03-05T12:00'])
    expect(await keys(notices(), dir)).toEqual(['b'])
    const other = notices({ version: 2 })
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('c', 'Paint')]) }, asked), {}, other)
    expect(asked[1]).toBe('/feed 2026-02-03T12:00 2026-03-05T12:00')
    expect(await titles(dir, other)).toEqual(['c Paint'])
  })

  it('is refused where the feed is empty, or leads in a circle', async () => {
    const dir = folder(),
      asked: string[] = []
    expect((await upstreamFaultOf(harvestFrom(dir, feed({ '/feed': feedPage([]) })))).message).toBe(
      'the feed brought no rows in 30 days',
    )
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('a', 'Roads')]) }, asked), { day: marchDay(6) })
    expect(asked).toEqual(['/feed 2026-02-04T12:00 2026-03-06T12:00'])
    expect(
      (
        await upstreamFaultOf(
          harvestFrom(
            folder(),
            feed({
              '/feed': feedPage([notice('a', 'Roads')], '/2'),
              '/2': feedPage([], '/3'),
              '/3': feedPage([], '/2'),
            }),
          ),
        )
      ).message,
    ).toContain('leads back')
  })
})
