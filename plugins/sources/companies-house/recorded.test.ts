import { describe, expect, it } from 'vitest'
import { recorded, recordings } from '@domesday/tool-testing'
import { readBody } from '../../../test/support/read.ts'
import {
  charges,
  companiesHouse,
  competitors,
  disqualified,
  disqualifiedSearch,
  insolvency,
  officerSearch,
  owners,
  profile,
  search,
} from './index.ts'

type Read = {
  readonly none: (reply: object, input?: unknown) => any
}
const how = (operation: { readonly how: unknown }): Read => operation.how as Read

describe.skipIf(recordings() === null)('recorded answers', () => {
  const body = (file: string): any => recorded('companies-house', `${file}.json`)

  it('are read as profiles', () => {
    expect(readBody(profile, body('company-profile-07798925'))).toMatchObject({
      number: '07798925',
      name: 'IWOCA LTD',
      status: 'active',
      type: 'ltd',
      incorporated: '2011-10-05',
      sicCodes: ['64921'],
      office: { lines: ['10 Queen Street Place'], locality: 'London', postcode: 'EC4R 1AG' },
      accounts: { last_made_up_to: '2019-12-31', last_type: 'group', next_due: '2021-09-30', overdue: false },
      confirmation: { next_due: '2021-11-06' },
    })
    expect(readBody(profile, body('company-profile-08957400-2020'))).toMatchObject({
      formerNames: [{ name: 'LONDON & KENT ESTATES LIMITED', until: '2020-04-20' }],
      accounts: { last_type: null },
    })
    expect(
      readBody(profile, body('company-profile-00445790-2026')).formerNames.map(({ until }: { until: string }) => until),
    ).toEqual(['1983-08-25', '1981-12-14'])
    expect(readBody(profile, body('company-profile-FC040879-2026'))).toMatchObject({
      type: 'oversea-company',
      abroad: { country: expect.any(String), registration_number: expect.any(String) },
      confirmation: null,
      accounts: { last_type: null, next_due: null },
      sicCodes: [],
    })
    expect(
      how(profile).none({ status: 404, body: JSON.stringify(body('error-company-profile-not-found')) }, '99000003'),
    ).toMatchObject({ $: 'no_such' })
  })

  it('are read as officers and owners', () => {
    const read = registerOfficers()
    expect(read.items).toHaveLength(14)
    expect(read.items.filter(({ resigned_on }) => resigned_on === null)).toHaveLength(8)
    expect(read.items[0]).toMatchObject({
      name: 'COOKSON, Alastair John Ivor',
      born: '1972-03',
      officer_id: 'lMmiFHEDXUISPwYXxzPD-ZijlII',
    })
    const { items, total } = readBody(owners, body('company-psc-04053514'))
    expect([total, items.filter(({ current }: { current: boolean }) => current).length, items[0].kind]).toEqual([
      5,
      1,
      'individual',
    ])
    expect(readBody(owners, body('company-psc-unknown-company'))).toEqual({ items: [], total: 0 })
    expect(readBody(owners, { items: [body('psc-super-secure')] }).items[0]).toMatchObject({
      name: null,
      kind: 'super-secure',
      current: true,
    })
  })

  const registerOfficers = (): { readonly items: readonly { readonly resigned_on: string | null }[] } =>
    readBody(companiesHouse.operations.get('officers-from')!, body('company-officers-07798925'), { start: 0 })

  it('are read as filings, charges and insolvency', () => {
    const newest = companiesHouse.operations.get('newest-filings')!
    const history = readBody(newest, body('company-filing-history-07310390'))
    expect(history.total).toBe(47)
    expect(history.newest.slice(0, 2)).toMatchObject([
      { date: '2019-01-03', type: 'GAZ2' },
      { type: 'LIQ14', category: 'insolvency' },
    ])
    expect(history.warnings.map(({ type }: { type: string }) => type)).toContain('RESOLUTIONS')
    expect(history.accounts[0]).toEqual({ filed: '2015-10-23', madeUpTo: '2015-07-31' })
    expect(readBody(newest, body('company-filing-history-mbe')).newest[2].description).toBe(
      'Return made up to 29/06/08; full list of members',
    )
    expect(readBody(charges, body('company-charges-07310390'))).toMatchObject({
      total: 9,
      outstanding: 8,
      satisfied: 1,
      part_satisfied: 0,
    })
    expect(readBody(charges, body('company-charges-07310390')).items[0]).toMatchObject({
      code: '073103900009',
      status: 'outstanding',
      created_on: '2015-12-18',
    })
    expect(readBody(insolvency, body('company-insolvency-cvl-2018'))).toMatchObject({
      status: ['liquidation'],
      cases: [{ dates: [{ event: 'wound-up-on', date: '2018-03-21' }, { event: 'due-to-be-dissolved-on' }] }],
    })
    expect(readBody(insolvency, body('company-insolvency-london-airways'))).toMatchObject({
      status: [],
      cases: [{ type: 'compulsory-liquidation', practitioners: [{ appointed: null }] }],
    })
  })

  it('are read as appointments, with how many there are beyond the page', () => {
    const pages = companiesHouse.operations.get('appointments-from')!
    expect(readBody(pages, body('officer-appointments-allan-david-horley'), { id: 'a', start: 0 })).toMatchObject({
      name: 'Allan David HORLEY',
      born: '1957-10',
      total: 3,
      appointments: [{ company: { company_number: '07133481', company_status: 'dissolved' } }, {}, {}],
    })
    expect(
      readBody(pages, body('officer-appointments-YwIOmduyS6PW5axJgQQrsTGyRD0-2026'), { id: 'b', start: 0 }),
    ).toMatchObject({
      is_corporate: true,
      born: null,
      total: 121,
      appointments: [{ role: 'corporate-secretary' }],
    })
  })

  it('are read as searches', () => {
    const { hits, complete } = readBody(search, body('search-companies-you'))
    expect(complete).toBe(false)
    expect(hits[0]).toMatchObject({ number: '04475590', name: 'YOU LIMITED', formerName: null })
    expect(hits.find(({ number }: { number: string }) => number === '11264610')).toMatchObject({
      formerName: 'YOU AND ME PROPERTY GROUP',
    })
    // Its title was renamed by who kept it.
    expect(hits.some(({ number }: { number: string }) => number === '11722385')).toBe(false)
    const people = readBody(officerSearch, body('search-officers-mbe'))
    expect(people).toHaveLength(20)
    expect(people.find(({ name }: { name: string }) => name === 'Mary Therese HARCOURT-ELLIS')).toMatchObject({
      otherName: 'Mary Therese WYATT',
      born: '1962-02',
      appointments: 2,
    })
    const { total, items } = readBody(competitors, body('advanced-search-companies-mbe'))
    expect([total, items.length]).toEqual([25966, 20])
    expect(items[0]).toMatchObject({
      number: '02308661',
      sicCodes: ['61900'],
      office: { lines: ['Sussex House', '190 South Coast Road'], postcode: 'BN10 8JJ' },
    })
    expect(readBody(disqualifiedSearch, body('search-disqualified-officers-empty'))).toEqual([])
  })

  it('are read as disqualifications', () => {
    expect(
      readBody(disqualified, body('disqualified-natural-Q7I2upGr4fwVfTIGM6vHWNxnqKQ'), { kind: 'natural', id: 'q' }),
    ).toMatchObject({
      name: 'Ian DAVEY',
      born: '1964-04',
      disqualifications: [
        {
          from: '2022-02-09',
          until: '2029-02-08',
          type: 'undertaking',
          decided: '2022-01-19',
          companies: ['STEPPING FORWARD SUPPORT LIMITED'],
        },
      ],
    })
    expect(
      readBody(disqualified, body('disqualified-corporate-XzsV1VeAiawcC6ntn1BRavuZdDA-2026'), {
        kind: 'corporate',
        id: 'x',
      }),
    ).toMatchObject({
      name: 'LIMITED LIABILITY COMPANY BANK TOCHKA',
      born: null,
      disqualifications: [{ until: null, type: 'sanction' }],
    })
  })
})
