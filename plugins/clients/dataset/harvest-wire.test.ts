import { describe, expect, it } from 'vitest'
import { sent, wire } from '@domesday/core'
import { folder, openedDataset } from '../../../test/support/datasets.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { down, feed, feedPage, harvestFrom, marchDay, notice, notices, titles } from '../../../test/support/harvest.ts'

const { text, must, often } = sent
const page = wire({
  releases: must([{ ocid: must(text), title: often(text), date: text, value: { amount: sent.scalar } }]),
  links: { next: text },
})
const declared = notices({ feed: { wire: page } })
const whole = { '/feed': feedPage([notice('a', 'Roads')], '/2'), '/2': feedPage([notice('b', 'Bridges')], '/3') }
const many = (count: number, one: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ ...notice(`n${n}`, 'Roads'), ...one(n) }))

describe('a page of another shape', () => {
  it('ends the pull, which keeps what it had and goes on there the next time', async () => {
    const dir = folder(),
      asked: string[] = []
    await harvestFrom(dir, feed({ '/feed': feedPage([notice('x', 'Doors')]) }), {}, declared)
    for (const body of ['{"error":"busy"}', '{"releases":null}', '[]', '{"packages":[{"ocid":"c"}]}', '{}']) {
      const fault = await upstreamFaultOf(
        harvestFrom(dir, feed({ ...whole, '/3': body }, asked), { day: marchDay(6) }, declared),
      )
      expect([fault.reason, fault.message]).toEqual(['upstream_changed', expect.stringContaining('cannot be read')])
    }
    // The feed still knows the page, so that nothing before it is read again.
    expect(asked.slice(3)).toEqual(['/3', '/3', '/3', '/3'])
    expect(await titles(dir, declared)).toEqual(['a Roads', 'b Bridges', 'x Doors'])
    await harvestFrom(dir, feed({ '/3': feedPage([notice('c', 'Paint')]) }), { day: marchDay(6) }, declared)
    expect(await titles(dir, declared)).toEqual(['a Roads', 'b Bridges', 'c Paint', 'x Doors'])
  })

  it('is skipped and told where the feed can be read on, as one that is down', async () => {
    const stepping = notices({
      feed: { wire: page, first: () => '/1', past: ({ asked }) => (asked === '/2' ? '/3' : null) },
    })
    const pages = { '/1': feedPage([notice('a', 'Roads')], '/2'), '/2': '{"error":"busy"}', '/3': feedPage([]) }
    const dir = folder()
    expect(await harvestFrom(dir, feed(pages), {}, stepping)).toMatchObject({
      rows: 1,
      missing: [{ part: '/2', why: expect.stringContaining('there is no releases in it') }],
    })
  })

  it('is no empty page where none of its rows can be read', async () => {
    const optional = notices({ feed: { wire: wire({ releases: [{ ocid: must(text), title: text, date: text }] }) } })
    const rows = [{ id: 'a' }, { id: 'b' }]
    const fault = await upstreamFaultOf(harvestFrom(folder(), feed({ '/feed': feedPage(rows) }), {}, optional))
    expect([fault.reason, fault.message]).toEqual([
      'upstream_changed',
      'a page cannot be read: none of its rows can be read',
    ])
  })
})

describe('the rows of a page', () => {
  it('are left out and counted where they lack what every row has; too many of them end the pull', async () => {
    const faults: unknown[] = []
    const odd = (n: number) => (n % 20 === 0 ? { ocid: undefined } : {})
    const onFault = ({ rows, fault }: { readonly rows: number; readonly fault: Error }) =>
      faults.push([rows, fault.message])
    expect(
      await harvestFrom(folder(), feed({ '/feed': feedPage(many(60, odd)) }), { onFault }, declared),
    ).toMatchObject({ rows: 57, unreadable: 3 })
    expect(faults).toEqual([[3, 'there is no releases[].ocid']])
    await expect(harvestFrom(folder(), feed({ '/feed': feedPage(many(400, odd)) }), {}, declared)).rejects.toThrow(
      'too many rows cannot be read: there is no releases[].ocid',
    )
  })

  it('are not taken of a page on which a member has another name', async () => {
    const dir = folder()
    const harvest = (rows: object[], day = marchDay(6)) =>
      harvestFrom(dir, feed({ '/feed': feedPage(rows) }), { day }, declared)
    await harvest(
      many(6, () => ({ value: { amount: 1 } })),
      marchDay(5),
    )
    const other = async (one: object): Promise<string> =>
      (await upstreamFaultOf(harvest(many(6, () => one)))).message.replace(/^.*there is /, '')
    // Nearly all rows have it, and beside them is one that nobody has named.
    expect(await other({ title: undefined, heading: 'Roads' })).toBe(
      'releases[].heading in it in place of releases[].title',
    )
    // It is alike by its name, or made of the same members.
    expect(await other({ date: undefined, release_date: '2026' })).toBe(
      'releases[].release_date in it in place of releases[].date',
    )
    expect(await titles(dir, declared)).toHaveLength(6)
    // One row proves nothing, nor does a new member where nothing is absent.
    await harvest(many(6, (n) => (n === 0 ? { title: undefined, heading: 'Roads' } : {})))
    await harvest(many(6, () => ({ heading: 'Roads' })))
  })
})

describe('the members of a feed', () => {
  it('that nobody has named are told once, and counted', async () => {
    const dir = folder()
    const harvest = (day: number, one: object) =>
      harvestFrom(dir, feed({ '/feed': feedPage(many(3, () => one)) }), { day: marchDay(day) }, declared)
    expect((await harvest(5, {})).remarks).toEqual([])
    const told = ['it sends members that nobody reads or names: releases[].is_sanctioned']
    expect((await harvest(6, { is_sanctioned: true })).remarks).toEqual(told)
    expect((await harvest(7, { is_sanctioned: true })).remarks).toEqual([])
    expect(openedDataset(declared, dir).status()).toMatchObject([
      { unnamed_members: ['releases[].is_sanctioned'], fallen_members: [] },
    ])
    // Until a release names it.
    const named = notices({
      feed: { wire: wire({ releases: must([{ ocid: must(text), is_sanctioned: sent.flag }]) }) },
    })
    const pages = { '/feed': feedPage(many(3, () => ({ is_sanctioned: true }))) }
    await harvestFrom(dir, feed(pages), { day: marchDay(8) }, named)
    expect(openedDataset(named, dir).status()).toMatchObject([
      { unnamed_members: ['releases[].title', 'releases[].date'] },
    ])
  })

  it('that far fewer rows have than used to are told once, whatever single pages lack', async () => {
    const dir = folder()
    const value = { value: { amount: 1 } }
    // Each page is of one kind, and half of them lack the value.
    const pull = (day: number, has: object) => {
      const pages = { '/feed': feedPage(many(150), '/2'), '/2': feedPage(many(150, () => has)) }
      return harvestFrom(dir, feed(pages), { day: marchDay(day) }, declared)
    }
    for (const day of [5, 6, 7]) expect((await pull(day, value)).remarks).toEqual([])
    expect((await pull(8, {})).remarks).toEqual(['far fewer rows than used to have releases[].value'])
    expect((await pull(9, {})).remarks).toEqual([])
    expect(openedDataset(declared, dir).status()).toMatchObject([{ fallen_members: ['releases[].value'] }])
    const some = (n: number) => (n % 10 < 3 ? value : {})
    // A third less of thousands of rows is no chance, and not far fewer.
    const pages = { '/feed': feedPage(many(3_000, some)) }
    expect((await harvestFrom(dir, feed(pages), { day: marchDay(10) }, declared)).remarks).toEqual([])
    expect(openedDataset(declared, dir).status()).toMatchObject([{ fallen_members: [] }])
  })

  it('of a pull that broke off are told by the next one', async () => {
    const dir = folder()
    const first = { '/feed': feedPage([{ ...notice('a', 'Roads'), warning: 'x' }], '/2'), '/2': down }
    await upstreamFaultOf(harvestFrom(dir, feed(first), {}, declared))
    const next = await harvestFrom(dir, feed({ '/2': feedPage([notice('b', 'Bridges')]) }), {}, declared)
    expect(next.remarks).toEqual(['it sends members that nobody reads or names: releases[].warning'])
    expect(openedDataset(declared, dir).status()).toMatchObject([{ unnamed_members: ['releases[].warning'] }])
  })
})
