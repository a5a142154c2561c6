import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import type { Owner } from '@domesday/source-companies-house'
import { entity } from './index.ts'
import { ownersListed } from './listed.ts'
import { networkFrom } from './network.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(entity)
})
afterAll(() => open.close())

const data = async (path: string) => (await open.look(path)).data
const keys = [
  'entity',
  'officers',
  'officers_total',
  'active_officers_total',
  'persons_with_significant_control',
  'persons_with_significant_control_total',
  'persons_with_significant_control_statements',
  'persons_with_significant_control_exemptions',
  'filings',
  'filings_total',
  'charges',
  'regulatory',
  'gazette_notices',
  'gazette_notices_total',
  'gazette_notices_reach',
  'risk_signals',
  'distress_score',
]

describe('the profile of a company', () => {
  it('is all of a summary, with nothing else asked', async () => {
    const { data, meta } = await open.look('/entity/99000017?depth=summary')
    expect(Object.keys(data)).toEqual(['entity'])
    expect(data.entity).toMatchObject({
      company_number: '99000017',
      name: 'QUILLMARSH PRECISION LIMITED',
      status: 'active',
      type: 'ltd',
      incorporated: '1998-03-12',
      dissolved: null,
      registered_office: { lines: ['4 Bank Park Works'], postcode: 'WA1 1UH', undeliverable: false },
      sic_codes: ['28990', '72190'],
    })
    expect(meta).toMatchObject({ sources: ['companies-house'], missing: [] })
  })

  it('is found by any spelling of its number, and by name, current or former, which says what was chosen', async () => {
    const { meta } = await open.look('/entity/sc990082?depth=summary')
    expect(meta.matched).toBeUndefined()
    expect((await open.look('/entity/quillmarsh?depth=summary')).meta.matched).toEqual({
      asked: 'quillmarsh',
      chosen: 'QUILLMARSH PRECISION LIMITED (99000017)',
      candidates: [],
    })
    expect((await data('/entity/Brackenfold Haulage?depth=summary')).entity).toMatchObject({
      company_number: '99000025',
      status_detail: 'active-proposal-to-strike-off',
      previous_names: [{ name: 'BRACKENFOLD HAULAGE LTD', until: '2018-04-30' }],
      accounts: { overdue: true, next_due: '2026-06-30' },
    })
  })

  it('is a 404 in plain words where there is none', async () => {
    expect(await open.look('/entity/99999999')).toMatchObject({ status: 404, body: { code: 'unknown_subject' } })
    expect((await open.look('/entity/99999999')).body.detail).toMatch(/^'99999999' is not in the sample data\./)
    // The oldest companies have numbers of one digit.
    expect((await open.look('/entity/6')).body).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/^'6' is not in the sample data\./),
    })
    for (const tooLittle of ['0', 'a', '%20', '--'])
      expect(await open.look(`/entity/${tooLittle}`), tooLittle).toMatchObject({
        status: 400,
        body: { code: 'invalid_parameter' },
      })
    expect((await open.look('/entity/Quillmarsh Ironworks')).body).toMatchObject({
      status: 404,
      suggestions: expect.arrayContaining([
        {
          id: '99000017',
          path: '/entity/99000017',
          label: 'QUILLMARSH PRECISION LIMITED',
          kind: 'company',
          status: 'active',
          since: '1998-03-12',
          address: '4 Bank Park Works, Warrington, Cheshire, WA1 1UH, England',
        },
      ]),
    })
  })
})

describe('sections', () => {
  it('grow with the depth', async () => {
    expect(Object.keys(await data('/entity/99000017'))).toEqual(keys)
    expect(Object.keys(await data('/entity/99000017?depth=full'))).toEqual([
      ...keys,
      'figures',
      'contracts',
      'payment',
      'lei',
      'officer_network',
      'circle',
      'sanctions',
    ])
  })

  it('are those that include names, with the profile, and only their sources are asked', async () => {
    const { data, meta } = await open.look('/entity/99000017?include=charges,regulatory')
    expect(Object.keys(data).toSorted()).toEqual(['charges', 'entity', 'regulatory'])
    expect(meta.sources).toEqual(['charity-commission', 'companies-house', 'fca-register', 'ico-register'])
    expect(Object.keys((await open.look('/entity/99000017?include=entity')).data)).toEqual(['entity'])
    expect((await open.look('/entity/99000017?include=filings')).data).toEqual({
      entity: expect.anything(),
      filings: expect.any(Array),
      filings_total: 15,
    })
    expect(Object.keys((await open.look('/entity/99000017?include=officers')).data)).toEqual([
      'entity',
      'officers',
      'officers_total',
      'active_officers_total',
    ])
    expect(Object.keys((await open.look('/entity/99000017?include=')).data)).toEqual(keys)
  })

  it('are refused beyond the depth, and where nobody knows them', async () => {
    const { body } = await open.look('/entity/99000017?include=contracts,ofcers')
    expect(body).toMatchObject({ status: 400, code: 'invalid_parameter' })
    expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      expect.stringContaining("'contracts' needs depth=full"),
      expect.stringContaining("did you mean 'officers'"),
    ])
    expect(body.errors[1].allowed).toEqual([
      'entity',
      'officers',
      'persons_with_significant_control',
      'filings',
      'charges',
      'regulatory',
      'gazette_notices',
      'risk_signals',
      'distress_score',
      'figures',
      'contracts',
      'payment',
      'lei',
      'officer_network',
      'circle',
      'sanctions',
    ])
    expect((await open.look('/entity/99000017?include=filings_total')).status).toBe(400)
  })
})

it('has the figures of its accounts at full depth, newest year first', async () => {
  const { figures } = await data('/entity/99000017?depth=full')
  expect(figures.unread).toEqual([])
  expect(figures.years.map(({ made_up_to, net_assets }: Record<string, unknown>) => [made_up_to, net_assets])).toEqual([
    ['2025-12-31', 1_315_900],
    ['2024-12-31', 1_191_200],
    ['2023-12-31', 1_056_500],
    ['2022-12-31', 947_500],
    ['2021-12-31', 849_400],
  ])
})

describe('what is listed', () => {
  it('has serving officers first, newest first, and the ten newest filings of all', async () => {
    const { officers, filings, charges, persons_with_significant_control, ...totals } = await data('/entity/99000017')
    expect(
      officers.map(({ name, role, is_active, resigned_on }: Record<string, unknown>) => [
        name,
        role,
        is_active,
        resigned_on,
      ]),
    ).toEqual([
      ['OCKLEY, Desmond', 'director', true, null],
      ['FARROW, Ismene', 'secretary', true, null],
      ['THORNQUIST, Averil', 'director', true, null],
      ['HADDLEBY, Corwin', 'director', false, '2019-10-31'],
    ])
    expect(filings).toHaveLength(10)
    expect(filings[0]).toMatchObject({ date: '2026-07-14', type: 'AA' })
    expect(totals).toMatchObject({
      officers_total: 4,
      active_officers_total: 3,
      persons_with_significant_control_total: 1,
      filings_total: 15,
      gazette_notices_total: 0,
    })
    expect(charges).toMatchObject({
      total: 1,
      outstanding: 0,
      satisfied: 1,
      items: [{ status: 'fully-satisfied', satisfied_on: '2021-06-18' }],
    })
    expect(persons_with_significant_control).toMatchObject([
      {
        name: 'Ms Averil Thornquist',
        is_active: true,
        control: expect.arrayContaining(['ownership-of-shares-50-to-75-percent']),
      },
    ])
  })

  it('has who controls it today first, newest first, then who ceased to last', () => {
    const owner = (name: string, notified: string, ceased: string | null = null) =>
      ({ name, notified_on: notified, ceased_on: ceased, current: ceased === null }) as Owner
    expect(
      ownersListed([
        owner('a', '2016-04-06', '2019-01-01'),
        owner('b', '2017-01-01'),
        owner('c', '2016-04-06', '2021-01-01'),
        owner('d', '2020-01-01'),
      ]).map(({ name }) => name),
    ).toEqual(['d', 'b', 'c', 'a'])
  })

  it('has no current officers and owners for a company that has ended', async () => {
    const { officers, active_officers_total, persons_with_significant_control, officer_network, entity } =
      await data('/entity/99000074?depth=full')
    expect(entity).toMatchObject({ status: 'dissolved', dissolved: '2025-11-18' })
    expect(officers).toMatchObject([{ name: 'VASSWOOD, Perrin', is_active: false, resigned_on: null }])
    expect(active_officers_total).toBe(0)
    expect(officer_network).toMatchObject({ officers_total: 0, officers_followed: 0, officers: [], companies_total: 0 })
    expect(persons_with_significant_control).toMatchObject([{ is_active: false, ceased_on: null }])
  })

  it('has Gazette notices, newest first', async () => {
    const { gazette_notices } = await data('/entity/99000033')
    expect(
      gazette_notices.map(({ code, published, severity }: Record<string, unknown>) => [code, published, severity]),
    ).toEqual([
      ['2446', '2026-05-21', 'medium'],
      ['2443', '2026-05-20', 'high'],
      ['2441', '2026-05-20', 'high'],
      ['2442', '2026-05-01', 'medium'],
    ])
  })
})

describe('registers', () => {
  it('say so where they were looked at and there is no entry', async () => {
    const { regulatory } = await data('/entity/99000025')
    expect(regulatory).toMatchObject({
      financial_regulator: { registered: false, frn: null, disciplinary_history: [] },
      charity_register: { registered: false },
      data_protection_register: { registered: false },
    })
  })

  it('have a firm with its history, a charity with its income, a fee payer with its term', async () => {
    expect((await data('/entity/99000058')).regulatory.financial_regulator).toMatchObject({
      registered: true,
      frn: '990058',
      status: 'Authorised',
      since: '2001-12-01',
      disciplinary_history: [{ action: 'Fines', date: '2023-03-21' }, { action: 'Requirement' }],
    })
    expect((await data('/entity/99000041')).regulatory).toMatchObject({
      charity_register: {
        registered: true,
        charity_number: '9900041',
        income: 1_240_000,
        spending: 1_190_000,
        year_end: '2026-03-31',
      },
      data_protection_register: { registered: true, registration_number: 'ZA990041', matched_by: 'name and postcode' },
    })
    expect((await data('/entity/99000033')).regulatory.data_protection_register).toMatchObject({
      registered: false,
      registration_number: 'ZA990033',
      expires: '2025-09-15',
    })
  })

  it('are null, with a reason, where they do not cover the nation', async () => {
    const { data, meta } = await open.look('/entity/SC990082?include=regulatory')
    expect(data.regulatory.charity_register).toBeNull()
    expect(meta.missing).toEqual([
      { section: 'regulatory.charity_register', source: 'charity-commission', reason: 'not_covered' },
    ])
  })
})

describe('the distress score', () => {
  const scoreOf = async (path: string) => (await data(path)).distress_score
  const parts = ({ signals }: { signals: readonly { factor: string; contribution: number | null }[] }) =>
    Object.fromEntries(signals.map(({ factor, contribution }) => [factor, contribution]))

  it('is the same at every depth', async () => {
    expect(await scoreOf('/entity/99000025?depth=full')).toEqual(await scoreOf('/entity/99000025'))
    expect(await scoreOf('/entity/99000025?include=distress_score')).toEqual(await scoreOf('/entity/99000025'))
  })

  it('is nothing for a sound company', async () => {
    expect(await scoreOf('/entity/99000017')).toMatchObject({ score: 0, rating: 'LOW_RISK', confidence: 'high' })
    expect((await data('/entity/99000017')).risk_signals).toEqual([])
  })

  it('adds up from unequal factors', async () => {
    const distress = await scoreOf('/entity/99000025')
    expect(distress).toMatchObject({ score: 51, rating: 'HIGH_RISK', confidence: 'high' })
    expect(parts(distress)).toEqual({
      filing_delays: 18,
      confirmation_statement: 8,
      active_charges: 7,
      insolvency_history: 0,
      gazette_warnings: 10,
      director_instability: 8,
    })
    expect(distress.signals.map(({ weight }: { weight: number }) => weight)).toEqual([0.25, 0.1, 0.15, 0.2, 0.2, 0.1])
  })

  it('is critical in liquidation and in administration', async () => {
    expect(await scoreOf('/entity/99000033')).toMatchObject({ score: 90, rating: 'CRITICAL_RISK' })
    expect(await scoreOf('/entity/99000090')).toMatchObject({ score: 69, rating: 'CRITICAL_RISK' })
  })

  it('gives no advice on credit to a company that is no more', async () => {
    const { recommendation, rating, signals } = await scoreOf('/entity/99000074')
    expect(rating).not.toBe('LOW_RISK')
    expect(recommendation).toMatch(/^The company no longer exists/)
    expect(recommendation).not.toMatch(/payment|management accounts/)
    expect(signals[1].detail).toBe(
      'Not known: the register states no confirmation statement that was still due when it ended.',
    )
  })

  it('says nothing of registers that it does not weigh', async () => {
    for (const path of ['/entity/99000066', '/entity/99000058']) {
      const { rating, recommendation } = await scoreOf(path)
      expect([path, rating]).toEqual([path, 'LOW_RISK'])
      expect(recommendation).not.toMatch(/Nothing on the registers|by the accounts/)
    }
  })

  it('does not guess about filings that are not due yet', async () => {
    const distress = await scoreOf('/entity/99000066')
    expect(distress).toMatchObject({ score: 0, confidence: 'low' })
    expect(parts(distress)).toMatchObject({ filing_delays: null, confirmation_statement: null, active_charges: 0 })
  })
})

describe('risk signals', () => {
  it('say what was found, and where', async () => {
    const { risk_signals } = await data('/entity/99000025')
    expect(risk_signals.map(({ signal, severity }: Record<string, unknown>) => [signal, severity])).toEqual([
      ['strike_off_proposed', 'high'],
      ['accounts_overdue', 'high'],
      ['confirmation_statement_overdue', 'medium'],
      ['directors_leaving', 'medium'],
      ['outstanding_charges', 'medium'],
      ['identity_not_verified', 'low'],
      ['owner_identity_not_verified', 'low'],
    ])
    expect(risk_signals[1]).toMatchObject({
      detail: 'Accounts to 30 September 2025 are 107 days overdue. They were due by 30 June 2026.',
      sources: ['companies-house'],
    })
  })
})

describe('full depth', () => {
  it('has the identifier of a company, with its accounting parents beside the owners', async () => {
    const at = async (number: string) => (await open.look(`/entity/${number}?depth=full&include=lei`)).data.lei
    expect(await at('99000058')).toMatchObject({
      registered: true,
      lei: 'ZZZZ00OSTRAVELL05807',
      registration: { status: 'ISSUED', next_renewal: '2027-06-03', last_updated: '2026-05-19', entries: 1 },
      entity: { status: 'ACTIVE', former_names: ['OSTRAVELL INVESTMENT COUNSEL LIMITED'] },
      direct_parent: { lei: null, exception: expect.stringMatching(/^Withheld/) },
      ultimate_parent: {
        lei: 'ZZZZ00KESTRELWOOD148',
        name: 'Kestrelwood Financial Group, Inc.',
        country: 'US',
        jurisdiction: 'US-DE',
        company_number: null,
        since: '2015-06-08',
        exception: null,
      },
    })
    expect(await at('99000090')).toMatchObject({
      registration: { status: 'LAPSED', status_meaning: expect.stringMatching(/may be old/) },
      direct_parent: { name: 'HALLAFORTH HOLDINGS LIMITED', company_number: '99000164', exception: null },
    })
    expect(await at('99000017')).toMatchObject({
      registered: false,
      lei: null,
      registration: null,
      direct_parent: null,
    })
  })

  it('has the contracts of both portals, each once', async () => {
    const { contracts } = await data('/entity/99000017?depth=full')
    expect(contracts).toMatchObject({ total: 2, total_value: 280_150, complete: true })
    expect(
      contracts.items.map(({ title, source, also_in, awarded_value }: Record<string, unknown>) => [
        title,
        source,
        also_in,
        awarded_value,
      ]),
    ).toEqual([
      ['NWR55120 - Precision machined pump components', 'find-a-tender', ['contracts-finder'], 86_400],
      ['Impeller and shaft manufacture', 'find-a-tender', [], 193_750],
    ])
  })

  it('has the other companies of those who serve', async () => {
    const { officer_network } = await data('/entity/99000058?depth=full')
    expect(officer_network).toMatchObject({ officers_followed: 2, officers_total: 2, companies_total: 1 })
    expect(officer_network.companies).toMatchObject([
      { company_number: '99000172', officers: [{ name: 'Leopold ANSTRUCKER' }, { name: 'Mirela DUSKOVAR' }] },
    ])
    const { officers } = (await data('/entity/99000025?depth=full')).officer_network
    expect(officers.find(({ name }: { name: string }) => name === 'Perrin VASSWOOD')).toMatchObject({
      other_active_companies: 0,
      insolvent_companies: 1,
      dissolved_companies: 1,
    })
  })

  it('puts companies that share more officers first, and leaves out what is over', () => {
    const post = (number: string, status: string, resigned: string | null = null) => ({
      company: { company_number: number, company_name: number, company_status: status },
      role: 'director',
      appointed_on: null,
      appointed_before: null,
      verification: null,
      resigned_on: resigned,
    })
    const record = (id: string, ...appointments: readonly ReturnType<typeof post>[]) => ({
      id,
      name: id,
      born: null,
      is_corporate: false,
      total: 1,
      appointments,
    })
    const { companies } = networkFrom('own', 2, [
      record(
        'a',
        post('own', 'active'),
        post('alone', 'active'),
        post('both', 'active'),
        post('left', 'active', '2020-01-01'),
        post('gone', 'dissolved'),
        post('bust', 'liquidation'),
      ),
      record('b', post('both', 'active'), post('both', 'active')),
    ])
    expect(companies.map(({ company_number }) => company_number)).toEqual(['both', 'alone'])
  })
})

describe('examples', () => {
  it('answer at every depth, and begin with a sound company', async () => {
    expect(open.examples[0]).toBe('/entity/99000017')
    const [...first] = await Promise.all(
      open.examples.slice(0, 4).map(async (path) => (await data(path)).gazette_notices.length),
    )
    expect(Math.max(...first)).toBeGreaterThan(0)
    for (const path of open.examples) {
      for (const depth of ['summary', 'standard', 'full'])
        expect(await open.look(`${path}?depth=${depth}`), `${path} at ${depth}`).toMatchObject({ status: 200 })
      expect((await data(path)).distress_score.score, path).not.toBeNull()
    }
  })
})
