import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NoSuch } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/core/testing'
import {
  appointments, charges, companiesHouse, competitors, disqualified, disqualifiedSearch, filings, insolvency, officers, officerSearch, owners, profile, search,
  type Profile,
} from './index.ts'

let register: OpenSource
beforeAll(async () => { register = await openSource(companiesHouse) })
afterAll(() => register.close())

const known = async (number: string): Promise<Profile> => {
  const found = await register.ask(profile, number)
  if (found instanceof NoSuch) throw new Error(found.detail)
  return found
}
type Read = { readonly read: (wire: unknown, input?: unknown) => any; readonly none: (reply: object, input?: unknown) => any; readonly path: (input: any) => unknown }
const how = (operation: { readonly how: unknown }): Read => operation.how as Read

describe('a profile', () => {
  it('states what is registered, with what is due', async () => {
    expect(await known('99000025')).toEqual({
      number: '99000025',
      name: 'BRACKENFOLD LOGISTICS LTD',
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
      type: 'ltd',
      jurisdiction: 'england-wales',
      incorporated: '2014-07-08',
      ceased: null,
      office: { lines: ['2 Lancaster Road Depot', 'Cockerham'], locality: 'Preston', region: 'Lancashire', country: 'England', postcode: 'PR3 0SG' },
      officeInDispute: false,
      officeUndeliverable: false,
      sicCodes: ['49410'],
      formerNames: [{ name: 'BRACKENFOLD HAULAGE LTD', from: '2014-07-08', until: '2018-04-30' }],
      accounts: { lastMadeUpTo: '2024-09-30', lastType: 'total-exemption-full', nextMadeUpTo: '2025-09-30', due: '2026-06-30', overdue: true },
      confirmation: { lastMadeUpTo: '2025-08-07', nextMadeUpTo: '2026-08-07', due: '2026-08-21', overdue: true },
    })
  })

  it('of a new company has no last accounts, though the register writes the text "null"', async () => {
    expect((await known('99000066')).accounts)
      .toEqual({ lastMadeUpTo: null, lastType: null, nextMadeUpTo: '2027-09-30', due: '2028-06-21', overdue: false })
  })

  it('of a dissolved company says when it ended, and that nothing is due', async () => {
    expect(await known('99000074'))
      .toMatchObject({ status: 'dissolved', ceased: '2025-11-18', confirmation: null, accounts: { due: null, overdue: null } })
  })

  it('that is not there is none, in words', async () => {
    expect(await register.ask(profile, '99999999')).toEqual(new NoSuch('There is no company with the number 99999999.'))
  })

  it('falls back to the deprecated copies of the due date, and to the annual return', () => {
    const old = how(profile).read({
      company_number: 'SC000001', company_name: ' OLD  CO ', accounts: { next_due: '2015-09-30', next_made_up_to: '2014-12-31', overdue: true },
      annual_return: { last_made_up_to: '2014-05-01', next_due: '2015-05-29', overdue: false }, registered_office_address: { address_line_1: ' ', country: '' },
    }) as Profile
    expect(old).toMatchObject({
      name: 'OLD CO', status: null, office: null, sicCodes: [], formerNames: [],
      accounts: { nextMadeUpTo: '2014-12-31', due: '2015-09-30', overdue: true, lastType: null }, confirmation: { due: '2015-05-29', nextMadeUpTo: null },
    })
    expect(how(profile).read({ company_number: '1', company_name: 'X' })).toMatchObject({ accounts: null, confirmation: null, office: null })
  })
})

describe('officers and owners', () => {
  it('lists serving officers before those who resigned', async () => {
    const { items, total } = await register.ask(officers, '99000017')
    expect(items.map(({ name, role, resigned }) => [name, role, resigned])).toEqual([
      ['FARROW, Ismene', 'secretary', null], ['OCKLEY, Desmond', 'director', null], ['THORNQUIST, Averil', 'director', null], ['HADDLEBY, Corwin', 'director', '2019-10-31'],
    ])
    expect(total).toBe(4)
    expect(items[2])
      .toMatchObject({
        born: '1966-04', appointed: '2005-06-01', corporate: false, officerId: 'Qm7-aVeRiLtHoRnQuIsT_000017', registrationNumber: null,
      })
    expect(items[0]).toMatchObject({ born: null, nationality: null })
  })

  it('is empty for a company that is not there', async () => {
    expect(await register.ask(officers, '99999999')).toEqual({ items: [], total: 0 })
    expect(await register.ask(owners, '99999999')).toEqual({ items: [], total: 0 })
  })

  it('pages by a hundred, to five hundred at most', async () => {
    const asked: unknown[] = []
    const tools = { ask: async (_: unknown, input: { readonly start: number }) => { asked.push(input.start); return { items: [{ name: `N${input.start}` }], total: 731 } } }
    const { items, total } = await (officers.how as unknown as { readonly run: (number: string, tools: object) => Promise<{ items: readonly object[]; total: number }> }).run('1', tools)
    expect([asked, items, total]).toEqual([[0, 100, 200, 300, 400], ['N0', 'N100', 'N200', 'N300', 'N400'].map((name) => ({ name })), 731])
  })

  it('names owners, people and companies, with the nature of their control', async () => {
    expect((await register.ask(owners, '99000017')).items).toMatchObject([{
      name: 'Ms Averil Thornquist', kind: 'individual', born: '1966-04', current: true, notified: '2016-04-06',
      control: ['ownership-of-shares-50-to-75-percent', 'voting-rights-50-to-75-percent', 'right-to-appoint-and-remove-directors'],
    }])
    expect((await register.ask(owners, '99000090')).items).toMatchObject([{ kind: 'corporate-entity', registrationNumber: '99000164', born: null }])
    expect((await register.ask(owners, '99000041')).items).toEqual([])
  })

  it('knows owners that ended, with or without a day, and that are not public', () => {
    const { items } = how(owners).read({ items: [{ ceased_on: '2020-01-02', kind: 'legal-person-beneficial-owner' }, { ceased: true }, { kind: 'super-secure-person-with-significant-control' }] })
    expect(items)
      .toMatchObject([{
        kind: 'legal-person', current: false, ceased: '2020-01-02' }, { current: false, ceased: null }, { kind: 'super-secure', name: null,
        control: [],
      }])
    expect(how(owners).none({ status: 404 })).toEqual({ items: [], total: 0 })
  })
})

describe('filings', () => {
  it('gives the ten newest, the accounts by date, and the warnings', async () => {
    const { newest, accounts, warnings, total } = await register.ask(filings, '99000025')
    expect(total).toBe(20)
    expect(newest).toHaveLength(10)
    expect(newest[0]).toEqual({ date: '2026-09-22', type: 'GAZ1', category: 'gazette', description: 'Gazette notice compulsory' })
    expect(warnings).toEqual([newest[0]])
    expect(accounts.slice(0, 2)).toEqual([{ filed: '2025-07-28', madeUpTo: '2024-09-30' }, { filed: '2024-06-27', madeUpTo: '2023-09-30' }])
  })

  it('describes a filing by its key and values, an older one by its own words', () => {
    const { newest } = how(filings).read({
      items: [
        {
          date: '2020-03-01', type: 'TM01', description: 'termination-director-company-with-name-termination-date',
          description_values: { officer_name: 'Jo Sample', termination_date: '2020-02-28' },
        },
        { date: '2020-02-01', type: 'AA', description: 'accounts-with-accounts-type-small', description_values: { made_up_date: '2019-12-31', capital: [{ figure: '1' }] } },
        { date: '2020-01-01', description: 'legacy', description_values: { description: 'Return made up to 29/06/08; full list of members' } },
        { date: '2019-01-01', type: 'MISC' },
      ],
    })
    expect(newest.map(({ description }: { readonly description: string }) => description))
      .toEqual(['Termination director (officer name Jo Sample, termination date 2020-02-28)', 'Accounts with accounts type small (made up date 2019-12-31)', 'Return made up to 29/06/08; full list of members', 'MISC'])
  })

  it('counts a resolution to wind up among the warnings', async () => {
    const { warnings } = await register.ask(filings, '99000033')
    expect(warnings.map(({ type }) => type)).toEqual(['600', 'LIQ02', 'RESOLUTIONS'])
    expect(warnings[2]!.description).toMatch(/^Resolutions\. Liquidation voluntary extraordinary resolution to wind up/)
  })
})

describe('charges and insolvency', () => {
  it('counts as outstanding what is not satisfied', async () => {
    expect(await register.ask(charges, '99000025')).toMatchObject({ total: 4, outstanding: 3, satisfied: 1, partSatisfied: 0 })
    expect((await register.ask(charges, '99000017')).items).toEqual([{
      code: '990000170001', status: 'fully-satisfied', outstanding: false, created: '2014-05-20', delivered: '2014-05-27', satisfied: '2021-06-18',
      description: 'A registered charge', personsEntitled: ['Marshfield & Tarn Bank PLC'],
    }])
    expect(how(charges).read({ unfiltered_count: 3, satisfied_count: 1, part_satisfied_count: 1, items: [{ status: 'part-satisfied' }] }))
      .toMatchObject({ outstanding: 2 })
  })

  it('takes the schema\'s lists for the wire\'s objects, and an old 404 for none', async () => {
    expect(how(charges).read({ total_count: 1, items: [{ status: 'outstanding', classification: [{ description: 'Debenture' }] }] }).items[0])
      .toMatchObject({ description: 'Debenture' })
    const none = { total: 0, outstanding: 0, satisfied: 0, partSatisfied: 0, items: [] }
    expect(how(charges).none({ status: 404 })).toEqual(none)
    expect(await register.ask(charges, '99000066')).toEqual(none)
  })

  it('tells a liquidation and an administration', async () => {
    expect(await register.ask(insolvency, '99000033')).toEqual({
      status: ['liquidation'],
      cases: [{
        number: '1', type: 'creditors-voluntary-liquidation', dates: [{ event: 'wound-up-on', date: '2026-05-14' }],
        practitioners: [{ name: 'Ambrose Kettlewick', appointed: '2026-05-14', ceased: null }],
      }],
    })
    expect((await register.ask(insolvency, '99000090')).cases)
      .toMatchObject([{ type: 'in-administration', dates: [{ event: 'administration-started-on', date: '2026-08-03' }] }])
  })

  it('is without cases where there was no insolvency', async () => {
    expect(await register.ask(insolvency, '99000017')).toEqual({ status: [], cases: [] })
    expect(how(insolvency).read({ status: 'liquidation', cases: null })).toEqual({ status: ['liquidation'], cases: [] })
  })
})

describe('searches', () => {
  it('finds companies by a word of the current or a former name', async () => {
    expect((await register.ask(search, 'Quillmarsh')).map(({ number }) => number)).toEqual(['99000017'])
    expect((await register.ask(search, 'Brackenfold Haulage'))[0])
      .toMatchObject({ number: '99000025', formerName: 'BRACKENFOLD HAULAGE LTD', status: 'active' })
    expect(await register.ask(search, 'Zzyzxia')).toEqual([])
  })

  it('finds officers, one person under several ids', async () => {
    expect(await register.ask(officerSearch, 'Perrin Vasswood'))
      .toEqual([{ id: 'Pv7-pErRiNvAsSwOoDxx_000025', name: 'Perrin VASSWOOD', otherName: null, born: '1979-02', appointments: 3 }])
    expect((await register.ask(officerSearch, 'kingscave')).map(({ born }) => born)).toEqual(['1971-06', '1971-06', '1995-02'])
  })

  it('finds competitors by trade and place, and none as zero', async () => {
    expect(await register.ask(competitors, { sicCodes: ['62012', '62020'], location: 'Warrington' }))
      .toMatchObject({ total: 2, items: [{ number: '99000066' }, { number: '99000115', sicCodes: ['62012', '62020'] }] })
    expect(await register.ask(competitors, { name: 'coffee', location: 'CF24' }))
      .toMatchObject({ total: 1, items: [{ name: 'GLYNCERRIG COFFEE LTD', office: { postcode: 'CF24 3AA' } }] })
    expect(await register.ask(competitors, { sicCodes: ['47190'], location: 'NW1' })).toEqual({ total: 0, items: [] })
    expect(how(competitors).read({ hits: '1,204', items: [] })).toEqual({ total: 1204, items: [] })
  })
})

describe('appointments and disqualifications', () => {
  it('lists a person\'s appointments with the state of each company', async () => {
    expect(await register.ask(appointments, 'Pv7-pErRiNvAsSwOoDxx_000025')).toMatchObject({
      name: 'Perrin VASSWOOD', born: '1979-02', corporate: false, total: 3,
      appointments: [
        { company: { number: '99000074', status: 'dissolved' }, resigned: null },
        { company: { number: '99000025', status: 'active' }, resigned: null, role: 'director', appointed: '2014-07-08' },
        { company: { number: '99000033', name: 'TALLOWMERE HOMES LIMITED', status: 'liquidation' }, resigned: '2024-03-01' },
      ],
    })
    expect(await register.ask(appointments, 'x'.repeat(27))).toEqual(new NoSuch(`There is no officer with the id ${'x'.repeat(27)}.`))
  })

  it('pages by fifty, to five hundred at most, and takes nothing for an answer that a page is missing', async () => {
    const { run } = appointments.how as unknown as { readonly run: (id: string, tools: object) => Promise<{ readonly appointments: readonly number[]; readonly total: number }> }
    const paged = (total: number) => ({ ask: async (_: unknown, { start }: { readonly start: number }) => ({ id: 'a', total, appointments: [start] }) })
    expect((await run('a', paged(121))).appointments).toEqual([0, 50, 100])
    expect((await run('a', paged(50))).appointments).toEqual([0])
    expect((await run('a', paged(2000))).appointments).toHaveLength(10)
    await expect(run('a', { ask: async (_: unknown, { start }: { readonly start: number }) => { if (start > 0) throw new Error('down'); return { total: 60, appointments: [] } } })).rejects.toThrow('down')
  })

  it('reads who may not be a director, and until when', async () => {
    const [hit] = await register.ask(disqualifiedSearch, 'Lucan THRELFELL')
    expect(hit).toEqual({ kind: 'natural', id: 'Lt5-dIsQuAlIfIeDnAtUrAl_033', name: 'Lucan Piers THRELFELL', born: '1968-08' })
    expect(await register.ask(disqualified, hit!)).toMatchObject({
      name: 'Lucan Piers THRELFELL', born: '1968-08', permissions: [],
      disqualifications: [{ from: '2026-07-01', until: '2033-06-30', type: 'undertaking', decided: '2026-06-10', companies: ['TALLOWMERE HOMES LIMITED'], section: '7' }],
    })
    expect(await register.ask(disqualifiedSearch, 'Nerys Caddow')).toEqual([])
  })

  it('takes links as text or list, and 9999 for no end', () => {
    const hits = how(disqualifiedSearch).read({ items: [{ title: 'A B', links: { self: ['/disqualified-officers/corporate/x'] } }, { title: 'C', links: {} }] })
    expect(hits).toEqual([{ kind: 'corporate', id: 'x', name: 'A B', born: null }])
    expect(how(disqualified).read({ name: 'A B', disqualifications: [{ disqualified_until: '9999-12-31' }] }, hits[0]))
      .toMatchObject({ name: 'A B', disqualifications: [{ until: null }] })
  })
})

describe('the rate limit', () => {
  it('is waited for until the window ends, by the answer\'s own clock', () => {
    const headers = { date: 'Thu, 15 Oct 2026 09:00:00 GMT', 'x-ratelimit-reset': String(Date.parse('2026-10-15T09:03:20Z') / 1000) }
    expect(companiesHouse.slow!({ status: 429, headers, body: '' })).toBe(200)
    expect(companiesHouse.slow!({ status: 200, headers, body: '' })).toBeNull()
    expect(companiesHouse.slow!({ status: 429, headers: {}, body: '' })).toBeNull()
  })
})
