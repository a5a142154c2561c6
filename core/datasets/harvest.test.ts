import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { dataset, type Dataset, type Harvest } from '../contract/dataset.ts'
import { UpstreamFault } from '../upstream/port.ts'
import { ask, faultOf, folder, keys, opened } from './fixtures.ts'
import { pullDataset } from './pull.ts'
import type { FetchPage, Pulled, PullOptions } from './reach.ts'

interface Notice { readonly ocid: string; readonly title: string; readonly date: string }

const notices = ({ feed, ...other }: { version?: number; feed?: Partial<Harvest> } = {}): Dataset<Notice, 'title'> => dataset({
  id: 'notices', title: 'Notices', home: import.meta.dirname, licence: 'OGL-UK-3.0', attribution: 'Test data', coverage: 'Everything',
  pull: {
    days: 30,
    first: (since, now) => ['/feed', { from: since.toISOString().slice(0, 16), to: now.toISOString().slice(0, 16) }],
    next: (body) => body.links?.next ?? null,
    rows: (body) => body.releases ?? [],
    mend: (text) => text.replaceAll(': Infinity', ': null'),
    ...feed,
  },
  row: (w: Notice) => ({ ocid: w.ocid, title: w.title, date: w.date }),
  key: (row) => row.ocid,
  newer: (old, next) => (next.date >= old.date ? next : old),
  index: ['title'],
  text: (row) => [row.title],
  ...other,
})

const day = (n: number): Date => new Date(Date.UTC(2026, 2, n, 12))
const notice = (ocid: string, title: string, date = '2026-01-01') => ({ ocid, title, date })
type Page = string | UpstreamFault
const page = (releases: unknown[], next?: string): Page => JSON.stringify({ releases, ...(next && { links: { next } }) })
const down = new UpstreamFault('notices', 'upstream_timeout', 'took too long')

/** A feed of pages by their path; the first is `/feed`, whose query is kept. */
const feed = (pages: Readonly<Record<string, Page>>, asked: string[] = []): FetchPage => async (path) => {
  const [name, query] = typeof path === 'string' ? [path, {}] : path
  asked.push([name, ...Object.values(query)].join(' '))
  const body = pages[name] ?? new UpstreamFault('notices', 'upstream_failed', `${name} answered 404`)
  if (body instanceof UpstreamFault) throw body
  return { body, headers: {} }
}

const pull = (dir: string, fetchPage: FetchPage, other: Partial<PullOptions> = {}, of = notices()): Promise<Pulled> =>
  pullDataset(of, { dir, day: day(5), download: () => Promise.reject(new Error('no files here')), fetchPage, ...other })

const titles = (dir: string, of = notices()): Promise<string[]> => ask(of, dir, (rows) => Array.from(rows.all(), ({ ocid, title }) => `${ocid} ${title}`).sort())

describe('a harvest', () => {
  it('reads pages to the end, keeps the newer of two rows, and goes on from there the next time', async () => {
    const dir = folder()
    const asked: string[] = []
    const first = { '/feed': page([notice('a', 'Roads', '2026-01-02'), notice('b', 'Bridges')], '/2'), '/2': page([notice('a', 'Old roads', '2026-01-01'), notice('c', 'Paint')]) }
    expect(await pull(dir, feed(first, asked), { now: () => Date.parse('2026-07-01T00:00:00Z') })).toMatchObject({ id: 'notices', rows: 3, spoilt: 0 })
    expect(asked).toEqual(['/feed 2026-02-03T12:00 2026-03-05T12:00', '/2'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint'])
    expect(readdirSync(dir)).toEqual(['notices.sqlite'])

    const later = { '/feed': page([notice('b', 'Wider spans', '2026-02-01'), notice('d', 'Doors')]) }
    asked.length = 0
    await pull(dir, feed(later, asked), { day: day(6), now: () => Date.parse('2026-07-02T00:00:00Z') })
    // An hour is read twice.
    expect(asked).toEqual(['/feed 2026-03-05T11:00 2026-03-06T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Wider spans', 'c Paint', 'd Doors'])
    const found = await ask(notices(), dir, (rows) => [[...rows.text('bridge')].length, [...rows.text('wider')].length, [...rows.where('title', 'Bridges')].length, rows.asOf])
    expect(found).toEqual([0, 1, 0, '2026-07-02T00:00:00.000Z'])
  })

  it('goes on where it broke, and is not asked before it is whole', async () => {
    const dir = folder()
    const asked: string[] = []
    const datasets = opened(notices(), dir)
    const broken = { '/feed': page([notice('a', 'Roads')], '/2'), '/2': page([notice('b', 'Bridges')], '/3'), '/3': down }
    expect(await faultOf(pull(dir, feed(broken, asked)))).toMatchObject({ reason: 'upstream_timeout' })
    expect(existsSync(join(dir, 'notices.sqlite'))).toBe(false)
    expect(datasets.status()).toMatchObject([{ ready: false }])
    asked.length = 0
    const mended = { '/3': page([notice('c', 'Paint')]), '/feed': page([notice('d', 'Doors')]) }
    await pull(dir, feed(mended, asked), { day: day(7) })
    // First what was left, then what has come since.
    expect(asked).toEqual(['/3', '/feed 2026-03-05T11:00 2026-03-07T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint', 'd Doors'])
  })

  it('goes on where it broke in a feed of whole months too, which gives the same pages for what has come since', async () => {
    const dir = folder()
    const asked: string[] = []
    const monthly = notices({ feed: { first: () => '/1', next: (_body, { asked }) => asked === '/3' ? null : asked === '/2' ? '/3' : '/2' } })
    const months = { '/1': page([notice('a', 'Roads')]), '/2': page([notice('b', 'Bridges')]), '/3': page([notice('c', 'Paint')]) }
    expect(await faultOf(pull(dir, feed({ ...months, '/2': down }), {}, monthly))).toMatchObject({ reason: 'upstream_timeout' })
    const since = { ...months, '/3': page([notice('c', 'Paint'), notice('d', 'Doors')]) }
    await pull(dir, feed(since, asked), { day: day(7) }, monthly)
    expect(asked).toEqual(['/2', '/3', '/1', '/2', '/3'])
    expect(await titles(dir, monthly)).toEqual(['a Roads', 'b Bridges', 'c Paint', 'd Doors'])
  })

  it('reads the same days again where the feed has forgotten its cursor', async () => {
    const dir = folder()
    const asked: string[] = []
    await faultOf(pull(dir, feed({ '/feed': page([notice('a', 'Roads')], '/2'), '/2': down })))
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads'), notice('b', 'Bridges')]) }, asked), { day: day(6) })
    expect(asked).toEqual(['/2', '/feed 2026-02-03T12:00 2026-03-06T12:00'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
  })

  it('that breaks later leaves what was there, and shows what has come, under the old time', async () => {
    const dir = folder()
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads')]) }), { now: () => Date.parse('2026-07-01T00:00:00Z') })
    await faultOf(pull(dir, feed({ '/feed': page([notice('b', 'Bridges')], '/2'), '/2': down }), { day: day(6), now: () => Date.parse('2026-07-09T00:00:00Z') }))
    await faultOf(pull(dir, feed({ '/2': '<html>' }), { day: day(6) }))
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
    expect(opened(notices(), dir).status()).toMatchObject([{ rows: 2, as_of: '2026-07-01T00:00:00.000Z', ready: true }])
  })

  it('keeps its whole pages when the process dies within one', async () => {
    const dir = folder()
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads')]) }))
    const die = `
      import { pullDataset } from ${JSON.stringify(join(import.meta.dirname, 'pull.ts'))}
      const pages = { '/1': { releases: [{ ocid: 'b', title: 'Bridges' }], next: '/2' }, '/2': { releases: Array.from({ length: 20_000 }, (_, n) => ({ ocid: 'n' + n, title: 'x'.repeat(1_000) })) } }
      const about = { id: 'notices', index: ['title'], text: (row) => [row.title], key: (row) => row.ocid }
      const row = (w) => { if (w.ocid === 'n19999') process.kill(process.pid, 'SIGKILL'); return w }
      const pull = { days: 30, first: () => '/1', next: (body) => body.next ?? null, rows: (body) => body.releases }
      await pullDataset({ ...about, row, pull }, { dir: ${JSON.stringify(dir)}, day: new Date(${day(6).getTime()}), fetchPage: async (path) => ({ body: JSON.stringify(pages[path]), headers: {} }) })`
    const ended = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', die]).then(() => 'well', (fault: { signal: string }) => fault.signal)
    expect(ended).toBe('SIGKILL')
    // It has left what a commit begins with.
    expect(readdirSync(dir)).toContain('notices.sqlite-journal')
    expect(opened(notices(), dir).status()).toMatchObject([{ rows: 2, ready: true }])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges'])
    const asked: string[] = []
    await pull(dir, feed({ '/2': page([notice('c', 'Paint')]) }, asked), { day: day(6) })
    expect(asked).toEqual(['/2'])
    expect(await titles(dir)).toEqual(['a Roads', 'b Bridges', 'c Paint'])
  })

  it('is seen to grow by a service that has it open', async () => {
    const dir = folder()
    const of = notices()
    let clock = 0
    const datasets = opened(of, dir, { now: () => clock })
    const all = of.ask('all-of-it', (rows) => Array.from(rows.all(), of.key))
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads')]) }), {}, of)
    expect((await datasets.ask(all, undefined)).value).toEqual(['a'])
    await pull(dir, feed({ '/feed': page([notice('b', 'Bridges')]) }), { day: day(6) }, of)
    clock += 1_000
    expect((await datasets.ask(all, undefined)).value).toEqual(['a', 'b'])
  })

  it('locks nobody out while it writes a large page', async () => {
    const dir = folder()
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads')]) }))
    const seen: unknown[] = []
    const count = () => new DatabaseSync(join(dir, 'notices.sqlite'), { readOnly: true, timeout: 0 }).prepare('SELECT count(*) AS n FROM rows').get()!['n']
    const row = (w: Notice): Notice => { if (w.ocid === 'n9999') seen.push(count()); return w }
    const many = Array.from({ length: 10_000 }, (_, n) => notice(`n${n}`, 'x'.repeat(1_000)))
    expect(await pull(dir, feed({ '/feed': page(many) }), { day: day(6) }, { ...notices(), row })).toMatchObject({ rows: 10_001 })
    expect(seen).toEqual([1])
  })

  it('mends what is not JSON, and says so where it cannot', async () => {
    const dir = folder()
    await pull(dir, feed({ '/feed': '{"releases":[{"ocid":"a","title":"Roads","date":"2026","value": Infinity}]}' }))
    expect(await titles(dir)).toEqual(['a Roads'])
    const fault = await faultOf(pull(folder(), feed({ '/feed': '{"releases":[{"ocid": 000,}]}' })))
    expect(fault.message).toBe('a page cannot be read: what came is not JSON')
  })

  it('starts anew when forced, or under another declaration, and the old rows stay until then', async () => {
    const dir = folder()
    const asked: string[] = []
    await pull(dir, feed({ '/feed': page([notice('a', 'Roads')]) }))
    await faultOf(pull(dir, feed({ '/feed': page([notice('x', 'Half')], '/2'), '/2': down }), { force: true }))
    expect(await titles(dir)).toEqual(['a Roads'])
    await pull(dir, feed({ '/feed': page([notice('b', 'Bridges')]) }, asked), { force: true })
    expect(asked).toEqual(['/feed 2026-02-03T12:00 2026-03-05T12:00'])
    expect(await keys(notices(), dir)).toEqual(['b'])
    const other = notices({ version: 2 })
    await pull(dir, feed({ '/feed': page([notice('c', 'Paint')]) }, asked), {}, other)
    expect(asked[1]).toBe('/feed 2026-02-03T12:00 2026-03-05T12:00')
    expect(await titles(dir, other)).toEqual(['c Paint'])
  })

  it('is refused where the feed is empty, or leads in a circle', async () => {
    expect((await faultOf(pull(folder(), feed({ '/feed': page([]) })))).message).toBe('the feed brought no rows in 30 days')
    expect((await faultOf(pull(folder(), feed({ '/feed': page([notice('a', 'Roads')], '/2'), '/2': page([], '/3'), '/3': page([], '/2') })))).message).toContain('leads back')
  })
})

/** Pages that are numbered, so that one can be stepped over: `/1` to `/<last>`. */
const numbered = (last: number): Dataset<Notice, 'title'> => {
  const after = (path: unknown) => (Number(String(path).slice(1)) < last ? `/${Number(String(path).slice(1)) + 1}` : null)
  return notices({ feed: { first: () => '/1', next: (_, { asked }) => after(asked), past: ({ asked }) => after(asked) } })
}

describe('a page that fails', () => {
  const of = numbered(3)
  const whole = { '/1': page([notice('a', 'Roads')]), '/2': page([notice('b', 'Bridges')]), '/3': page([notice('c', 'Paint')]) }

  it('is stepped over, told, and asked for again by the next pulls until it comes', async () => {
    const dir = folder()
    expect(await pull(dir, feed({ ...whole, '/2': down }), {}, of)).toMatchObject({ rows: 2, missing: [{ part: '/2', why: 'took too long; it will be asked for again' }] })
    expect(await titles(dir, of)).toEqual(['a Roads', 'c Paint'])
    expect(opened(of, dir).status()).toMatchObject([{ ready: true, rows: 2, skipped_pages: [{ page: '/2', since: day(5).toISOString(), why: 'took too long' }] }])

    const later = notices({ feed: { first: () => '/7', next: () => null, past: () => null } })
    const asked: string[] = []
    const still = { '/7': page([notice('d', 'Doors')]), '/2': '<html>' }
    expect(await pull(dir, feed(still, asked), { day: day(6) }, later)).toMatchObject({ rows: 3, missing: [{ part: '/2' }] })
    expect(asked).toEqual(['/7', '/2'])
    expect(opened(later, dir).status()).toMatchObject([{ skipped_pages: [{ page: '/2', since: day(5).toISOString() }] }])
    expect(await pull(dir, feed({ ...still, '/2': whole['/2'] }), { day: day(7) }, later)).toMatchObject({ rows: 4, missing: [] })
    expect(opened(later, dir).status()).toMatchObject([{ rows: 4, skipped_pages: [] }])
  })

  it('is given up after as many days as the first pull goes back', async () => {
    const dir = folder()
    const asked: string[] = []
    await pull(dir, feed({ ...whole, '/2': down }), {}, of)
    await pull(dir, feed({ '/7': page([]) }, asked), { day: day(40) }, notices({ feed: { first: () => '/7', next: () => null } }))
    expect(asked).toEqual(['/7'])
  })

  it('is no page of a feed where all fail: the pull fails, and what was there keeps its age', async () => {
    const dir = folder()
    expect(await faultOf(pull(dir, feed({ '/1': down, '/2': down, '/3': down }), {}, of))).toMatchObject({ reason: 'upstream_timeout' })
    await pull(dir, feed(whole), { now: () => Date.parse('2026-07-01T00:00:00Z') }, of)
    await faultOf(pull(dir, feed({ '/1': down, '/2': down, '/3': down }), { day: day(6) }, of))
    expect(opened(of, dir).status()).toMatchObject([{ rows: 3, as_of: '2026-07-01T00:00:00.000Z' }])
  })

  it('ends the pull where ten do so in a row, and the next one goes on after them', async () => {
    const dir = folder()
    const long = numbered(20)
    const asked: string[] = []
    await faultOf(pull(dir, feed({ '/1': whole['/1'] }, asked), {}, long))
    expect(asked).toHaveLength(11)
    asked.length = 0
    await pull(dir, feed({ '/12': whole['/2'], '/20': whole['/3'] }, asked), {}, long)
    expect([asked[0], await titles(dir, long)]).toEqual(['/12', ['a Roads', 'b Bridges', 'c Paint']])
  })
})

describe('what a harvest keeps', () => {
  it('ends with the age that is declared, and leaves no trace', async () => {
    const dir = folder()
    const of = notices({ feed: { keep: { days: 60, date: ({ date }) => (date === '' ? null : date) } } })
    const first = page([notice('a', 'Roads', '2026-01-01'), notice('b', 'Road signs', '2026-03-01T10:00:00Z'), notice('c', 'Paint', '')])
    expect(await pull(dir, feed({ '/feed': first }), {}, of)).toMatchObject({ rows: 2 })
    expect(await titles(dir, of)).toEqual(['b Road signs', 'c Paint'])
    expect(await ask(of, dir, (rows) => [rows.count('road'), rows.key('a'), [...rows.where('title', 'Roads')].length])).toEqual([1, null, 0])
    await pull(dir, feed({ '/feed': page([]) }), { day: new Date('2026-05-01T00:00:00Z') }, of)
    expect(await titles(dir, of)).toEqual(['c Paint'])
    expect(opened(of, dir).status()).toMatchObject([{ rows: 1 }])
  })
})
