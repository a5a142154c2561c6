import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noSuch } from '@domesday/core'
import { readBody } from '../../../test/support/read.ts'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import {
  appointments,
  companiesHouse,
  disqualified,
  disqualifiedSearch,
  officers,
  owners,
  type Officers,
} from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(companiesHouse)
})
afterAll(() => register.close())

type Read = {
  readonly none: (reply: object, input?: unknown) => any
}
const how = (operation: { readonly how: unknown }): Read => operation.how as Read
const runOf = <T>({ how }: { readonly how: unknown }) =>
  (how as { readonly run: (input: string, tools: object) => Promise<T> }).run

describe('officers and owners', () => {
  it('lists serving officers before those who resigned', async () => {
    const { items, total } = await register.ask(officers, '99000017')
    expect(items.map(({ name, role, resigned_on: resigned }) => [name, role, resigned])).toEqual([
      ['FARROW, Ismene', 'secretary', null],
      ['OCKLEY, Desmond', 'director', null],
      ['THORNQUIST, Averil', 'director', null],
      ['HADDLEBY, Corwin', 'director', '2019-10-31'],
    ])
    expect(total).toBe(4)
    expect(items[2]).toMatchObject({
      born: '1966-04',
      appointed_on: '2005-06-01',
      is_corporate: false,
      officer_id: 'Qm7-aVeRiLtHoRnQuIsT_000017',
      registration_number: null,
    })
    expect(items[0]).toMatchObject({ born: null, nationality: null })
  })

  it('is empty for a company that is not there', async () => {
    expect(await register.ask(officers, '99999999')).toEqual({ items: [], total: 0 })
    expect(await register.ask(owners, '99999999')).toEqual({ items: [], total: 0 })
  })

  it('pages by a hundred, to five hundred at most', async () => {
    const asked: unknown[] = []
    const ask = async (_: unknown, { start }: { readonly start: number }) => {
      asked.push(start)
      return { items: [{ name: `N${start}` }], total: 731 }
    }
    const { items, total } = await runOf<Officers>(officers)('1', { ask })
    expect([asked, items, total]).toEqual([
      [0, 100, 200, 300, 400],
      ['N0', 'N100', 'N200', 'N300', 'N400'].map((name) => ({ name })),
      731,
    ])
  })

  it('names owners, people and companies, with the nature of their control', async () => {
    expect((await register.ask(owners, '99000017')).items).toMatchObject([
      {
        name: 'Ms Averil Thornquist',
        kind: 'individual',
        born: '1966-04',
        current: true,
        notified_on: '2016-04-06',
        control: [
          'ownership-of-shares-50-to-75-percent',
          'voting-rights-50-to-75-percent',
          'right-to-appoint-and-remove-directors',
        ],
      },
    ])
    expect((await register.ask(owners, '99000090')).items).toMatchObject([
      {
        kind: 'corporate-entity',
        registration_number: '99000164',
        country_registered: 'England And Wales',
        born: null,
      },
    ])
    expect((await register.ask(owners, '99000041')).items).toEqual([])
  })

  it('knows owners that ended, with or without a day, and that are not public', () => {
    const { items } = readBody(owners, {
      items: [
        { name: 'A', natures_of_control: [], ceased_on: '2020-01-02', kind: 'legal-person-beneficial-owner' },
        { name: 'B', natures_of_control: null, ceased: true, kind: 'individual-person-with-significant-control' },
        { kind: 'super-secure-person-with-significant-control' },
        { name: 'C', natures_of_control: 'right-to-<b>appoint</b>', kind: 'x' },
        { name: 'D', natures_of_control: [null, {}, 'significant-influence-or-control'], kind: 'x' },
      ],
    })
    expect(items).toMatchObject([
      {
        kind: 'legal-person',
        current: false,
        ceased_on: '2020-01-02',
      },
      { current: false, ceased_on: null },
      { kind: 'super-secure', name: null, control: [] },
      { control: ['right-to- appoint'] },
      { control: ['significant-influence-or-control'] },
    ])
    expect(how(owners).none({ status: 404, body: '' })).toEqual({ items: [], total: 0 })
  })
})

describe('appointments and disqualifications', () => {
  it("lists a person's appointments with the state of each company", async () => {
    expect(await register.ask(appointments, 'Pv7-pErRiNvAsSwOoDxx_000025')).toMatchObject({
      name: 'Perrin VASSWOOD',
      born: '1979-02',
      is_corporate: false,
      total: 3,
      appointments: [
        { company: { company_number: '99000074', company_status: 'dissolved' }, resigned_on: null },
        {
          company: { company_number: '99000025', company_status: 'active' },
          resigned_on: null,
          role: 'director',
          appointed_on: '2014-07-08',
        },
        {
          company: {
            company_number: '99000033',
            company_name: 'TALLOWMERE HOMES LIMITED',
            company_status: 'liquidation',
          },
          resigned_on: '2024-03-01',
        },
      ],
    })
    expect(await register.ask(appointments, 'x'.repeat(27))).toEqual(
      noSuch(`There is no officer with the id ${'x'.repeat(27)}.`),
    )
  })

  it('pages by fifty, to five hundred at most, and rejects an answer with a missing page', async () => {
    const run = runOf<{ readonly appointments: readonly number[] }>(appointments)
    const paged = (total: number) => ({
      ask: async (_: unknown, { start }: { readonly start: number }) => ({ id: 'a', total, appointments: [start] }),
    })
    expect((await run('a', paged(121))).appointments).toEqual([0, 50, 100])
    expect((await run('a', paged(50))).appointments).toEqual([0])
    expect((await run('a', paged(2000))).appointments).toHaveLength(10)
    const broken = async (_: unknown, { start }: { readonly start: number }) =>
      start > 0 ? Promise.reject(new Error('down')) : { total: 60, appointments: [] }
    await expect(run('a', { ask: broken })).rejects.toThrow('down')
  })

  it('takes the birth of a person whose newest post is that of a secretary from a board', async () => {
    const run = (companiesHouse.operations.get('portfolio') as never as { how: { run: Function } }).how.run
    const post = (number: string, role: string) => ({ role, company: { company_number: number }, appointed_on: null })
    const record = {
      id: 'a',
      name: 'B A',
      born: null,
      is_corporate: false,
      total: 2,
      appointments: [post('1', 'secretary'), post('2', 'director')],
    }
    const board = (number: string) => ({
      items: [
        { officer_id: 'z', born: '1950-01' },
        { officer_id: 'a', born: number === '2' ? '1970-02' : '1960-01' },
      ],
    })
    const asking = (answer: (number: string) => object) => ({
      ask: async (operation: unknown, input: string) => (operation === officers ? answer(input) : record),
    })
    expect((await run(['a'], asking(board))).born).toBe('1970-02')
    const down = () => {
      throw new Error('down')
    }
    expect((await run(['a'], asking(down))).born).toBeNull()
  })

  it('reads who may not be a director, and until when', async () => {
    const [hit] = await register.ask(disqualifiedSearch, 'Lucan THRELFELL')
    expect(hit).toEqual({
      kind: 'natural',
      id: 'Lt5-dIsQuAlIfIeDnAtUrAl_033',
      name: 'Lucan Piers THRELFELL',
      born: '1968-08',
    })
    expect(await register.ask(disqualified, hit!)).toMatchObject({
      name: 'Lucan Piers THRELFELL',
      born: '1968-08',
      permissions: [],
      disqualifications: [
        {
          from: '2026-07-01',
          until: '2033-06-30',
          type: 'undertaking',
          decided: '2026-06-10',
          companies: ['TALLOWMERE HOMES LIMITED'],
          section: '7',
        },
      ],
    })
    expect(await register.ask(disqualifiedSearch, 'Nerys Caddow')).toEqual([])
  })

  it('takes links as text or list, and 9999 for no end', () => {
    const hits = readBody(disqualifiedSearch, {
      items: [
        { title: 'A B', links: { self: ['/disqualified-officers/corporate/x'] } },
        { title: 'C', links: { self: '' } },
      ],
    })
    expect(hits).toEqual([{ kind: 'corporate', id: 'x', name: 'A B', born: null }])
    expect(
      readBody(
        disqualified,
        { name: 'A B', disqualifications: [{ disqualified_until: '9999-12-31', company_names: [] }] },
        hits[0],
      ),
    ).toMatchObject({ name: 'A B', disqualifications: [{ until: null }] })
  })
})
