import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { director } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(director)
})
afterAll(() => open.close())

const data = async (path: string) => (await open.look(path)).data
const parts = ({ signals }: { signals: readonly { factor: string; contribution: number | null }[] }) =>
  Object.fromEntries(signals.map(({ factor, contribution }) => [factor, contribution]))

describe('a director', () => {
  it('is found by name, which says who was chosen', async () => {
    const { data, meta } = await open.look('/director/perrin vasswood?depth=summary')
    expect(Object.keys(data)).toEqual(['director', 'disqualification', 'portfolio_summary'])
    expect(data).toEqual({
      director: {
        name: 'Perrin VASSWOOD',
        officer_id: 'Pv7-pErRiNvAsSwOoDxx_000025',
        officer_ids: ['Pv7-pErRiNvAsSwOoDxx_000025'],
        born: '1979-02',
        is_corporate: false,
        joined_records: [],
        total_appointments: 3,
        identity_verification: { directorships: 1, verified: 0, due: 0, overdue: 1, without_statement: 0 },
      },
      disqualification: { is_disqualified: false, disqualifications: [], permissions_to_act: [], unresolved: [] },
      portfolio_summary: {
        active_appointments: 1,
        resigned_appointments: 1,
        ended_appointments: 1,
        active_companies: 1,
        dissolved_companies: 1,
        insolvent_companies: 1,
      },
    })
    expect(meta).toMatchObject({
      sources: ['companies-house'],
      missing: [],
      matched: { asked: 'perrin vasswood', chosen: 'Perrin VASSWOOD (born February 1979)', candidates: [] },
    })
  })

  it('is found by officer id, without a match', async () => {
    const { data, meta } = await open.look('/director/Qm7-aVeRiLtHoRnQuIsT_000017')
    expect(data.director.name).toBe('Averil THORNQUIST')
    expect(meta.matched).toBeUndefined()
  })

  it('is one person over several records, apart from a namesake', async () => {
    const { data, meta } = await open.look('/director/Bertolt Kingscave?match=best')
    expect(data.director).toMatchObject({
      officer_ids: ['Bk8-bErToLtKiNgScAvE_000115', 'Bk8-bErToLtKiNgScAvE_000123'],
      total_appointments: 2,
    })
    expect(meta.matched.candidates).toEqual(['Bertolt KINGSCAVE (born February 1995)'])
  })

  it('is the same person by the id of any of the records, with the same score', async () => {
    const [byName, byId, namesake] = [
      await data('/director/Bertolt Kingscave?match=best'),
      await data('/director/Bk8-bErToLtKiNgScAvE_000123'),
      await data('/director/Bk8-bErToLtKiNgScAvE_000149'),
    ]
    expect(byId.director).toMatchObject({
      officer_id: 'Bk8-bErToLtKiNgScAvE_000123',
      officer_ids: ['Bk8-bErToLtKiNgScAvE_000123', 'Bk8-bErToLtKiNgScAvE_000115'],
      total_appointments: 2,
    })
    expect([byId.risk_score, byId.appointments, byId.portfolio_summary]).toEqual([
      byName.risk_score,
      byName.appointments,
      byName.portfolio_summary,
    ])
    expect(namesake.director).toMatchObject({ officer_ids: ['Bk8-bErToLtKiNgScAvE_000149'], total_appointments: 1 })
  })

  it('is a 404 in plain words where there is none', async () => {
    expect((await open.look('/director/Nobody Atall')).body).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/^'Nobody Atall' is not in the sample data\./),
    })
    expect((await open.look(`/director/${'x'.repeat(27)}`)).status).toBe(404)
  })
})

describe('appointments', () => {
  it('tell which last', async () => {
    const { appointments } = await data('/director/Perrin Vasswood')
    expect(
      appointments.map(({ company_name, company_status, is_active, resigned_on }: Record<string, unknown>) => [
        company_name,
        company_status,
        is_active,
        resigned_on,
      ]),
    ).toEqual([
      ['GRISTWOLD CATERING LTD', 'dissolved', false, null],
      ['TALLOWMERE HOMES LIMITED', 'liquidation', false, '2024-03-01'],
      ['BRACKENFOLD LOGISTICS LTD', 'active', true, null],
    ])
  })
})

describe('the risk', () => {
  it('is the same at every depth', async () => {
    expect((await data('/director/Perrin Vasswood?depth=full')).risk_score).toEqual(
      (await data('/director/Perrin Vasswood')).risk_score,
    )
  })

  it('adds up from what became of the companies', async () => {
    const { risk_score } = await data('/director/Perrin Vasswood')
    expect(risk_score).toMatchObject({ score: 37, rating: 'HIGH_RISK', confidence: 'high' })
    expect(parts(risk_score)).toEqual({
      failed_companies: 12,
      concurrent_directorships: 0,
      gazette_warnings: 10,
      filing_compliance: 15,
      director_churn: 0,
      disqualification: 0,
    })
    expect(risk_score.signals.map(({ weight }: { weight: number }) => weight)).toEqual([
      0.25, 0.15, 0.2, 0.15, 0.1, 0.15,
    ])
    const [, , , filing] = risk_score.signals
    expect(filing.detail).toContain('This person’s identity statement is overdue at 1 of them.')
    expect(risk_score.override).toBeUndefined()
  })

  it('is 100 for who is disqualified, with the rule, and contributions as computed', async () => {
    const { risk_score, disqualification } = await data('/director/Lt7-lUcAnThReLfElLxx_000033')
    expect(disqualification).toMatchObject({
      is_disqualified: true,
      disqualifications: [
        {
          in_force: true,
          from: '2026-07-01',
          until: '2033-06-30',
          type: 'undertaking',
          companies: ['TALLOWMERE HOMES LIMITED'],
        },
      ],
    })
    expect(risk_score).toMatchObject({
      score: 100,
      rating: 'CRITICAL_RISK',
      override: {
        score: 100,
        reason:
          'Disqualified from acting as a director until 30 June 2033, by undertaking. The basis is name in part, month of birth and company.',
      },
    })
    expect(parts(risk_score)).toEqual({
      failed_companies: 10,
      concurrent_directorships: 0,
      gazette_warnings: 12,
      filing_compliance: null,
      director_churn: 0,
      disqualification: 18,
    })
  })

  it('names the month of birth by which it was compared', async () => {
    const told = async (path: string) =>
      (await data(path)).risk_score.signals.find(({ factor }: { factor: string }) => factor === 'disqualification')
        .detail
    expect(await told('/director/Qm7-aVeRiLtHoRnQuIsT_000017')).toBe(
      'No disqualification is registered under this name and month of birth.',
    )
  })

  it('is nothing for a sound director, whose namesake was disqualified', async () => {
    const { risk_score, disqualification } = await data('/director/Qm7-aVeRiLtHoRnQuIsT_000017')
    expect(disqualification).toMatchObject({ is_disqualified: false, disqualifications: [] })
    expect(risk_score).toMatchObject({ score: 0, rating: 'LOW_RISK', confidence: 'high' })
  })

  it('is not made up for a secretary, who ran nothing', async () => {
    const { risk_score, gazette_notices } = await data('/director/If5-iSmEnEfArRoWxxxx_000017')
    expect(parts(risk_score)).toMatchObject({
      failed_companies: null,
      gazette_warnings: null,
      filing_compliance: null,
      concurrent_directorships: null,
      disqualification: null,
    })
    expect(risk_score).toMatchObject({ score: null, rating: null, confidence: 'low' })
    expect(risk_score.recommendation).toMatch(/There is no score.*no appointment of this person was to run a company/)
    expect(gazette_notices).toEqual([])
  })
})

describe('Gazette notices', () => {
  it('are those of the companies, measured by the time in office', async () => {
    const of = async (path: string) =>
      (await data(path)).gazette_notices.map(({ company_number, code, timing }: Record<string, unknown>) => [
        company_number,
        code,
        timing,
      ])
    expect(await of('/director/Perrin Vasswood')).toEqual(
      ['2446', '2443', '2441', '2442'].map((code) => ['99000033', code, 'within_3_years_of_leaving']),
    )
    expect((await of('/director/Lt7-lUcAnThReLfElLxx_000033'))[0]).toEqual(['99000033', '2446', 'in_office'])
  })
})

describe('the network', () => {
  it('has the failed companies, and those who ran one at the same time', async () => {
    const { network } = await data('/director/Perrin Vasswood?depth=full')
    expect(
      network.failed_companies.map(({ company_number, dissolved_on, resigned_on }: Record<string, unknown>) => [
        company_number,
        dissolved_on,
        resigned_on,
      ]),
    ).toEqual([
      ['99000033', null, '2024-03-01'],
      ['99000074', '2025-11-18', null],
    ])
    expect(
      network.shared_directors.map(({ name, currently_together }: Record<string, unknown>) => [
        name,
        currently_together,
      ]),
    ).toEqual([
      ['Oona GELLING', true],
      ['Lucan THRELFELL', false],
      ['Marla QUENBY', false],
      ['Sable ORMISTON', false],
      ['Tobiah WRENFIELD', false],
    ])
    expect(network).toMatchObject({ failed_total: 2, companies_read: 3, shared_total: 5 })
  })

  it('joins those who share several companies', async () => {
    const { network } = await data('/director/La1-lEoPoLdAnStRuCkE_000058?depth=full')
    expect(network.shared_directors[0]).toMatchObject({
      name: 'Mirela DUSKOVAR',
      currently_together: true,
      companies: [{ company_number: '99000172' }, { company_number: '99000058' }],
    })
    expect(network.failed_companies).toEqual([])
  })
})

describe('examples', () => {
  it('answer at every depth', async () => {
    for (const path of open.examples) {
      for (const depth of ['summary', 'standard', 'full'])
        expect(await open.look(`${path}?depth=${depth}`), `${path} at ${depth}`).toMatchObject({ status: 200 })
    }
  })
})
