/** Companies by what the register holds of them: struck off, restored, young, from abroad, tidy, late. */
import type { Case } from '../case.ts'
import { company, director } from '../companies-world.ts'

const entity = (number: string): string => `/entity/${number}?depth=standard`
const charge = (number: string, i: number, satisfied?: string) => ({
  code: `${number}00${String(i).padStart(2, '0')}`,
  created: `2024-0${1 + (i % 9)}-11`,
  delivered: `2024-0${1 + (i % 9)}-17`,
  to: `Wexcombe Trade Finance ${i} Limited`,
  fixed: true as const,
  ...(satisfied && { satisfied }),
})

export const onFile: readonly Case[] = [
  {
    id: 'spotless',
    says: 'Nineteen years of filings in time, two directors who stay, no charge, no notice.',
    given: company('99003101', 'THISTLECROFT GAUGES LIMITED'),
    asks: entity('99003101'),
    expect: {
      read: { 'entity.status': 'active', gazette_notices_total: 0 },
      rating: ['LOW_RISK'],
      atMost: 5,
      certain: true,
      confidence: ['high'],
      notDecidedBy: /./,
    },
  },
  {
    id: 'worst-on-paper',
    says: 'Accounts fourteen months overdue, twelve charges, all directors but one gone within the year: every factor speaks against it.',
    given: company('99003102', 'SLEEKBURN STEEL STOCKHOLDERS LIMITED', {
      detail: 'active-proposal-to-strike-off',
      accounts: {
        year_end: '11-30',
        last: ['2022-12-01', '2023-11-30', 'micro-entity'],
        next: ['2023-12-01', '2024-11-30'],
        due: '2025-08-31',
        overdue: true,
      },
      confirmation: { last: '2024-09-12', next: '2025-09-12', due: '2025-09-26', overdue: true },
      charges: Array.from({ length: 12 }, (_, i) => charge('99003102', i + 1)),
      officers: [
        director('worst-a', 'Wilmot SCARRATHER', '1963-08', { appointed: '2009-04-02' }),
        director('worst-b', 'Iseult PENHALWYN', '1970-01', { appointed: '2012-06-18', resigned: '2026-03-31' }),
        director('worst-c', 'Garnet OWLTHORPE', '1981-11', { appointed: '2019-01-07', resigned: '2026-05-29' }),
        director('worst-d', 'Zadok MELLINGER', '1958-02', { appointed: '2009-04-02', resigned: '2026-07-10' }),
      ],
      filings: [['2024-08-29', 'AA', 'micro-entity', '2023-11-30']],
      strikeOffs: [['2026-08-04', 'GAZ1']],
      cases: [{ type: 'corporate-voluntary-arrangement', dates: { 'voluntary-arrangement-started-on': '2025-12-08' } }],
      status: 'voluntary-arrangement',
    }),
    asks: entity('99003102'),
    expect: {
      read: { 'charges.outstanding': 12, 'entity.status': 'voluntary-arrangement' },
      rating: ['CRITICAL_RISK'],
      atLeast: 70,
      confidence: ['high'],
    },
  },
  {
    id: 'accounts-due-today',
    says: 'Its accounts are due today, and are not late before midnight.',
    given: company('99003103', 'PRIORSWOOD CHANDLERS LIMITED', {
      accounts: {
        year_end: '01-15',
        last: ['2024-01-16', '2025-01-15', 'small'],
        next: ['2025-01-16', '2026-01-15'],
        due: '2026-10-15',
        overdue: false,
      },
    }),
    asks: entity('99003103'),
    expect: { rating: ['LOW_RISK'], factors: { filing_delays: /no accounts are overdue/i }, notDecidedBy: /./ },
  },
  {
    id: 'accounts-late-for-a-year',
    says: 'Accounts a year late and a statement five months late, with all else in order: no gate, and no low risk.',
    given: company('99003104', 'GREYSTOKE LANE CATERING LIMITED', {
      accounts: {
        year_end: '12-31',
        last: ['2023-01-01', '2023-12-31', 'total-exemption-full'],
        next: ['2024-01-01', '2024-12-31'],
        due: '2025-09-30',
        overdue: true,
      },
      confirmation: { last: '2025-04-28', next: '2026-04-28', due: '2026-05-12', overdue: true },
      filings: [['2024-09-20', 'AA', 'total-exemption-full', '2023-12-31']],
    }),
    asks: entity('99003104'),
    expect: { rating: ['MODERATE_RISK', 'HIGH_RISK'], notDecidedBy: /./, neverAdvises: /little cause for concern/i },
  },
  {
    id: 'dissolved-at-its-own-request',
    says: 'Its directors had it struck off in spring, with nothing owed to anybody on record.',
    given: company('99003105', 'QUENNINGTON HERBS LIMITED', {
      status: 'dissolved',
      ceased: '2026-04-07',
      strikeOffs: [
        ['2026-04-07', 'GAZ2(A)'],
        ['2026-01-20', 'GAZ1(A)'],
        ['2026-01-09', 'DS01'],
      ],
    }),
    asks: entity('99003105'),
    expect: {
      read: { 'entity.status': 'dissolved' },
      atLeast: 90,
      decidedBy: /dissolved/i,
      advises: /no longer exists|no more/i,
    },
  },
  {
    id: 'converted-and-closed',
    says: 'This number was closed when it became a registered society.',
    given: company('99003106', 'ALDERSYKE CREAMERY LIMITED', { status: 'converted-closed', ceased: '2025-11-18' }),
    asks: entity('99003106'),
    expect: { read: { 'entity.status': 'converted-closed' }, atLeast: 90, decidedBy: /closed/i },
  },
  {
    id: 'struck-off-and-restored',
    says: 'Struck off in 2019 for want of accounts, restored in 2020, and on time since.',
    given: company('99003107', 'MUNGRISDALE SLATE LIMITED', {
      strikeOffs: [
        ['2020-02-13', 'RT01'],
        ['2019-06-25', 'GAZ2'],
        ['2019-04-09', 'GAZ1'],
      ],
    }),
    asks: entity('99003107'),
    expect: { read: { 'entity.status': 'active' }, rating: ['LOW_RISK', 'MODERATE_RISK'], notDecidedBy: /./ },
  },
  {
    id: 'strike-off-applied-for',
    says: 'Its directors applied to strike it off last month, and nobody has objected.',
    given: company('99003108', 'BRIGHTLING VOYAGES LIMITED', {
      detail: 'active-proposal-to-strike-off',
      strikeOffs: [
        ['2026-09-29', 'GAZ1(A)'],
        ['2026-09-18', 'DS01'],
      ],
    }),
    asks: entity('99003108'),
    expect: { read: { 'filings[0].type': 'GAZ1(A)' }, atLeast: 35, decidedBy: /strike it off|struck off/i },
  },
  {
    id: 'strike-off-suspended',
    says: 'The registrar proposed to strike it off in June; a creditor objected, which suspends it. The proposal stays in its status.',
    given: company('99003109', 'CORSTON HILL AGGREGATES LIMITED', {
      detail: 'active-proposal-to-strike-off',
      strikeOffs: [
        ['2026-07-14', 'DISS16(SOAS)'],
        ['2026-06-16', 'GAZ1'],
      ],
    }),
    asks: entity('99003109'),
    expect: {
      read: { filings: /DISS16/ },
      notDecidedBy: /strike|struck/i,
      atMost: 34,
      factors: { gazette_warnings: /suspended/i },
    },
  },
  {
    id: 'strike-off-of-a-suspended-one-resumed',
    says: 'An objection of 2025 suspended its striking off; the registrar gave notice anew in September.',
    given: company('99003110', 'TANFIELD LEA MOTORS LIMITED', {
      detail: 'active-proposal-to-strike-off',
      strikeOffs: [
        ['2026-09-08', 'GAZ1'],
        ['2025-08-19', 'DISS16(SOAS)'],
        ['2025-07-01', 'GAZ1'],
      ],
    }),
    asks: entity('99003110'),
    expect: { atLeast: 35, decidedBy: /strike it off|struck off/i },
  },
  {
    id: 'strike-off-discontinued',
    says: 'It filed what was late, and the registrar discontinued the striking off.',
    given: company('99003111', 'ROWANBURN TEXTILE PRINTS LIMITED', {
      strikeOffs: [
        ['2026-03-21', 'DISS40'],
        ['2026-02-24', 'GAZ1'],
      ],
    }),
    asks: entity('99003111'),
    expect: { read: { filings: /GAZ1/ }, rating: ['LOW_RISK', 'MODERATE_RISK'], notDecidedBy: /./ },
  },
  {
    id: 'first-accounts-not-due',
    says: 'Eleven months old: nothing is on file, and the first accounts are due next summer.',
    given: company('99003112', 'SALTMARSH ROBOTICS LIMITED', {
      created: '2025-11-12',
      accounts: { year_end: '11-30', next: ['2025-11-12', '2026-11-30'], due: '2027-08-12', overdue: false },
      confirmation: { next: '2026-11-11', due: '2026-11-25', overdue: false },
      officers: [director('saltmarsh', 'Ansgar TREVELLICK', '1990-06', { appointed: '2025-11-12' })],
      filings: [['2025-11-12', 'NEWINC']],
    }),
    asks: entity('99003112'),
    expect: {
      read: { filings_total: 1 },
      confidence: ['low'],
      advises: /no accounts are on file|nothing (is )?on file/i,
      neverAdvises: /little cause for concern/i,
      factors: { filing_delays: /not known/i },
    },
  },
  {
    id: 'first-accounts-filed',
    says: 'Twenty months old, and its first accounts came in time last week: young, but there is something on file.',
    given: company('99003113', 'DRUMMURE SIGNS LIMITED', {
      created: '2025-02-03',
      accounts: {
        year_end: '02-28',
        last: ['2025-02-03', '2026-02-28', 'micro-entity'],
        next: ['2026-03-01', '2027-02-28'],
        due: '2027-11-30',
        overdue: false,
      },
      confirmation: { last: '2026-02-02', next: '2027-02-02', due: '2027-02-16', overdue: false },
      officers: [director('drummure', 'Peregrine ULLSTHORPE', '1985-09', { appointed: '2025-02-03' })],
      filings: [
        ['2026-10-07', 'AA', 'micro-entity', '2026-02-28'],
        ['2026-02-09', 'CS01', '2026-02-02'],
        ['2025-02-03', 'NEWINC'],
      ],
    }),
    asks: entity('99003113'),
    expect: {
      read: { filings_total: 3 },
      confidence: ['high', 'medium'],
      rating: ['LOW_RISK', 'MODERATE_RISK'],
      neverAdvises: /no accounts are on file/i,
    },
  },
  {
    id: 'from-overseas',
    says: 'A company of Liechtenstein with a place of business here: its figures and its insolvency are kept elsewhere.',
    given: company('FC993114', 'VADUZER FEINMECHANIK ANSTALT', {
      type: 'oversea-company',
      jurisdiction: 'united-kingdom',
      filings: [['2019-07-02', 'NEWINC']],
      profile: { accounts: undefined, confirmation_statement: undefined, has_charges: false },
    }),
    asks: entity('FC993114'),
    expect: {
      read: { 'entity.type': 'oversea-company' },
      confidence: ['low'],
      advises: /no accounts|nothing (is )?on file/i,
      neverAdvises: /little cause for concern/i,
    },
  },
  {
    id: 'prohibited-name-long-ago',
    says: 'A notice of a name re-used in 2019: the five years for which the law forbids it are over.',
    given: company('99003116', 'CHETTISCOMBE GLASS LIMITED', {
      notices: [{ code: '2403', on: '2019-05-15', says: 'Rule 22.4. Notice of the re-use of a prohibited name.' }],
    }),
    asks: entity('99003116'),
    expect: { read: { 'gazette_notices[0].code': '2403' }, rating: ['LOW_RISK', 'MODERATE_RISK'], notDecidedBy: /./ },
  },
  {
    id: 'directors-left-at-once',
    says: 'Three of four directors left within the year, and all the rest is in order: a factor, no gate.',
    given: company('99003117', 'EASTNOR CIDER PRESSES LIMITED', {
      officers: [
        director('eastnor-a', 'Lavinia CORRINGALL', '1966-12', { appointed: '2004-10-01' }),
        director('eastnor-b', 'Hector BRATHWAY', '1974-04', { appointed: '2010-02-15', resigned: '2026-01-31' }),
        director('eastnor-c', 'Philippa DENSTANTON', '1979-07', { appointed: '2015-05-04', resigned: '2026-02-27' }),
        director('eastnor-d', 'Rafe GILLIMORE', '1983-03', { appointed: '2018-08-20', resigned: '2026-06-19' }),
      ],
    }),
    asks: entity('99003117'),
    expect: {
      notDecidedBy: /./,
      rating: ['LOW_RISK', 'MODERATE_RISK'],
      factors: { director_instability: /3 directors left/i },
    },
  },
]
