import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNoSuch, noSuch } from '@domesday/core'
import { readBody } from '../../../test/support/read.ts'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import {
  charges,
  companiesHouse,
  competitors,
  registeredAt,
  filings,
  insolvency,
  officerSearch,
  profile,
  sameName,
  search,
  type Filings,
  type Profile,
} from './index.ts'
import { partsOf } from './parts.fixture.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(companiesHouse)
})
afterAll(() => register.close())

const known = async (number: string): Promise<Profile> => {
  const found = await register.ask(profile, number)
  if (isNoSuch(found)) throw new Error(found.detail)
  return found
}
type Read = {
  readonly none: (reply: object, input?: unknown) => any
}
const how = (operation: { readonly how: unknown }): Read => operation.how as Read

describe('a profile', () => {
  it('states what is registered, with what is due', async () => {
    expect(await known('99000025')).toEqual({
      number: '99000025',
      name: 'BRACKENFOLD LOGISTICS LTD',
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
      type: 'ltd',
      subtype: null,
      jurisdiction: 'england-wales',
      incorporated: '2014-07-08',
      ceased: null,
      office: {
        lines: ['2 Garstang Road Depot', 'Bilsborrow'],
        locality: 'Preston',
        region: 'Lancashire',
        country: 'England',
        postcode: 'PR3 0SG',
      },
      postcode: 'PR3 0SG',
      officeInDispute: false,
      officeUndeliverable: false,
      sicCodes: ['49410'],
      formerNames: [{ name: 'BRACKENFOLD HAULAGE LTD', from: '2014-07-08', until: '2018-04-30' }],
      accounts: {
        last_made_up_to: '2024-09-30',
        last_type: 'total-exemption-full',
        next_made_up_to: '2025-09-30',
        next_due: '2026-06-30',
        overdue: true,
      },
      confirmation: {
        last_made_up_to: '2025-08-07',
        next_made_up_to: '2026-08-07',
        next_due: '2026-08-21',
        overdue: true,
      },
      annotations: [],
      heldBy: null,
      parent: null,
      partnership: null,
      abroad: null,
      statesOwners: false,
      exempt: false,
    })
  })

  it('of a new company has no last accounts, though the register writes the text "null"', async () => {
    expect((await known('99000066')).accounts).toEqual({
      last_made_up_to: null,
      last_type: null,
      next_made_up_to: '2027-09-30',
      next_due: '2028-06-21',
      overdue: false,
    })
  })

  it('of a dissolved company says when it ended, and that nothing is due', async () => {
    expect(await known('99000074')).toMatchObject({
      status: 'dissolved',
      ceased: '2025-11-18',
      confirmation: null,
      accounts: { next_due: null, overdue: null },
    })
  })

  it('explains in words that a company does not exist', async () => {
    expect(await register.ask(profile, '99999999')).toEqual(noSuch('There is no company with the number 99999999.'))
  })

  it('falls back to the deprecated copies of the due date, and to the annual return', () => {
    const old = readBody(profile, {
      company_number: 'SC000001',
      company_name: ' OLD  CO ',
      type: 'ltd',
      accounts: { next_due: '2015-09-30', next_made_up_to: '2014-12-31', overdue: true },
      annual_return: { last_made_up_to: '2014-05-01', next_due: '2015-05-29', overdue: false },
      registered_office_address: { address_line_1: ' ', country: '' },
    }) as Profile
    expect(old).toMatchObject({
      name: 'OLD CO',
      status: null,
      office: null,
      sicCodes: [],
      formerNames: [],
      accounts: { next_made_up_to: '2014-12-31', next_due: '2015-09-30', overdue: true, last_type: null },
      confirmation: { next_due: '2015-05-29', next_made_up_to: null },
    })
    expect(
      readBody(profile, {
        company_number: '1',
        company_name: '1',
        type: 'ltd',
        sic_codes: '62020',
        registered_office_is_in_dispute: 'yes',
      }),
    ).toMatchObject({ name: '1', sicCodes: ['62020'], officeInDispute: false })
    expect(() => readBody(profile, { company_name: 'X', type: 'ltd' })).toThrow('there is no company_number in it')
    expect(readBody(profile, { company_number: '1', company_name: 'X', type: 'ltd' })).toMatchObject({
      accounts: null,
      confirmation: null,
      office: null,
    })
  })
})

describe('filings', () => {
  it('gives the ten newest, the accounts by date, and the warnings', async () => {
    const { newest, accounts, warnings, total } = await register.ask(filings, '99000025')
    expect(total).toBe(20)
    expect(newest).toHaveLength(10)
    expect(newest[0]).toEqual({
      date: '2026-09-22',
      type: 'GAZ1',
      category: 'gazette',
      description: 'Gazette notice compulsory',
    })
    expect(warnings).toEqual([newest[0]])
    expect(accounts.slice(0, 2)).toEqual([
      { filed: '2025-07-28', madeUpTo: '2024-09-30' },
      { filed: '2024-06-27', madeUpTo: '2023-09-30' },
    ])
  })

  it('describes a filing by its key and values, an older one by its own words', () => {
    const { newest } = readBody(companiesHouse.operations.get('newest-filings')!, {
      items: [
        {
          date: '2020-03-01',
          category: 'x',
          type: 'TM01',
          description: 'termination-director-company-with-name-termination-date',
          description_values: { officer_name: 'Jo Sample', termination_date: '2020-02-28' },
        },
        {
          date: '2020-02-01',
          category: 'x',
          type: 'AA',
          description: 'accounts-with-accounts-type-small',
          description_values: { made_up_date: '2019-12-31', capital: [{ figure: '1' }] },
        },
        {
          date: '2020-01-01',
          category: 'x',
          description: 'legacy',
          description_values: { description: 'Return made up to 29/06/08; full list of members' },
        },
        { date: '2019-01-01', category: 'x', type: 'MISC' },
      ],
    })
    expect(newest.map(({ description }: { readonly description: string }) => description)).toEqual([
      'Termination director (officer name Jo Sample, termination date 28 February 2020)',
      'Accounts with accounts type small (made up date 31 December 2019)',
      'Return made up to 29/06/08; full list of members',
      'MISC',
    ])
  })

  it('finds the accounts and warnings of a company with a hundred newer documents', async () => {
    const appointed = {
      date: '2026-08-31',
      type: '600',
      category: 'insolvency',
      description: 'liquidation-appointment-of-liquidator',
    }
    const buyBacks = Array.from({ length: 99 }, () => ({
      date: '2026-09-01',
      type: 'SH03',
      category: 'capital',
      description: 'capital-return-purchase-own-shares',
    }))
    const told = [
      {
        date: '2026-06-30',
        type: 'AA',
        category: 'accounts',
        description: 'accounts-with-accounts-type-group',
        description_values: { made_up_date: '2026-02-28' },
      },
      { date: '2026-05-05', type: 'GAZ1', category: 'gazette', description: 'gazette-notice-compulsory' },
    ]
    const ask = async (
      { how }: { readonly how: unknown },
      { number, category }: { readonly number: string; readonly category?: string },
    ) =>
      readBody(
        { how } as never,
        category?.split(',').includes('accounts')
          ? { total_count: 61, items: told }
          : { total_count: 2_345, items: [...buyBacks, appointed] },
        { number },
      )
    const { run } = filings.how as unknown as { readonly run: (number: string, tools: object) => Promise<Filings> }
    const { total, newest, accounts, warnings } = await run('00000123', { ask })
    expect([total, newest.length, newest[0]!.type]).toEqual([2_345, 10, 'SH03'])
    expect(accounts).toEqual([{ filed: '2026-06-30', madeUpTo: '2026-02-28' }])
    expect(warnings.map(({ type }) => type)).toEqual(['600', 'GAZ1'])
  })

  it('counts a resolution to wind up among the warnings', async () => {
    const { warnings } = await register.ask(filings, '99000033')
    expect(warnings.map(({ type }) => type)).toEqual(['600', 'LIQ02', 'RESOLUTIONS'])
    expect(warnings[2]!.description).toMatch(/^Resolutions\. Liquidation voluntary extraordinary resolution to wind up/)
  })
})

describe('charges and insolvency', () => {
  it('counts as outstanding what is not satisfied', async () => {
    expect(await register.ask(charges, '99000025')).toMatchObject({
      total: 4,
      outstanding: 3,
      satisfied: 1,
      part_satisfied: 0,
    })
    expect((await register.ask(charges, '99000017')).items).toEqual([
      {
        code: '990000170001',
        status: 'fully-satisfied',
        created_on: '2014-05-20',
        delivered_on: '2014-05-27',
        satisfied_on: '2021-06-18',
        description: 'A registered charge',
        all_assets: false,
        persons_entitled: ['Marshfield & Tarn Bank PLC'],
      },
    ])
    expect(
      readBody(charges, {
        unfiltered_count: 3,
        satisfied_count: 1,
        part_satisfied_count: 1,
        items: [{ status: 'part-satisfied' }],
      }),
    ).toMatchObject({ outstanding: 2 })
    // An impossible count is replaced by the number of items.
    expect(
      readBody(charges, {
        unfiltered_count: -3,
        satisfied_count: -1,
        part_satisfied_count: '-1',
        items: [{ status: 'part-satisfied' }, { status: 'satisfied' }],
      }),
    ).toMatchObject({ total: 2, outstanding: 1, satisfied: 1, part_satisfied: 1 })
  })

  it('accepts the schema’s lists instead of objects, and an old 404 for none', async () => {
    expect(
      readBody(charges, {
        total_count: 1,
        items: [{ status: 'outstanding', classification: [{ description: 'Debenture' }] }],
      }).items[0],
    ).toMatchObject({ description: 'Debenture' })
    const none = { total: 0, outstanding: 0, satisfied: 0, part_satisfied: 0, items: [] }
    expect(how(charges).none({ status: 404, body: '' })).toEqual(none)
    expect(await register.ask(charges, '99000066')).toEqual(none)
    expect(how(charges).none({ status: 404, body: '<html><title>404</title></html>' })).toBeUndefined()
    expect(how(charges).none({ status: 503, body: '' })).toBeUndefined()
  })

  it('tells a liquidation and an administration', async () => {
    expect(await register.ask(insolvency, '99000033')).toEqual({
      status: ['liquidation'],
      cases: [
        {
          number: '1',
          type: 'creditors-voluntary-liquidation',
          dates: [{ event: 'wound-up-on', date: '2026-05-14' }],
          practitioners: [{ name: 'Ambrose Kettlewick', appointed: '2026-05-14', ceased: null }],
        },
      ],
    })
    expect((await register.ask(insolvency, '99000090')).cases).toMatchObject([
      { type: 'in-administration', dates: [{ event: 'administration-started-on', date: '2026-08-03' }] },
    ])
  })

  it('is without cases where there was no insolvency', async () => {
    expect(await register.ask(insolvency, '99000017')).toEqual({ status: [], cases: [] })
    for (const status of ['liquidation', ['liquidation', null, {}]])
      expect(readBody(insolvency, { status, cases: null })).toEqual({ status: ['liquidation'], cases: [] })
  })
})

describe('searches', () => {
  it('finds companies by a word of the current or a former name', async () => {
    expect((await register.ask(search, 'Quillmarsh')).hits.map(({ number }) => number)).toEqual(['99000017'])
    expect((await register.ask(search, 'Brackenfold Haulage')).hits[0]).toMatchObject({
      number: '99000025',
      formerName: 'BRACKENFOLD HAULAGE LTD',
      status: 'active',
      address: '2 Garstang Road Depot, Bilsborrow, Preston, Lancashire, PR3 0SG, England',
    })
    expect(await register.ask(search, 'Zzyzxia')).toEqual({ hits: [], complete: true })
  })

  it('says whether all that it found are on the page', () => {
    const read = (total: unknown, listed: number) =>
      readBody(search, {
        total_results: total,
        items: Array.from({ length: listed }, (_, i) => ({ company_number: `${i}`, title: 'A LTD' })),
      }).complete
    expect([read(100, 100), read(101, 100), read(3, 3), read(undefined, 3), read(undefined, 100)]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })

  it('finds active companies of the same name alone', async () => {
    const named = async (name: string) => (await register.ask(sameName, name)).map(({ number }) => number)
    expect(await named('Pellimorne Ltd')).toEqual(['99000931'])
    expect(await named('Trenwardle')).toEqual([])
    expect(await named('Scarrowmire Limited')).toEqual([])
  })

  it('finds officers, one person under several ids', async () => {
    expect(await register.ask(officerSearch, 'Perrin Vasswood')).toEqual([
      { id: 'Pv7-pErRiNvAsSwOoDxx_000025', name: 'Perrin VASSWOOD', otherName: null, born: '1979-02', appointments: 3 },
    ])
    expect((await register.ask(officerSearch, 'kingscave')).map(({ born }) => born)).toEqual([
      '1971-06',
      '1971-06',
      '1995-02',
    ])
  })

  it('finds competitors by trade and place, and none as zero', async () => {
    expect(await register.ask(competitors, { sicCodes: ['62012', '62020'], location: 'Warrington' })).toMatchObject({
      total: 2,
      items: [{ number: '99000066' }, { number: '99000115', sicCodes: ['62012', '62020'] }],
    })
    expect(await register.ask(competitors, { name: 'coffee', location: 'CF24' })).toMatchObject({
      total: 1,
      items: [{ name: 'GLYNCERRIG COFFEE LTD', office: { postcode: 'CF24 3AA' } }],
    })
    expect(await register.ask(competitors, { sicCodes: ['47190'], location: 'NW1' })).toEqual({ total: 0, items: [] })
    expect(readBody(competitors, { hits: '1,204', items: [] })).toEqual({ total: 1204, items: [] })
    const partly = { postal_code: 'wa1 1uh', street: '4 Bank Park Works' }
    const one = { company_name: 'A LTD', company_number: '99000017', registered_office_address: partly }
    expect(readBody(competitors, { hits: 1, items: [one] })).toMatchObject({
      items: [{ office: { lines: [], postcode: 'WA1 1UH' }, postcode: 'WA1 1UH' }],
    })
    const nowhere = { hits: 1, items: [{ company_name: 'A LTD', company_number: '99000017' }] }
    expect(readBody(competitors, nowhere).items).toMatchObject([{ office: null, postcode: null, sicCodes: [] }])
  })

  it('counts the companies of a postcode, and those of a formation agent by the thousand', async () => {
    expect(await register.ask(registeredAt, 'WA1 1UH')).toEqual({ postcode: 'WA1 1UH', total: 6 })
    expect(await register.ask(registeredAt, 'WA1 9ZZ')).toEqual({ postcode: 'WA1 9ZZ', total: 4210 })
    expect(await register.ask(registeredAt, 'ZZ9 9ZZ')).toEqual({ postcode: 'ZZ9 9ZZ', total: 0 })
  })

  it('does not count a postcode whose halves were looked for apart', () => {
    const read = (body: unknown) => readBody(registeredAt, body, 'WA1 1UH')
    const at = (...postcodes: readonly (string | undefined)[]) => ({
      hits: 5000,
      items: postcodes.map((postal_code, i) => ({
        company_number: `9900000${i}`,
        company_name: 'A LTD',
        registered_office_address: postal_code ? { postal_code } : {},
      })),
    })
    expect(read(at('WA1 1UH', 'wa11uh '))).toEqual({ postcode: 'WA1 1UH', total: 5000 })
    expect(read(at('WA1 1UH', 'WA1 2AA'))).toEqual({ postcode: 'WA1 1UH', total: null })
    expect(read(at('WA1 1UH', undefined))).toEqual({ postcode: 'WA1 1UH', total: null })
    expect(partsOf(registeredAt, at(undefined), 'WA1 1UH')).toEqual([
      'the register states no postcode of the companies that it found',
    ])
    expect(() => read({ hits: 5000 })).toThrow('there is no items in it')
  })
})

describe('the rate limit', () => {
  it("is waited for until the window ends, by the answer's own clock", () => {
    const headers = {
      date: 'Thu, 15 Oct 2026 09:00:00 GMT',
      'x-ratelimit-reset': String(Date.parse('2026-10-15T09:03:20Z') / 1000),
    }
    expect(companiesHouse.slow!({ status: 429, headers, body: '' })).toBe(200)
    expect(companiesHouse.slow!({ status: 200, headers, body: '' })).toBeNull()
    expect(companiesHouse.slow!({ status: 429, headers: {}, body: '' })).toBeNull()
  })
})
