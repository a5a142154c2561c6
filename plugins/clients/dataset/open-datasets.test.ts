import { renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { list, notImported, text } from '@domesday/core'
import { anything } from '../../../test/support/anything.ts'
import { csvFile, folder, openedDataset, pullFrom, schools, csvTable } from '../../../test/support/datasets.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const one = { '/schools.csv': csvTable('1,Ash,51,0,') }
const other = { '/schools.csv': csvTable('2,Birch,51,0,', '3,Cedar,51,0,') }

/** A dataset with a question for all its keys, opened under a clock of its own. */
const service = (of = schools()) => {
  const dir = folder()
  const clock = { at: Date.parse('2026-06-01T00:00:00Z') }
  const warnings: string[] = []
  const datasets = openedDataset(of, dir, {
    now: () => clock.at,
    log: {
      warn: (_, message) => {
        warnings.push(message)
      },
    },
  })
  const all = of.ask('all', (rows) => Array.from(rows.all(), ({ urn }) => urn), { digest: list(text()) })
  return { dir, of, clock, warnings, datasets, all, ask: () => datasets.ask(all, undefined) }
}

describe('a dataset that is not there', () => {
  it('is a gap that names the command', async () => {
    const { ask, datasets } = service()
    expect(await upstreamFaultOf(ask())).toMatchObject({
      source: 'schools',
      reason: 'not_imported',
      message: 'schools is not imported: domesday datasets pull schools',
    })
    expect(datasets.status()).toEqual([
      {
        id: 'schools',
        rows: 0,
        as_of: null,
        bytes: 0,
        ready: false,
        parts: [],
        missing_parts: [''],
        skipped_pages: [],
        unnamed_members: [],
        fallen_members: [],
      },
    ])
  })

  it('is a gap too where only the file that answers is not there', async () => {
    const { dir, of, datasets } = service(
      schools({ pull: [csvFile({ part: 'England' }), csvFile({ part: 'Wales', addresses: () => ['/cymru.csv'] })] }),
    )
    const within = of.ask(
      'within',
      (rows, nation: string) => rows.where('part', nation)[Symbol.iterator]().next().value ?? notImported(nation),
      { digest: anything },
    )
    await pullFrom(of, dir, one)
    expect((await datasets.ask(within, 'England')).value).toMatchObject({ urn: '1' })
    expect(await upstreamFaultOf(datasets.ask(within, 'Wales'))).toMatchObject({
      reason: 'not_imported',
      message: 'schools is not imported for Wales: domesday datasets pull schools',
    })
  })

  it('is taken up within a second of its pull', async () => {
    const { ask, clock, dir, of } = service()
    await upstreamFaultOf(ask())
    await pullFrom(of, dir, one)
    clock.at += 1_000
    expect((await ask()).value).toEqual(['1'])
  })
})

describe('a dataset', () => {
  it('answers with the time of its pull, to be asked again within the hour', async () => {
    const { ask, clock, dir, of, datasets } = service()
    await pullFrom(of, dir, one, { now: () => Date.parse('2026-05-01T12:00:00Z') })
    expect(await ask()).toEqual({
      value: ['1'],
      at: Date.parse('2026-05-01T12:00:00Z'),
      until: clock.at + 3_600_000,
      from: 'dataset',
    })
    expect(datasets.status()).toEqual([
      {
        id: 'schools',
        rows: 1,
        as_of: '2026-05-01T12:00:00.000Z',
        bytes: statSync(join(dir, 'schools.sqlite')).size,
        ready: true,
        parts: [{ part: '', as_of: '2026-05-01T12:00:00.000Z', rows: 1, address: '/schools.csv' }],
        missing_parts: [],
        skipped_pages: [],
        unnamed_members: [],
        fallen_members: [],
      },
    ])
  })

  it('is swapped between two questions, never within one', async () => {
    const { ask, clock, dir, of, datasets } = service()
    await pullFrom(of, dir, one)
    expect((await ask()).value).toEqual(['1'])
    const during = of.ask(
      'during',
      (rows) => {
        const before = rows.key('1')
        renameSync(join(dir, 'next.sqlite'), join(dir, 'schools.sqlite'))
        clock.at += 60_000
        return [before?.urn, ...Array.from(rows.all(), ({ urn }) => urn)]
      },
      { digest: anything },
    )
    const elsewhere = folder()
    await pullFrom(of, elsewhere, other)
    renameSync(join(elsewhere, 'schools.sqlite'), join(dir, 'next.sqlite'))
    expect((await datasets.ask(during, undefined)).value).toEqual(['1', '1'])
    expect((await ask()).value).toEqual(['2', '3'])
  })

  it('is not looked for at every question', async () => {
    const { ask, clock, dir, of } = service()
    await pullFrom(of, dir, one)
    await ask()
    await pullFrom(of, dir, other)
    clock.at += 400
    expect((await ask()).value).toEqual(['1'])
    clock.at += 200
    expect((await ask()).value).toEqual(['2', '3'])
  })

  it('that is removed counts as not imported', async () => {
    const { ask, clock, dir, of } = service()
    await pullFrom(of, dir, one)
    await ask()
    rmSync(join(dir, 'schools.sqlite'))
    clock.at += 1_000
    expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'not_imported' })
  })

  it('that was imported under another declaration counts as not imported, until it is pulled again', async () => {
    const { ask, clock, dir, of, warnings, datasets } = service(schools({ version: 2 }))
    await pullFrom(schools(), dir, one)
    expect(await upstreamFaultOf(ask())).toMatchObject({
      reason: 'not_imported',
      message: expect.stringContaining('another release'),
    })
    expect(datasets.status()).toMatchObject([{ rows: 1, ready: false }])
    expect(warnings).toEqual(['dataset schools was imported by another release'])
    await pullFrom(of, dir, other)
    clock.at += 1_000
    expect((await ask()).value).toEqual(['2', '3'])
  })

  it('that is damaged counts as not imported', async () => {
    const { ask, dir, warnings, datasets } = service()
    writeFileSync(join(dir, 'schools.sqlite'), 'no database at all, but of some length')
    expect(await upstreamFaultOf(ask())).toMatchObject({
      reason: 'not_imported',
      message: expect.stringContaining('damaged'),
    })
    expect(datasets.status()).toMatchObject([{ rows: 0, ready: false }])
    expect(warnings).toHaveLength(1)
  })

  it('that is empty, as after a full disk, counts as not imported', async () => {
    const { ask, dir, of, clock } = service()
    await pullFrom(of, dir, one)
    truncateSync(join(dir, 'schools.sqlite'))
    utimesSync(join(dir, 'schools.sqlite'), 1, 1)
    clock.at += 1_000
    expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'not_imported' })
  })
})

it('a question that throws is a fault of the plugin, and leaves it able to answer', async () => {
  const { ask, dir, of, datasets } = service()
  await pullFrom(of, dir, one)
  const wrong = of.ask(
    'wrong',
    () => {
      throw new RangeError('no such day')
    },
    { digest: anything },
  )
  expect(await upstreamFaultOf(datasets.ask(wrong, undefined))).toMatchObject({
    reason: 'plugin_failed',
    message: 'schools.wrong: no such day',
  })
  expect((await ask()).value).toEqual(['1'])
})

it('what is no question to a dataset is refused', async () => {
  const { datasets, of } = service()
  expect(
    await upstreamFaultOf(
      datasets.ask(
        { id: 'x', source: { id: 'elsewhere', title: '' }, how: { kind: 'ask', answer: () => 1 }, digest: anything },
        1,
      ),
    ),
  ).toMatchObject({ source: 'elsewhere' })
  expect(
    await upstreamFaultOf(
      datasets.ask({ id: 'x', source: of, how: { kind: 'run', run: async () => 1 }, digest: anything }, 1),
    ),
  ).toMatchObject({ reason: 'plugin_failed' })
})
