/** What the register may leave out: a record without it is read, and a row that cannot be read takes no list. */
import { describe, expect, it } from 'vitest'
import type { Operation } from '@domesday/core'
import { readBody } from '../../../test/support/read.ts'
import {
  charges,
  companiesHouse,
  competitors,
  disqualified,
  disqualifiedSearch,
  exemptions,
  insolvency,
  officerSearch,
  ownerStatements,
  owners,
  profile,
  search,
} from './index.ts'
import { partsOf } from './parts.fixture.ts'

const operation = (id: string): Operation<any, any> => companiesHouse.operations.get(id)! as never

const company = {
  company_number: '99000017',
  company_name: 'A LTD',
  type: 'ltd',
  can_file: false,
  links: { self: 'x' },
}

describe('a list of the register', () => {
  const at = { id: 'a', start: 0 }
  it.each<[string, Operation<any, any>, string, object, (value: any) => readonly unknown[]]>([
    [
      'officers',
      operation('officers-from'),
      'officer_role',
      { name: 'A, B', officer_role: 'director', links: { self: 'x' } },
      ({ items }) => items,
    ],
    ['owners', owners, 'kind', { kind: 'individual-person-with-significant-control', name: 'A' }, ({ items }) => items],
    ['statements on owners', ownerStatements, 'statement', { statement: 'psc-details-not-confirmed' }, (all) => all],
    [
      'appointments',
      operation('appointments-from'),
      'appointed_to',
      { appointed_to: { company_number: '99000017' }, officer_role: 'director' },
      ({ appointments }) => appointments,
    ],
    [
      'officers found',
      officerSearch,
      'title',
      { title: 'B A', links: { self: '/officers/x/appointments' } },
      (all) => all,
    ],
    ['companies found', search, 'company_number', { title: 'A LTD', company_number: '99000017' }, ({ hits }) => hits],
    [
      'disqualified found',
      disqualifiedSearch,
      'links',
      { title: 'B A', links: { self: '/disqualified-officers/natural/x' } },
      (all) => all,
    ],
    ['competitors', competitors, 'company_name', company, ({ items }) => items],
    [
      'filings',
      operation('newest-filings'),
      'category',
      { category: 'gazette', date: '2026-01-01', type: 'GAZ1', description: 'x' },
      ({ warnings }) => warnings,
    ],
  ])('of %s keeps the eleven of twelve that can be read, and says so', (_what, of, key, row, rowsOf) => {
    const { [key]: _gone, ...spoilt } = row as Record<string, unknown>
    const rows = Array.from({ length: 12 }, (_, i) => (i === 5 ? spoilt : row))
    const body = { name: 'B A', total_results: 12, total_count: 12, hits: 12, items: rows }
    expect(rowsOf(readBody(of, body, at))).toHaveLength(11)
    expect(partsOf(of, body, at)).toContain('1 of 12 rows could not be read')
  })

  it('counts what could not be read in its total', () => {
    const row = { name: 'A, B', officer_role: 'director', links: {} }
    const items = [...Array.from({ length: 3 }, () => row), { name: 'A, B', links: {} }]
    expect(readBody(operation('officers-from'), { items }, at).total).toBe(4)
    expect(
      readBody(search, { items: [{ title: 'A', company_number: '1' }, {}, { title: 'B', company_number: '2' }] })
        .complete,
    ).toBe(true)
  })

  it.each([
    ['officers-from', { name: 'A, B', officer_role: 'director', links: {} }],
    ['owners', { kind: 'individual-person-with-significant-control', name: 'A' }],
  ])('of %s says where somebody left and nobody is said to have', (id, row) => {
    const counts = { total_results: 2, [id === 'owners' ? 'ceased_count' : 'resigned_count']: 1 }
    expect(partsOf(operation(id), { ...counts, items: [row, row] }, at)).toContain(
      'the register counts 1 who left, and no entry says who',
    )
    // Of a page of more nothing follows.
    expect(partsOf(operation(id), { ...counts, total_results: 3, items: [row, row] }, at)).toEqual([])
  })
})

describe('a company', () => {
  it('is read without all that its schema calls optional', () => {
    expect(readBody(profile, { ...company, previous_company_names: [{ ceased_on: '2020-01-01' }] })).toMatchObject({
      formerNames: [],
      status: null,
      incorporated: null,
      office: null,
      confirmation: null,
      ceased: null,
      annotations: [],
      heldBy: null,
    })
  })

  it('carries what the registrar says of it, whatever the kind', () => {
    const { annotations } = readBody(profile, {
      ...company,
      corporate_annotation: [
        { created_on: '2026-08-03', type: 'strike-off-under-section-1002a-of-the-companies-act-2006-incorporation' },
        { created_on: '2026-09-01', description: 'The address is not that of the company' },
        { created_on: '2026-07-01', type: 'a-new-kind' },
      ],
    })
    expect(annotations).toMatchObject([
      { type: null, kind: 'other', detail: 'The address is not that of the company' },
      { kind: 'false_filing', created_on: '2026-08-03', detail: expect.stringContaining('section 1002A') },
      { type: 'a-new-kind', kind: 'other', detail: 'The registrar has annotated the record: a new kind.' },
    ])
  })

  it('names the company of which an establishment is a part', () => {
    const branch_company_details = { parent_company_number: 'FC990001', parent_company_name: 'NORTH AS' }
    expect(readBody(profile, { ...company, type: 'uk-establishment', branch_company_details }).parent).toEqual({
      company_number: 'FC990001',
      name: 'NORTH AS',
    })
  })

  it('says who holds the record, and where more of its owners stands', () => {
    const heldBy = 'full-data-available-from-financial-conduct-authority'
    const links = { self: 'x', exemptions: 'x', persons_with_significant_control_statements: 'x' }
    expect(readBody(profile, { ...company, links, partial_data_available: heldBy })).toMatchObject({
      heldBy,
      statesOwners: true,
      exempt: true,
    })
  })
})

describe('a limited partnership', () => {
  const partnership = { ...company, company_number: 'SL990011', type: 'limited-partnership' }
  const service_address = { address_line_1: '4 Quay Row', locality: 'Leith', postal_code: 'eh6 6aa' }

  it('states its form, its term and where it does business', () => {
    expect(
      readBody(profile, { ...partnership, subtype: 'slp', term: 'until-dissolution', service_address }),
    ).toMatchObject({
      subtype: 'slp',
      partnership: {
        term: 'until-dissolution',
        principal_place_of_business: { lines: ['4 Quay Row'], locality: 'Leith', postcode: 'EH6 6AA' },
      },
    })
  })

  it('is read before it has given the register any of it', () => {
    expect(readBody(profile, partnership)).toMatchObject({
      subtype: null,
      partnership: { term: null, principal_place_of_business: null },
    })
  })

  it('alone has a service address that is a place of business', () => {
    const entity = { ...company, type: 'registered-overseas-entity', service_address }
    expect(readBody(profile, entity).partnership).toBeNull()
  })

  it('has partners, of whom some say what they put in', () => {
    const links = { self: 'x' }
    const general = {
      name: 'QUAY GP LIMITED',
      officer_role: 'corporate-general-partner-in-a-limited-partnership',
      identification: {
        identification_type: 'limited-partnership-corporate-partner',
        legal_form: 'Private Limited Company',
        place_registered: 'Jersey Companies Registry',
        registration_number: '123456',
        register_location: 'JERSEY',
      },
      links,
    }
    const limited = {
      name: 'MARSH, Ada',
      officer_role: 'limited-partner-in-a-limited-partnership',
      contribution_currency_type: 'USD',
      contribution_currency_value: '11243.50',
      contribution_sub_types: [{ sub_type: 'money' }, { sub_type: 'land-or-property' }],
      links,
    }
    expect(readBody(operation('officers-from'), { items: [general, limited] }, { start: 0 }).items).toMatchObject([
      {
        is_corporate: true,
        legal_form: 'Private Limited Company',
        place_registered: 'Jersey Companies Registry',
        capital_contribution: null,
      },
      { capital_contribution: { amount: 11243.5, currency: 'USD', kinds: ['money', 'land-or-property'] } },
    ])
    // An amount of nothing is an amount, and an empty list of kinds is no contribution.
    const [none, unsaid] = readBody(
      operation('officers-from'),
      {
        items: [
          { ...limited, contribution_currency_value: '0.00' },
          { ...general, contribution_sub_types: [] },
        ],
      },
      { start: 0 },
    ).items
    expect([none.capital_contribution.amount, unsaid.capital_contribution]).toEqual([0, null])
  })
})

describe('its people', () => {
  it('may have no day, no birth and no nature of control', () => {
    const row = { name: 'A, B', officer_role: 'director', links: { self: 'x' } }
    expect(readBody(operation('officers-from'), { items: [row] }, { start: 0 }).items).toMatchObject([
      { appointed_on: null, born: null, officer_id: null },
    ])
    expect(
      readBody(owners, { items: [{ kind: 'individual-beneficial-owner', is_sanctioned: true }] }).items,
    ).toMatchObject([{ name: null, control: [], current: true, is_sanctioned: true }])
  })

  it('are stated where they are not named, in codes that may be new', () => {
    const kindOf = (statement: string) => readBody(ownerStatements, { items: [{ statement }] })[0].kind
    expect(
      [
        'no-individual-or-entity-with-signficant-control',
        'psc-exists-but-not-identified-partnership',
        'awaiting-confirmation-from-psc',
        'at-least-one-beneficial-owner-unidentified-and-information-not-provided-for-at-least-one-beneficial-owner',
        'all-beneficial-owners-identified',
        'a-new-one',
      ].map(kindOf),
    ).toEqual(['none', 'not_identified', 'not_confirmed', 'not_identified', 'complete', 'other'])
  })

  it('need not be named where shares are traded', () => {
    const item = { exempt_from: '2018-12-19T00:00:00.000Z' }
    expect(
      readBody(exemptions, { exemptions: { psc_exempt_as_trading_on_uk_regulated_market: { items: [item] } } }),
    ).toEqual([{ type: 'psc-exempt-as-trading-on-uk-regulated-market', from: '2018-12-19', until: null }])
  })
})

describe('a ban', () => {
  it('has no company, no birth and no court where the law asks for none, and its last change', () => {
    const ban = {
      disqualification_type: 'court-order',
      disqualified_from: '2024-06-03',
      disqualified_until: '2031-06-02',
    }
    const last_variation = { varied_on: '2025-01-02', court_name: 'High Court', case_identifier: 'V1' }
    const read = readBody(
      disqualified,
      { surname: 'ASTLEY', disqualifications: [ban, { ...ban, last_variation }] },
      { kind: 'natural', id: 'x' },
    )
    expect(read).toMatchObject({
      name: 'ASTLEY',
      born: null,
      disqualifications: [
        { companies: [], court: null, reason: null, last_variation: null },
        { last_variation: { varied: '2025-01-02', court: 'High Court', case_id: 'V1' } },
      ],
    })
  })

  it('without its days has no end', () => {
    const { disqualifications } = readBody(disqualified, { disqualifications: [{}] }, { kind: 'natural', id: 'x' })
    expect(disqualifications).toMatchObject([{ from: null, until: null }])
  })
})

describe('what a company owes', () => {
  it('is read without lenders, and an insolvency without dates and office-holders', () => {
    expect(readBody(charges, { items: [{ status: 'outstanding' }, { status: null }] })).toMatchObject({
      outstanding: 2,
      items: [{ persons_entitled: [], created_on: null }, { status: null }],
    })
    const bare = { type: 'moratorium', dates: [{ type: 'moratorium-started-on', date: null }], practitioners: [{}] }
    const none = { number: null, type: 'moratorium', dates: [], practitioners: [] }
    expect(readBody(insolvency, { cases: [{ type: 'moratorium' }, bare] }).cases).toEqual([none, none])
  })
})
