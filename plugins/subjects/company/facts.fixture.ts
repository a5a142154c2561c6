/** The file of a sound company, as a base for tests. */
import type { Charges, Filing, Filings, InsolvencyCase, Officer, Profile } from '@domesday/source-companies-house'
import type { FoundCharity } from '@domesday/source-charity-commission'
import type { Firm } from '@domesday/source-fca-register'
import type { Notice } from '@domesday/source-gazette'
import { numberMatch, type Match } from '@domesday/vocabulary-companies'
import type { FactsInFull } from './facts.ts'

export const today = '2026-10-15'

export const profile = (rest: Partial<Profile> = {}): Profile => ({
  number: '99000901',
  name: 'FIXTURE MILLS LIMITED',
  status: 'active',
  statusDetail: null,
  type: 'ltd',
  subtype: null,
  jurisdiction: 'england-wales',
  incorporated: '2005-04-01',
  ceased: null,
  office: null,
  postcode: null,
  officeInDispute: false,
  officeUndeliverable: false,
  sicCodes: [],
  formerNames: [],
  accounts: {
    last_made_up_to: '2025-12-31',
    last_type: 'small',
    next_made_up_to: '2026-12-31',
    next_due: '2027-09-30',
    overdue: false,
  },
  confirmation: {
    last_made_up_to: '2026-03-31',
    next_made_up_to: '2027-03-31',
    next_due: '2027-04-14',
    overdue: false,
  },
  annotations: [],
  heldBy: null,
  parent: null,
  abroad: null,
  partnership: null,
  statesOwners: false,
  exempt: false,
  ...rest,
})

export const officer = (name: string, rest: Partial<Officer> = {}): Officer => ({
  name,
  role: 'director',
  is_corporate: false,
  appointed_on: '2010-01-01',
  appointed_before: null,
  resigned_on: null,
  born: null,
  nationality: null,
  country_of_residence: null,
  occupation: null,
  registration_number: null,
  legal_form: null,
  place_registered: null,
  capital_contribution: null,
  officer_id: null,
  verification: null,
  ...rest,
})
/** A statement that was due on a day and is missing; with a second day, one that is valid since then. */
export const verification = (due: string | null, from: string | null = null): Officer['verification'] => ({
  from,
  until: null,
  due,
  openFrom: null,
  checked: null,
  agent: null,
  supervisors: [],
})
export const officers = (...items: readonly Officer[]) => ({ items, total: items.length })

/** `[filed, made up to]`, newest first. */
export const filings = (
  accounts: readonly (readonly [string, string])[] = [],
  warnings: readonly Filing[] = [],
): Filings => ({
  total: 0,
  newest: [],
  accounts: accounts.map(([filed, madeUpTo]) => ({ filed, madeUpTo })),
  documents: [],
  warnings,
})
export const gazetted = (description: string, date: string): Filing => ({
  date,
  type: 'GAZ1',
  category: 'gazette',
  description,
})

export const charges = (outstanding: number, satisfied = 0): Charges => {
  const item = {
    code: null,
    status: 'outstanding',
    created_on: null,
    delivered_on: null,
    satisfied_on: null,
    all_assets: false,
    description: null,
  }
  return {
    total: outstanding + satisfied,
    outstanding,
    satisfied,
    part_satisfied: 0,
    items: Array.from({ length: outstanding }, (_, i) => ({ ...item, persons_entitled: [`Lender ${i + 1}`] })),
  }
}

export const insolvencyCase = (
  type: string,
  ...dates: readonly (readonly [event: string, date: string])[]
): InsolvencyCase => ({ number: '1', type, dates: dates.map(([event, date]) => ({ event, date })), practitioners: [] })

const byName: Match = { by: 'name', agreed: ['name', 'legal form', 'time'], against: [], sure: 'possible' }
export const notice = (
  code: string,
  severity: Notice['severity'],
  published: string,
  rest: Partial<Notice> = {},
): Notice => ({
  notice_id: code + published,
  code,
  type: `Notice ${code}`,
  severity,
  published,
  url: `https://www.thegazette.co.uk/notice/${code}`,
  withdrawn: false,
  petition: null,
  matched_by: 'number',
  match: rest.matched_by === 'name' ? byName : numberMatch,
  ...rest,
})

export const firm = (rest: Partial<Firm> = {}): Firm => ({
  frn: '990901',
  name: 'Fixture Mills Ltd',
  status: 'Authorised',
  since: '2010-01-01',
  current: true,
  sub_status: null,
  subStatusSince: null,
  other_statuses: [],
  cautions: [],
  company: '99000901',
  disciplinary: [],
  ...rest,
})

export const charity = (rest: Partial<FoundCharity> = {}): FoundCharity => ({
  number: '9900901',
  name: 'FIXTURE MILLS',
  type: null,
  status: 'registered',
  registered: '2006-01-01',
  removed: null,
  income: 120_000,
  spending: 110_000,
  yearEnd: '2025-12-31',
  reporting: 'Submission Received',
  insolvent: false,
  inAdministration: false,
  dissolved: null,
  dissolutionNotice: null,
  company: '99000901',
  match: numberMatch,
  ...rest,
})

export const sound: FactsInFull = {
  today,
  asOf: today,
  profile: profile(),
  officers: officers(officer('MARSH, Ada'), officer('TARN, Bede')),
  owners: {
    items: [
      {
        name: 'Ms Ada Marsh',
        kind: 'individual',
        control: [],
        notified_on: '2016-04-06',
        ceased_on: null,
        current: true,
        born: null,
        nationality: null,
        country_of_residence: null,
        address: null,
        registration_number: null,
        legal_form: null,
        place_registered: null,
        country_registered: null,
        is_sanctioned: null,
        verification: null,
      },
    ],
    total: 1,
  },
  statements: [],
  exempt: [],
  filings: filings([
    ['2026-07-01', '2025-12-31'],
    ['2025-07-01', '2024-12-31'],
    ['2024-07-01', '2023-12-31'],
  ]),
  charges: charges(0, 1),
  insolvency: { status: [], cases: [] },
  notices: [],
  firms: [],
  charities: [],
  dataProtection: {
    registered: false,
    registration_number: null,
    tier: null,
    since: null,
    expires: null,
    matched_by: null,
    match: null,
    entries: 0,
  },
  contracts: { total: 0, total_value: 0, items: [], possible_matches: [], complete: true },
  accounts: null,
  payment: null,
}
