import { execFile } from 'node:child_process'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { sent, wire } from '@domesday/core'
import { UpstreamFault } from '@domesday/core/client'
import {
  ask,
  csvFile,
  folder,
  keys,
  openedDataset,
  pullFrom,
  schools,
  serving,
  csvTable,
  type School,
} from '../../../test/support/datasets.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import type { Progress } from './pull-options.ts'

const two = csvTable('1,Ash,51.5,-0.1,', '2,Birch,,,')
const good = { '/schools.csv': two }
const ten = { '/schools.csv': csvTable(...Array.from({ length: 10 }, (_, n) => `${n},School ${n},,,`)) }

describe('a pull', () => {
  it('imports what the source sent, and leaves nothing else behind', async () => {
    const dir = folder()
    const seen: Progress[] = []
    const pulled = await pullFrom(schools(), dir, good, { onProgress: (progress) => seen.push(progress) })
    expect(pulled).toEqual({
      id: 'schools',
      rows: 2,
      parts: [expect.objectContaining({ part: '', rows: 2, address: '/schools.csv' })],
      missing: [],
      unreadable: 0,
    })
    expect(await ask(schools(), dir, (rows) => rows.key('1'))).toEqual({
      urn: '1',
      name: 'Ash',
      part: '',
      at: { lat: 51.5, lng: -0.1 },
      tags: [],
    })
    expect(readdirSync(dir)).toEqual(['schools.sqlite'])
    expect(seen[0]).toEqual({ part: '', stage: 'download', bytes: two.length, total: two.length, rows: 0 })
    expect(seen.at(-1)).toMatchObject({ stage: 'index', rows: 2 })
  })

  it('refuses a file without a column that every row must have, and keeps what it had', async () => {
    const dir = folder()
    const demanding = schools({
      pull: [csvFile({ wire: wire({ urn: sent.must(sent.text), grade: sent.must(sent.text) }) })],
    })
    await pullFrom(schools(), dir, good)
    expect(await upstreamFaultOf(pullFrom(demanding, dir, good))).toMatchObject({ reason: 'upstream_failed' })
    expect(await ask(schools(), dir, (rows) => rows.key('1')?.name)).toBe('Ash')
    const demandingLess = schools({ pull: [csvFile({ wire: wire({ urn: sent.must(sent.text) }) })] })
    expect(await pullFrom(demandingLess, dir, good)).toMatchObject({ rows: 2, unreadable: 0 })
  })

  it('looks for a dated file on earlier days', async () => {
    const dir = folder()
    const asked: string[] = []
    const dated = schools({
      pull: [
        csvFile({
          addresses: (day) =>
            [0, 1, 2, 3].map(
              (ago) =>
                `/schools${new Date(day.getTime() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}.csv`,
            ),
        }),
      ],
    })
    // Of the newest day there is only an error page.
    const bodies = {
      '/schools20260304.csv': '<html><body>sorry</body></html>',
      '/schools20260303.csv': two,
      '/schools20260302.csv': two,
    }
    const pulled = await pullFrom(dated, dir, bodies, { download: serving(bodies, asked) })
    expect(asked).toEqual(['/schools20260305.csv', '/schools20260304.csv', '/schools20260303.csv'])
    expect(pulled.parts[0]!.address).toBe('/schools20260303.csv')
    expect(await keys(dated, dir)).toEqual(['1', '2'])
  })

  it('follows the link of a page where an address is new with each release', async () => {
    const dir = folder()
    const listed = schools({
      pull: [
        csvFile({
          addresses: () => [
            { on: '/page', link: (page) => /href="([^"]+\.csv)"/.exec(page)?.[1] ?? null },
            '/schools.csv',
          ],
        }),
      ],
    })
    expect(
      (await pullFrom(listed, dir, { '/page': '<a href="/media/7/schools.csv">CSV</a>', '/media/7/schools.csv': two }))
        .parts[0]!.address,
    ).toBe('/media/7/schools.csv')
    expect((await pullFrom(listed, dir, { '/page': '<a href="/nothing">', ...good })).parts[0]!.address).toBe(
      '/schools.csv',
    )
    expect((await upstreamFaultOf(pullFrom(listed, dir, { '/page': '' }))).message).toMatch(
      /links to no such file.*404/,
    )
  })

  it('asks whether a column that is gone has become one that nobody has named', async () => {
    const { text, must, often } = sent
    const others = { urn: must(text), lat: text, lng: text, tags: text }
    const renamed = { '/schools.csv': csvTable('1,Oak,,,', '2,Elm,,,').replace('name', 'school name') }
    for (const [name, said] of [
      [must(text), 'none of its rows can be read: there is no name; did it become “school name”?'],
      [often(text), 'there is no column name; did it become “school name”?'],
    ] as const) {
      const wired = schools({ pull: [csvFile({ wire: wire({ ...others, name }) })] })
      await expect(pullFrom(wired, folder(), renamed)).rejects.toThrow(said)
    }
  })

  it('leaves out what is left out, skips the few rows that cannot be read, and fails on many', async () => {
    const dir = folder()
    const rows = Array.from(
      { length: 2_000 },
      (_, n) => `${n},${n % 400 === 7 ? 'broken' : n % 2 ? 'secret' : 'Ash'},,,`,
    )
    expect(await pullFrom(schools(), dir, { '/schools.csv': csvTable(...rows) })).toMatchObject({
      rows: 1_000,
      unreadable: 5,
    })
    const fault = await upstreamFaultOf(
      pullFrom(schools(), dir, {
        '/schools.csv': csvTable(...rows.map((row, n) => (n % 50 === 0 ? row.replace('Ash', 'broken') : row))),
      }),
    )
    expect(fault.message).toContain('too many rows cannot be read: cannot be read')
  })

  it('keeps one row of a key: the later, or the one that the dataset prefers', async () => {
    const twice = { '/schools.csv': csvTable('1,Zebra,50,1,', '2,Birch,,,', '1,Ash,51,1,x|y', '1,Maple,52,1,') }
    const later = folder()
    expect(await pullFrom(schools(), later, twice)).toMatchObject({ rows: 2 })
    expect(await ask(schools(), later, (rows) => rows.key('1'))).toMatchObject({ name: 'Maple' })
    const first = schools({ newer: (old, next) => (old.name < next.name ? old : next) })
    const chosen = folder()
    await pullFrom(first, chosen, twice)
    const found = await ask(first, chosen, (rows) => ({
      gone: [
        ...rows.where('name', 'Zebra'),
        ...rows.text('zebra'),
        ...rows.near({ lat: 50, lng: 1 }, 10),
        ...rows.near({ lat: 52, lng: 1 }, 10),
      ],
      there: [
        rows.where('name', 'Ash'),
        rows.where('tags', 'y'),
        rows.text('ash'),
        rows.near({ lat: 51, lng: 1 }, 10),
      ].map((those) => [...those].map(({ urn }) => urn)),
    }))
    expect(found).toEqual({ gone: [], there: [['1'], ['1'], ['1'], ['1']] })
  })
})

describe('a broken pull never replaces what is there', () => {
  const afterwards = async (bodies: Parameters<typeof pullFrom>[2], why: RegExp): Promise<void> => {
    const dir = folder()
    const of = schools()
    await pullFrom(of, dir, ten)
    const fault = await upstreamFaultOf(pullFrom(of, dir, bodies))
    expect(fault).toMatchObject({ reason: 'upstream_failed', source: 'schools' })
    expect(fault.message).toMatch(why)
    expect(await keys(of, dir)).toHaveLength(10)
    expect(readdirSync(dir)).toEqual(['schools.sqlite'])
  }

  it('when the body ends early', async () => {
    const half = ten['/schools.csv'].slice(0, 150)
    await afterwards({ '/schools.csv': half }, /in the middle of a row/)
    await afterwards(
      { '/schools.csv': new UpstreamFault('schools', 'upstream_failed', 'sent 150 bytes of 300') },
      /150 bytes of 300/,
    )
  })

  it('when nothing of it is a row', async () => {
    await afterwards({ '/schools.csv': '' }, /no rows/)
    await afterwards({ '/schools.csv': 'id,title\n1,Ash\n' }, /no rows/)
  })

  it('when it has shrunk by more than half, unless that is wanted', async () => {
    await afterwards(
      { '/schools.csv': csvTable('1,Ash,,,', '2,Birch,,,', '3,Cedar,,,', '4,Dogwood,,,') },
      /only 4 rows where there were 10/,
    )
    const dir = folder()
    await pullFrom(schools(), dir, ten)
    expect(await pullFrom(schools(), dir, good, { force: true })).toMatchObject({ rows: 2 })
    await pullFrom(schools(), dir, { '/schools.csv': csvTable('9,Ash,,,') })
    expect(await keys(schools(), dir)).toEqual(['9'])
  })

  it('when what its rows are found by is gone, as where a column has a new name', async () => {
    const placed = ten['/schools.csv'].replaceAll(',,,', ',51,0,x|y')
    const dir = folder()
    await pullFrom(schools(), dir, { '/schools.csv': placed })
    expect(
      (await upstreamFaultOf(pullFrom(schools(), dir, { '/schools.csv': placed.replace('lat', 'latitude') }))).message,
    ).toBe('no row with a place where there were 10: not taken without --force')
    expect(
      (await upstreamFaultOf(pullFrom(schools(), dir, { '/schools.csv': placed.replace('tags', 'labels') }))).message,
    ).toBe('no row with tags where there were 10: not taken without --force')
    expect(await ask(schools(), dir, (rows) => [...rows.near({ lat: 51, lng: 0 }, 1)].length)).toBe(10)
    expect(
      await pullFrom(schools(), dir, { '/schools.csv': placed.replace('tags', 'labels') }, { force: true }),
    ).toMatchObject({ rows: 10 })
  })

  it('when the process dies in the middle of it', async () => {
    const dir = folder()
    await pullFrom(schools(), dir, ten)
    const die = `
      import { pullFrom, schools, csvTable } from ${JSON.stringify(join(import.meta.dirname, '../../../test/support/datasets.ts'))}
      const rows = Array.from({ length: 50_000 }, (_, n) => n + ',School ' + n + ',51,0,')
      await pullFrom(schools({ row: (w) => { if (w.urn === '40000') process.kill(process.pid, 'SIGKILL'); return { ...w, tags: [], at: null } } }), ${JSON.stringify(dir)}, { '/schools.csv': csvTable(...rows) })`
    const ended = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', die]).then(
      () => 'well',
      (fault: { signal: string }) => fault.signal,
    )
    expect(ended).toBe('SIGKILL')
    expect(readdirSync(dir).filter((name) => name.endsWith('.part')).length).toBeGreaterThan(0)
    expect(await keys(schools(), dir)).toHaveLength(10)
    await pullFrom(schools(), dir, ten)
    expect(readdirSync(dir)).toEqual(['schools.sqlite'])
  })
})

it('that finds the disk full says so, and asks for no further file', async () => {
  const dir = folder()
  const fill = `
    import { pullFrom, schools, csvFile, serving, csvTable } from ${JSON.stringify(join(import.meta.dirname, '../../../test/support/datasets.ts'))}
    const asked = []
    const rows = Array.from({ length: 100 }, (_, n) => n + ',School ' + n + ',51,0,')
    const of = schools({ pull: ['/a', '/b'].map((one) => csvFile({ part: one, addresses: () => [one, '/schools.csv'] })), row: (w) => ({ ...w, tags: ['x'.repeat(500_000)], at: null }) })
    const bodies = { '/a': csvTable(...rows), '/b': csvTable('b,Ash,,,') }
    await pullFrom(of, ${JSON.stringify(dir)}, bodies, { download: serving(bodies, asked) }).catch((fault) => asked.push(fault.message))
    console.log(JSON.stringify(asked))`
  // The file may grow to 10 MB; SQLite begins to write what 32 MB of memory do not hold.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 20480; exec "$0" --input-type=module-typescript -e "$1"',
    process.execPath,
    fill,
  ])
  expect(JSON.parse(stdout)).toEqual(['/a', expect.stringMatching(/disk/)])
  expect(readdirSync(dir)).toEqual([])
})

describe('a dataset of several files', () => {
  const nations = schools({
    pull: ['England', 'Wales', 'Scotland'].map((part) => csvFile({ part, addresses: () => [`/${part}.csv`] })),
  })
  const england = csvTable('e1,Ash,51,0,', 'e2,Birch,51,0,')
  const parts = (dir: string) =>
    ask(nations, dir, (rows) =>
      Object.fromEntries(
        ['England', 'Wales', 'Scotland'].map((part) => [part, [...rows.where('part', part)].map(({ urn }) => urn)]),
      ),
    )

  it('is imported as far as its files are there', async () => {
    const dir = folder()
    const pulled = await pullFrom(nations, dir, {
      '/England.csv': england,
      '/Scotland.csv': csvTable('s1,Rowan,56,-3,'),
    })
    expect(pulled).toMatchObject({ rows: 3, missing: [{ part: 'Wales', why: '/Wales.csv answered 404', kept: false }] })
    expect(await parts(dir)).toEqual({ England: ['e1', 'e2'], Wales: [], Scotland: ['s1'] })
    expect(openedDataset(nations, dir).status()).toMatchObject([
      {
        id: 'schools',
        rows: 3,
        ready: true,
        parts: [
          { part: 'England', rows: 2 },
          { part: 'Scotland', rows: 1 },
        ],
        missing_parts: ['Wales'],
      },
    ])
  })

  it('keeps the rows of a file that breaks off, with their age, and none of what the broken one brought', async () => {
    const dir = folder()
    await pullFrom(
      nations,
      dir,
      { '/England.csv': england, '/Wales.csv': csvTable('w1,Oak,52,-3,old', 'w2,Elm,52,-3,') },
      { now: () => Date.parse('2026-01-01T00:00:00Z') },
    )
    const broken = 'urn,name,lat,lng,tags\nw3,Yew,50,-5,new\nw4,"Ald'
    const bodies = { '/England.csv': england, '/Wales.csv': broken, '/Scotland.csv': csvTable('s1,Rowan,56,-3,') }
    const pulled = await pullFrom(nations, dir, bodies, { now: () => Date.parse('2026-02-01T00:00:00Z') })
    expect(pulled.missing).toEqual([{ part: 'Wales', why: 'the table ends in the middle of a cell', kept: true }])
    expect(await parts(dir)).toEqual({ England: ['e1', 'e2'], Wales: ['w1', 'w2'], Scotland: ['s1'] })
    const found = await ask(nations, dir, (rows) => ({
      yew: [...rows.text('yew'), ...rows.where('tags', 'new'), ...rows.near({ lat: 50, lng: -5 }, 5)],
      oak: [[...rows.text('oak')], [...rows.where('tags', 'old')], [...rows.near({ lat: 52, lng: -3 }, 5)]].map(
        (those) => those.length,
      ),
      asOf: rows.asOf,
      everywhere: Array.from(rows.near({ lat: 52, lng: -3 }, 2_000), ({ urn }) => urn).sort(),
    }))
    expect(found).toEqual({
      yew: [],
      oak: [1, 1, 2],
      everywhere: ['e1', 'e2', 's1', 'w1', 'w2'],
      asOf: '2026-01-01T00:00:00.000Z',
    })
  })

  it('is not imported when none is there', async () => {
    const dir = folder()
    expect((await upstreamFaultOf(pullFrom(nations, dir, {}))).message).toBe(
      'England: /England.csv answered 404; Wales: /Wales.csv answered 404; Scotland: /Scotland.csv answered 404',
    )
    expect(readdirSync(dir)).toEqual([])
  })

  it('stops asking a source that has no credential', async () => {
    const asked: string[] = []
    const tries = schools({ pull: [csvFile({ addresses: () => ['/a.csv', '/b.csv'] })] })
    const download = serving(
      { '/a.csv': new UpstreamFault('schools', 'not_configured', 'needs SCHOOLS_API_KEY') },
      asked,
    )
    expect((await upstreamFaultOf(pullFrom(tries, folder(), {}, { download }))).message).toBe('needs SCHOOLS_API_KEY')
    expect(asked).toEqual(['/a.csv'])
  })
})

it('what others are writing is left alone, what was left behind is not', async () => {
  const dir = folder()
  const stranger = `other.sqlite.${process.ppid}.0a1b2c3d.part`
  const names = [
    stranger,
    `other.sqlite.${process.ppid}.ffffffff.part`,
    'other.sqlite.4194305.00000000.part',
    'other.sqlite.4194305.00000000.part-journal',
    'other.sqlite',
  ]
  for (const name of names) writeFileSync(join(dir, name), '')
  const longAgo = (Date.now() - 30 * 3_600_000) / 1000
  utimesSync(join(dir, names[1]!), longAgo, longAgo)
  await pullFrom(schools(), dir, good)
  expect(readdirSync(dir).sort()).toEqual(['other.sqlite', stranger, 'schools.sqlite'])
})

it('a column that is no text, number or flag is refused, in words', async () => {
  const of = schools({
    row: (w: Record<string, string>) => ({ urn: w['urn'], name: { first: w['name'] } }) as unknown as School,
  })
  expect((await upstreamFaultOf(pullFrom(of, folder(), good))).message).toContain(
    'an indexed column holds texts, numbers, flags',
  )
})
