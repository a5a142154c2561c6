import { nameMatch, params, text, type GatesNode, type Unknown } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { filings, gazetted, insolvencyCase, notice, profile, sound, today } from '@domesday/subject-company/fixture'
import { companyFile, suspendedOn } from '@domesday/subject-company'
import { gatesOf } from './gates.ts'

const { gates }: GatesNode = gatesOf(companyFile(params({ identifier: text(), match: nameMatch })))

/** Which gates hold, and which are unknown, for given facts. */
const looked = (facts: object = {}) => {
  const found = Object.entries(gates).map(
    ([name, gate]) => [name, gate.read({ ...sound, today, readTo: null, declared: 'none', ...facts })] as const,
  )
  return {
    hold: found.filter(([, one]) => typeof one === 'string').map(([name]) => name),
    doubt: found.filter(([, one]) => typeof one === 'object' && one !== null).map(([name]) => name),
    said: found.flatMap(([, one]) => (typeof one === 'string' ? one : one ? (one as Unknown).because : [])).join(' '),
  }
}
const advertised = (...codes: readonly (readonly [code: string, date: string, matched?: 'number' | 'name'])[]) => ({
  notices: codes.map(([code, date, matched = 'number']) => notice(code, 'high', date, { matched_by: matched })),
})
const cases = (...of: Parameters<typeof insolvencyCase>[]) => ({
  insolvency: { status: [], cases: of.map((one) => insolvencyCase(...one)) },
})
const annotated = (kind: 'false_filing' | 'ended_abroad' | 'other') => ({
  profile: profile({ annotations: [{ type: null, kind, detail: 'Beware.', created_on: '2026-08-03' }] }),
})
const status = (status: string | null, rest: object = {}) => ({ profile: profile({ status, ...rest }) })

describe('what decides of a company', () => {
  it('is nothing for a sound one', () => expect(looked()).toEqual({ hold: [], doubt: [], said: '' }))

  it.each([
    ['a petition', advertised(['2450', '2026-09-24']), ['petition']],
    ['a petition served in another way', advertised(['2462', '2026-09-24']), ['petition']],
    ['a winding-up order', advertised(['2452', '2026-10-08']), ['winding_up_order']],
    ['a moratorium', advertised(['2401', '2026-10-01']), ['moratorium']],
    ['the re-use of a prohibited name', advertised(['2403', '2026-06-01']), ['prohibited_name']],
    ['administrators', advertised(['2410', '2026-08-03']), ['administration']],
    ['receivers', advertised(['2423', '2026-08-03']), ['receivership']],
    ['creditors that wind it up', advertised(['2443', '2026-08-03']), ['insolvent_liquidation']],
    ['creditors called to wind it up', advertised(['2442', '2026-10-07']), ['liquidation_proposed']],
    ['members that wind it up', advertised(['2432', '2026-08-03']), ['members_voluntary']],
  ])('is %s in the Gazette', (_what, facts, hold) => expect(looked(facts)).toMatchObject({ hold, doubt: [] }))

  it.each([
    ['a petition that was dismissed', advertised(['2450', '2026-05-04'], ['2461', '2026-07-06'])],
    ['a petition of years ago', advertised(['2450', '2024-05-04'])],
    ['a moratorium that ended', advertised(['2401', '2026-08-01'], ['2402', '2026-08-29'])],
    [
      'a liquidation long past',
      cases(['creditors-voluntary-liquidation', ['wound-up-on', '2009-01-05'], ['dissolved-on', '2012-01-05']]),
    ],
    [
      'an administration that ended',
      cases([
        'in-administration',
        ['administration-started-on', '2011-01-05'],
        ['administration-ended-on', '2012-01-05'],
      ]),
    ],
    [
      'a receivership whose case has ended',
      cases(['receiver-manager', ['instrumented-on', '2001-04-02'], ['case-end-on', '2003-09-30']]),
    ],
    ['an owner who was not declared as sanctioned', { declared: sound.owners }],
  ])('is not %s', (_what, facts) => expect(looked(facts)).toEqual({ hold: [], doubt: [], said: '' }))

  it('is a petition again that comes after the dismissal of another', () => {
    expect(looked(advertised(['2450', '2026-05-04'], ['2461', '2026-07-06'], ['2450', '2026-09-24'])).hold).toEqual([
      'petition',
    ])
  })

  it.each([
    [
      'compulsory liquidation',
      {
        ...status('liquidation'),
        ...cases(['compulsory-liquidation', ['petitioned-on', '2026-03-02'], ['ordered-to-wind-up-on', '2026-05-04']]),
      },
      ['insolvent_liquidation'],
    ],
    [
      'a solvent liquidation',
      { ...status('liquidation'), ...cases(['members-voluntary-liquidation', ['wound-up-on', '2026-05-04']]) },
      ['members_voluntary'],
    ],
    [
      'administration',
      { ...status('administration'), ...cases(['in-administration', ['administration-started-on', '2026-08-03']]) },
      ['administration'],
    ],
    [
      'an arrangement',
      {
        ...status('voluntary-arrangement'),
        ...cases(['corporate-voluntary-arrangement', ['voluntary-arrangement-started-on', '2026-02-03']]),
      },
      ['arrangement'],
    ],
    ['proceedings abroad', status('insolvency-proceedings'), ['insolvency_proceedings']],
    ['its end', status('dissolved', { ceased: '2025-11-18' }), ['dissolved']],
    [
      'that nothing was filed yet',
      {
        profile: profile({
          incorporated: '2026-09-21',
          accounts: {
            last_made_up_to: null,
            last_type: null,
            next_made_up_to: null,
            next_due: '2028-06-21',
            overdue: false,
          },
        }),
      },
      ['nothing_filed'],
    ],
    [
      'that no accounts are due here',
      { profile: profile({ type: 'private-unlimited', accounts: null }) },
      ['nothing_filed'],
    ],
    ['a warning of the registrar', annotated('false_filing'), ['registrar_warning']],
    ['that it has ended abroad', annotated('ended_abroad'), ['registrar_warning']],
    ['words of the registrar', annotated('other'), ['registrar_annotation']],
    [
      'an owner who is sanctioned',
      { declared: { items: [{ ...sound.owners!.items[0]!, is_sanctioned: true }], total: 1 } },
      ['sanctioned_owner'],
    ],
  ])('is %s on the register', (_what, facts, hold) => expect(looked(facts)).toMatchObject({ hold, doubt: [] }))

  it('is not a strike-off proposal that an objection suspended, until a new notice', () => {
    const notice = gazetted('Gazette notice compulsory', '2026-08-04')
    const suspended = gazetted('Dissolved compulsory strike off suspended', '2026-08-20')
    const again = gazetted('Gazette notice compulsory', '2026-10-06')
    expect(suspendedOn(filings([], [notice]))).toBeNull()
    expect(suspendedOn(filings([], [suspended, notice]))).toBe('2026-08-20')
    expect(suspendedOn(filings([], [again, suspended, notice]))).toBeNull()
    expect(looked({ proposal: 'standing' }).hold).toEqual(['strike_off_proposed'])
    expect(looked({ proposal: 'suspended' }).hold).toEqual([])
  })

  it('cannot be told by a notice that has only the name', () => {
    const seen = looked(advertised(['2450', '2026-09-24', 'name']))
    expect(seen).toMatchObject({ hold: [], doubt: ['petition'] })
    expect(seen.said).toContain('namesake')
  })

  it('cannot be told for the days that the Gazette could not be read', () => {
    const seen = looked({ readTo: '2026-10-12' })
    expect(seen).toMatchObject({
      hold: [],
      doubt: expect.arrayContaining(['winding_up_order', 'petition', 'moratorium']),
    })
    expect(seen.said).toContain('up to 12 October 2026 only')
  })

  it('is unknown for a notice or status with an unknown code', () => {
    const odd = { notices: [notice('2499', 'unrated', '2026-09-24')] }
    expect(looked(odd)).toMatchObject({ hold: [], doubt: ['insolvent_liquidation'] })
    expect(looked(status('suspended'))).toMatchObject({ hold: [], doubt: ['insolvent_liquidation'] })
    expect(looked(cases(['creditor-led-reconstruction']))).toMatchObject({ hold: [], doubt: ['insolvent_liquidation'] })
  })

  it('cannot be told without a status, of a kind that carries one', () => {
    expect(looked(status(null, { type: 'ltd' }))).toMatchObject({ hold: [], doubt: ['insolvent_liquidation'] })
    expect(looked(status(null, { type: 'industrial-and-provident-society' }))).toMatchObject({ hold: [], doubt: [] })
    // Such a society files with another register.
    expect(looked(status(null, { type: 'industrial-and-provident-society', accounts: null })).hold).toEqual([
      'nothing_filed',
    ])
  })

  it('is told that its parent guarantees what it owed', () => {
    const last = (last_type: string, rest: object = {}) =>
      looked({ profile: profile({ accounts: { ...profile().accounts!, last_type }, ...rest }) })
    expect(last('audit-exemption-subsidiary')).toEqual({
      hold: ['audit_guarantee'],
      doubt: [],
      said: 'Its last accounts to 31 December 2025 are exempt from audit under section 479A: its parent guarantees what it owed at that year’s end.',
    })
    expect(last('filing-exemption-subsidiary').said).toContain('exempt from filing under section 448A')
    expect(last('audit-exemption-subsidiary', { status: 'dissolved' }).hold).not.toContain('audit_guarantee')
    expect(last('total-exemption-full').hold).toEqual([])
  })

  it('cannot be told of accounts that a limited company always has, or that cannot be its first', () => {
    expect(looked({ profile: profile({ accounts: null }) })).toMatchObject({ hold: [], doubt: ['nothing_filed'] })
    const accounts = {
      last_made_up_to: null,
      last_type: null,
      next_made_up_to: null,
      next_due: '2027-01-31',
      overdue: false,
    }
    const formed = (incorporated: string) => looked({ profile: profile({ incorporated, accounts }) })
    expect(formed('2005-04-01')).toMatchObject({ hold: [], doubt: ['nothing_filed'] })
    expect(formed('2025-04-30')).toMatchObject({ hold: ['nothing_filed'], doubt: [] })
  })

  it('is at least a liquidation while it is unknown whether it is solvent', () => {
    const seen = looked({ ...status('liquidation'), insolvency: null })
    expect(seen.hold).toEqual(['members_voluntary'])
    expect(seen.doubt).toContain('insolvent_liquidation')
    expect(seen.said).toContain('whether that is solvent was not to be had')
  })

  it('names what could not be read: the Gazette, the insolvency cases, or both', () => {
    const gazetteOnly = ['winding_up_order', 'petition', 'liquidation_proposed', 'prohibited_name']
    const registerOnly = ['insolvency_proceedings', 'arrangement']
    const withoutGazette = looked({ notices: null }),
      withoutCases = looked({ insolvency: null }),
      withoutBoth = looked({ notices: null, insolvency: null })
    expect(withoutGazette.doubt).toEqual(expect.arrayContaining(gazetteOnly))
    expect(withoutGazette.doubt.filter((name) => registerOnly.includes(name))).toEqual([])
    expect(withoutCases.doubt).toEqual(expect.arrayContaining(registerOnly))
    expect(withoutCases.doubt.filter((name) => gazetteOnly.includes(name))).toEqual([])
    expect(withoutGazette.said).not.toContain('insolvency cases')
    expect(withoutCases.said).not.toContain('Gazette')
    expect(withoutBoth.said).toContain('its insolvency cases could not be read, and the Gazette could not be read')
  })

  it('is nothing but its end for a company that is no more', () => {
    const ended = {
      ...status('dissolved', { ceased: '2025-11-18' }),
      ...advertised(['2450', '2025-10-24'], ['2499', '2025-11-01']),
    }
    expect(looked(ended)).toMatchObject({ hold: ['dissolved'], doubt: [] })
  })
})
