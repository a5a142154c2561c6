import { describe, expect, it } from 'vitest'
import {
  charges,
  charity,
  filings,
  firm,
  gazetted,
  insolvencyCase,
  notice,
  officer,
  officers,
  profile,
  sound,
  today,
  verification,
} from '@domesday/subject-company/fixture'
import type { Facts, FactsInFull } from '@domesday/subject-company'
import { acknowledge, raise } from './flags.ts'
import { greenRules } from './green-flags.ts'
import { redRules } from './red-flags.ts'

const red = (facts: Partial<Facts>) => raise(redRules, { ...sound, ...facts })
const raised = (facts: Partial<Facts>): readonly string[] =>
  red(facts).map(({ flag, severity }) => `${flag} ${severity}`)
const likely = { by: 'name', agreed: ['name'], against: [], sure: 'likely' } as const
const due = { last_made_up_to: '2024-12-31', last_type: 'small', next_made_up_to: '2025-12-31', overdue: true }
const unfiled = {
  last_made_up_to: null,
  last_type: null,
  next_made_up_to: '2027-09-30',
  next_due: '2028-06-21',
  overdue: false,
}

const statement = (code: string, kind: 'none' | 'not_identified' | 'not_confirmed') => ({
  statement: code,
  detail: code,
  kind,
  owner: null,
  notified_on: '2024-03-02',
  ceased_on: null,
})
const annotation = (kind: 'false_filing' | 'other') => ({
  type: null,
  kind,
  detail: 'Beware.',
  created_on: '2026-08-03',
})

const petition = (published: string) =>
  notice('2450', 'high', published, { petition: { petitioner: null, presented: null, advertised: null } })

/** One charge, given a month ago. */
const lent = (to: string, all_assets = false) => {
  const { items, ...counts } = charges(1)
  return { ...counts, items: [{ ...items[0]!, created_on: '2026-09-15', all_assets, persons_entitled: [to] }] }
}

/** For each flag (name and severity), a file that raises it and, if nothing else is wrong, no other. */
const cases: Readonly<Record<string, Partial<Facts>>> = {
  'dissolved high': { profile: profile({ status: 'dissolved', ceased: '2025-01-01' }) },
  'converted high': { profile: profile({ status: 'converted-closed', ceased: '2025-01-01' }) },
  'in_liquidation high': { profile: profile({ status: 'liquidation' }) },
  'in_administration high': { profile: profile({ status: 'administration' }) },
  'in_receivership high': { profile: profile({ status: 'receivership' }) },
  'voluntary_arrangement high': { profile: profile({ status: 'voluntary-arrangement' }) },
  'insolvency_proceedings high': { profile: profile({ status: 'insolvency-proceedings' }) },
  'open_insolvency_case high': { insolvency: { status: [], cases: [insolvencyCase('receiver-manager')] } },
  'past_insolvency medium': {
    insolvency: { status: [], cases: [insolvencyCase('in-administration', ['administration-ended-on', '2015-01-01'])] },
  },
  'winding_up_order high': { notices: [notice('2452', 'critical', '2026-01-01')] },
  'winding_up_petition high': { notices: [notice('2450', 'high', '2026-09-01')] },
  'insolvency_advertised high': { notices: [notice('2443', 'high', '2026-09-01')] },
  'winding_up_order medium': { notices: [notice('2452', 'critical', '2026-01-01', { matched_by: 'name' })] },
  'winding_up_petition medium': { notices: [notice('2462', 'high', '2026-09-01', { matched_by: 'name' })] },
  'insolvency_advertised medium': { notices: [notice('2410', 'critical', '2026-09-01', { matched_by: 'name' })] },
  'moratorium high': { notices: [notice('2401', 'high', '2026-10-01')] },
  'moratorium medium': { notices: [notice('2401', 'high', '2026-10-01', { matched_by: 'name' })] },
  'prohibited_name medium': { notices: [notice('2403', 'medium', '2023-01-10')] },
  'members_voluntary_liquidation medium': { notices: [notice('2431', 'low', '2026-09-01')] },
  'strike_off_proposed high': { profile: profile({ statusDetail: 'active-proposal-to-strike-off' }) },
  'strike_off_suspended medium': {
    profile: profile({ statusDetail: 'active-proposal-to-strike-off' }),
    filings: filings([], [gazetted('Dissolved compulsory strike off suspended', '2026-08-20')]),
  },
  'accounts_overdue high': { profile: profile({ accounts: { ...due, next_due: '2026-07-16' } }) },
  'accounts_overdue medium': { profile: profile({ accounts: { ...due, next_due: '2026-07-17' } }) },
  'accounts_often_late low': {
    filings: filings([
      ['2026-10-01', '2025-12-31'],
      ['2025-10-01', '2024-12-31'],
    ]),
  },
  'confirmation_statement_overdue medium': {
    profile: profile({
      confirmation: {
        last_made_up_to: '2025-09-01',
        next_made_up_to: '2026-09-01',
        next_due: '2026-09-15',
        overdue: true,
      },
    }),
  },
  'newly_incorporated high': { profile: profile({ incorporated: '2026-09-21', accounts: unfiled }) },
  'newly_incorporated medium': { profile: profile({ incorporated: '2025-09-21', accounts: unfiled }) },
  'office_undeliverable high': { profile: profile({ officeUndeliverable: true }) },
  'office_in_dispute high': { profile: profile({ officeInDispute: true }) },
  'no_director high': {
    officers: officers(
      officer('SHELL DIRECTORS LIMITED', { is_corporate: true }),
      officer('SECOND SHELL LIMITED', { is_corporate: true }),
    ),
  },
  'directors_leaving medium': {
    officers: officers(
      officer('A, B'),
      officer('C, D'),
      officer('E, F', { resigned_on: '2026-08-01' }),
      officer('G, H', { resigned_on: '2025-10-15' }),
    ),
  },
  'outstanding_charges medium': { charges: charges(3) },
  'outstanding_charges low': { charges: charges(2) },
  'dormant_accounts medium': {
    profile: profile({ accounts: { ...due, last_type: 'dormant', next_due: '2027-09-30', overdue: false } }),
  },
  'sole_director low': { officers: officers(officer('MARSH, Ada')) },
  'no_owner_named low': { owners: { items: [], total: 0 } },
  'owner_not_identified high': { statements: [statement('psc-exists-but-not-identified', 'not_identified')] },
  'owner_not_identified medium': {
    statements: [statement('information-not-provided-for-at-least-one-beneficial-owner', 'not_confirmed')],
  },
  'owner_not_identified low': { statements: [statement('psc-details-not-confirmed', 'not_confirmed')] },
  'petition_not_closed medium': {
    notices: [petition('2026-07-01'), petition('2026-06-01'), notice('2461', 'relief', '2026-08-01')],
  },
  'petition_dismissed low': { notices: [petition('2026-07-01'), notice('2461', 'relief', '2026-08-01')] },
  'notice_withdrawn low': { notices: [{ ...petition('2026-07-01'), withdrawn: true }] },
  'restored low': { filings: filings([], [gazetted('Gazette dissolved compulsory', '2026-01-20')]) },
  'insider_charge high': {
    officers: officers(officer('MARSH, Ada'), officer('TARN, Bede')),
    charges: lent('Ada Marsh', true),
  },
  'insider_charge medium': {
    officers: officers(officer('MARSH, Ada'), officer('TARN, Bede')),
    charges: lent('Ada Marsh'),
  },
  'owner_abroad low': {
    owners: {
      items: [{ ...sound.owners!.items[0]!, kind: 'corporate-entity', country_registered: 'British Virgin Islands' }],
      total: 1,
    },
  },
  'owner_protected low': {
    owners: { items: [{ ...sound.owners!.items[0]!, name: null, kind: 'super-secure' }], total: 1 },
  },
  'sanctioned_owner high': { owners: { items: [{ ...sound.owners!.items[0]!, is_sanctioned: true }], total: 1 } },
  'registrar_warning high': { profile: profile({ annotations: [annotation('false_filing')] }) },
  'registrar_warning medium': { profile: profile({ annotations: [annotation('other')] }) },
  'renamed low': { profile: profile({ formerNames: [{ name: 'OLD MILLS LTD', from: null, until: '2025-01-01' }] }) },
  'identity_not_verified low': {
    today: '2026-11-19',
    officers: officers(
      officer('MARSH, Ada'),
      officer('TARN, Bede', { verification: verification(null, '2026-03-31') }),
    ),
  },
  'owner_identity_not_verified low': {
    owners: { items: [{ ...sound.owners!.items[0]!, verification: verification('2026-10-14') }], total: 1 },
  },
  'regulatory_discipline high': {
    firms: [firm({ disciplinary: [{ action: 'Fines', date: '2023-03-21', under: 'FSMA', summary: 'Fined.' }] })],
  },
  'regulatory_discipline medium': {
    firms: [firm({ disciplinary: [{ action: 'Fines', date: '2013-03-21', under: 'FSMA', summary: 'Fined.' }] })],
  },
  'regulatory_warning high': { firms: [firm({ sub_status: 'In Administration' })] },
  'authorisation_ended medium': { firms: [firm({ status: 'No longer authorised', current: false })] },
  'charity_insolvent high': { charities: [charity({ insolvent: true })] },
  'charity_removed medium': { charities: [charity({ status: 'removed', removed: '2022-03-04' })] },
  'charity_return_overdue medium': { charities: [charity({ reporting: 'Submission Overdue' })] },
  'data_protection_lapsed low': {
    dataProtection: {
      registered: false,
      registration_number: 'ZA1',
      tier: 1,
      since: null,
      expires: '2025-09-15',
      matched_by: 'name',
      match: likely,
      entries: 1,
    },
  },
}

describe('red flags', () => {
  it('are none for a sound company', () => expect(raised({})).toEqual([]))

  it.each(Object.entries(cases))('%s', (flag, facts) => expect(raised(facts)).toEqual([flag]))

  it('says what a closed registration became, where the register does', () => {
    const closed = (statusDetail: string | null) =>
      red({ profile: profile({ status: 'converted-closed', statusDetail, ceased: '2025-01-01' }) })[0]!.evidence
    expect(closed('converted-to-uk-societas')).toBe('Converted to a UK Societas on 1 January 2025.')
    expect([closed(null), closed('converted-closed')]).toEqual([
      'Converted or closed on 1 January 2025.',
      'Converted or closed on 1 January 2025.',
    ])
  })

  it('are low of identity statements that are overdue: filings lag', () => {
    const late = officers(officer('MARSH, Ada', { verification: verification('2026-10-14') }), officer('TARN, Bede'))
    expect(raised({ officers: late })).toEqual(['identity_not_verified low'])
  })

  const board = officers(officer('MARSH, Ada'), officer('TARN, Bede'))
  it('are none on the charge of a pension’s trustees, who lend back to the company', () => {
    const { items, ...counts } = lent('Ada Marsh')
    const pension = {
      ...counts,
      items: [{ ...items[0]!, persons_entitled: ['Ada Marsh', 'Tarn Pension Trustees Limited'] }],
    }
    expect(raised({ officers: board, charges: pension })).toEqual(['outstanding_charges low'])
    expect(raised({ officers: board, charges: lent('Marshfield Bank PLC') })).toEqual(['outstanding_charges low'])
  })

  it('tell a dormant company that changed hands, but not one of a group or of residents', () => {
    const dormant = (rest: Partial<Facts['profile']> = {}): Partial<Facts> => ({
      profile: profile({
        accounts: { ...sound.profile.accounts!, last_type: 'dormant' },
        formerNames: [{ name: 'PINE NOMINEES LIMITED', from: null, until: '2026-09-15' }],
        ...rest,
      }),
      charges: lent('Marshfield Bank PLC'),
    })
    expect(raised(dormant())).toContain('woken_shell medium')
    expect(raised({ ...dormant(), charges: charges(0) })).not.toContain('woken_shell medium')
    expect(raised(dormant({ sicCodes: ['98000'] }))).not.toContain('woken_shell medium')
    const [owner] = sound.owners!.items
    const parent = {
      ...owner!,
      kind: 'corporate-entity',
      notified_on: '2017-01-01',
      control: ['ownership-of-shares-75-to-100-percent'],
    }
    expect(raised({ ...dormant(), owners: { items: [parent], total: 1 } })).not.toContain('woken_shell medium')
  })

  it('show a status in plain words', () => {
    expect(red({ profile: profile({ status: 'voluntary-arrangement' }) })[0]!.evidence).toBe(
      'Its status is voluntary arrangement.',
    )
  })

  it('are all tried above', () => {
    // A shell is dormant, which is a flag too.
    const tried = [...Object.keys(cases), 'woken_shell medium']
    expect(redRules.filter(({ flag, severity }) => !tried.includes(`${flag} ${severity}`))).toEqual([])
  })

  it('are none on owners whom the company need not name, or names no more as unknown', () => {
    const unnamed = { owners: { items: [], total: 0 } }
    const exempt = { type: 'psc-exempt-as-trading-on-uk-regulated-market', from: '2018-01-01' }
    expect(raised({ ...unnamed, exempt: [{ ...exempt, until: null }] })).toEqual([])
    expect(raised({ ...unnamed, exempt: [{ ...exempt, until: '2020-12-28' }] })).toEqual(['no_owner_named low'])
    const ended = { ...statement('psc-exists-but-not-identified', 'not_identified'), ceased_on: '2025-01-01' }
    expect(raised({ statements: [ended] })).toEqual([])
    const none = statement('no-individual-or-entity-with-signficant-control', 'none')
    expect(red({ ...unnamed, statements: [none] })[0]!.evidence).toContain('It states that there is none')
    const former = { ...sound.owners!.items[0]!, is_sanctioned: true, current: false }
    expect(raised({ owners: { items: [...sound.owners!.items, former], total: 2 } })).toEqual([])
  })

  it('say whose identity statement is overdue, and accuse nobody who is not asked for one', () => {
    const late = { verification: verification('2026-03-15') }
    const board = (...more: readonly ReturnType<typeof officer>[]) =>
      red({ officers: officers(officer('MARSH, Ada', late), officer('TARN, Bede'), ...more) })
    expect(board()[0]!.evidence).toBe(
      'The identity statement of 1 director is overdue: Ada MARSH, due by 15 March 2026.',
    )
    expect(board(officer('FELL, Cy', { verification: verification('2026-02-01') }))[0]!.evidence).toBe(
      'The identity statements of 2 directors are overdue: Ada MARSH, Cy FELL, the first due by 1 February 2026.',
    )
    const two = [officer('TARN, Bede'), officer('FELL, Cy')]
    const notAsked = [
      officer('MARSH, Ada', { ...late, role: 'secretary' }),
      officer('MARSH LIMITED', { ...late, role: 'corporate-director', is_corporate: true }),
      officer('MARSH, Ada', { ...late, resigned_on: '2020-01-01' }),
      officer('MARSH, Ada', { verification: verification(today) }),
      officer('MARSH, Ada', { verification: verification('2026-03-15', '2026-03-10') }),
    ]
    for (const one of notAsked) expect(raised({ officers: officers(one, ...two) })).toEqual([])
    expect(
      raised({ profile: profile({ status: 'liquidation' }), officers: officers(officer('MARSH, Ada', late), ...two) }),
    ).toEqual(['in_liquidation high'])
  })

  it('do not report missing statements before the transition ended, nor before the company confirmed its record', () => {
    const confirmed = (last_made_up_to: string | null) =>
      profile({
        confirmation: {
          last_made_up_to: last_made_up_to,
          next_made_up_to: null,
          next_due: '2027-04-14',
          overdue: false,
        },
      })
    expect(raised({ today: '2026-11-18' })).toEqual([])
    expect(raised({ today: '2026-11-19', profile: confirmed('2025-11-17') })).toEqual([])
    expect(raised({ today: '2026-11-19', profile: confirmed(null) })).toEqual([])
  })

  it('are not raised on what is not known', () => {
    const unknown = {
      officers: null,
      owners: null,
      filings: null,
      charges: null,
      insolvency: null,
      notices: null,
      firms: null,
      charities: null,
      dataProtection: null,
    }
    expect(raised(unknown)).toEqual([])
  })

  it('come gravest first, with figures and sources', () => {
    const flags = red({ ...cases['sole_director low'], ...cases['winding_up_petition high'], charges: charges(3) })
    expect(flags.map(({ severity }) => severity)).toEqual(['high', 'medium', 'low'])
    expect(flags[0]).toMatchObject({
      evidence: 'Notice 2450, published 1 September 2026: https://www.thegazette.co.uk/notice/2450',
      sources: ['gazette'],
    })
    expect(flags[1]?.evidence).toBe('All 3 registered charges are outstanding, held by Lender 1, Lender 2, Lender 3.')
    expect(flags[2]?.evidence).toBe('Ada MARSH is the only one who runs it.')
  })

  it('do not take the only general partner of a limited partnership for a sole director', () => {
    const partner = officer('QUAY GP LIMITED', {
      role: 'corporate-general-partner-in-a-limited-partnership',
      is_corporate: true,
    })
    const file = { profile: profile({ type: 'limited-partnership' }), officers: officers(partner) }
    expect(raised(file)).toEqual([])
  })

  it('do not follow a petition that was dismissed, nor an old one', () => {
    expect(raised({ notices: [notice('2461', 'relief', '2026-09-20'), notice('2450', 'high', '2026-09-01')] })).toEqual(
      [],
    )
    expect(raised({ notices: [notice('2450', 'high', '2024-09-01')] })).toEqual([])
    expect(raised({ notices: [notice('2402', 'medium', '2026-09-20'), notice('2401', 'high', '2026-09-01')] })).toEqual(
      [],
    )
  })

  it('say of a company in liquidation how it stood when that began', () => {
    const facts = {
      profile: profile({ status: 'liquidation', accounts: { ...due, next_due: '2026-01-31' } }),
      asOf: '2026-05-14',
    }
    expect(red(facts).find(({ flag }) => flag === 'accounts_overdue')).toMatchObject({
      severity: 'medium',
      evidence:
        'Accounts to 31 December 2025 were 103 days overdue on 14 May 2026, when its duty to file ended. They were due by 31 January 2026.',
    })
  })

  it('name the registrar’s default address', () => {
    expect(raised({ profile: profile({ postcode: 'CF14 8LH' }) })).toEqual(['office_undeliverable high'])
  })
})

const green = (facts: Partial<FactsInFull>): readonly string[] =>
  acknowledge(greenRules, { ...sound, ...facts }).map(({ signal }) => signal)

describe('green flags', () => {
  const usual = [
    'long_established',
    'accounts_on_time',
    'confirmation_statement_on_time',
    'no_insolvency',
    'unencumbered',
    'steady_board',
    'owner_named',
  ]

  it('are what speaks for a sound company', () => expect(green({})).toEqual(usual))

  it('add registers and contracts', () => {
    const facts = {
      firms: [firm()],
      charities: [charity()],
      dataProtection: {
        registered: true,
        registration_number: 'ZA1',
        tier: 1,
        since: null,
        expires: '2027-09-15',
        matched_by: 'name',
        match: likely,
        entries: 1,
      },
      contracts: { total: 2, total_value: 280_150, items: [], possible_matches: [], complete: false },
    }
    expect(green(facts)).toEqual([
      ...usual,
      'financially_regulated',
      'registered_charity',
      'data_protection_registered',
      'public_contracts',
    ])
    expect(acknowledge(greenRules, { ...sound, ...facts }).at(-1)?.evidence).toBe(
      'Contracts won: at least 2, worth £280,150 where a value is stated.',
    )
  })

  it('need what they speak of to be known, and sound', () => {
    const { filings: _, ...rest } = sound
    expect(green({ ...rest, filings: null, notices: null })).not.toContain('accounts_on_time')
    expect(green({ notices: null })).not.toContain('no_insolvency')
    expect(green({ filings: filings([], [gazetted('Gazette notice compulsory', '2026-01-01')]) })).not.toContain(
      'no_insolvency',
    )
    expect(green({ filings: filings([['2026-10-01', '2025-12-31']]) })).not.toContain('accounts_on_time')
    expect(green({ charges: charges(1) })).not.toContain('unencumbered')
    expect(
      green({ officers: officers(officer('A, B'), officer('C, D', { appointed_on: '2025-01-01' })) }),
    ).not.toContain('steady_board')
    expect(
      green({ firms: [firm({ disciplinary: [{ action: 'Fines', date: today, under: null, summary: null }] })] }),
    ).not.toContain('financially_regulated')
    expect(green({ profile: profile({ incorporated: '2017-01-01' }) })).not.toContain('long_established')
  })
})
