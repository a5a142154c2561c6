/** Green flags: what speaks for a trading company. */
import { counted, pounds, spoken } from '@domesday/core'
import {
  accountsRecord,
  boardOf,
  dated,
  daysBetween,
  daysOverdue,
  insolvencyStanding,
  outstandingInWords,
  warningsOf,
} from '@domesday/subject-company'
import { isAbroad } from '@domesday/subject-circle'
import type { GreenRule } from './flags.ts'
import { balanceRules } from './accounts-flags.ts'
import { promptRules } from './payment-flags.ts'

const register = 'companies-house'

export const greenRules: readonly GreenRule[] = [
  {
    signal: 'long_established',
    sources: [register],
    implication: 'It has lasted longer than most companies do.',
    evidence: ({ profile: { incorporated }, today }) => {
      const years = incorporated === null ? 0 : Math.floor(daysBetween(incorporated, today) / 365.25)
      return years >= 10 && `Incorporated ${spoken(incorporated!)}, ${years} years ago.`
    },
  },
  {
    signal: 'accounts_on_time',
    sources: [register],
    implication: 'Its figures are recent and its books are kept: a limit can be set by them.',
    evidence: ({ profile, filings, today }) => {
      if (!filings) return null
      const { overdue, sets, late, due } = accountsRecord(profile, filings, today)
      return (
        overdue === 0 &&
        sets > 0 &&
        late === 0 &&
        `${counted(sets, 'set')} of accounts filed in three years, none late${dated('; the next are due by', due)}.`
      )
    },
  },
  {
    signal: 'confirmation_statement_on_time',
    sources: [register],
    implication: 'What the register says of its officers, owners and address has been confirmed.',
    evidence: ({ profile: { confirmation }, today }) =>
      daysOverdue(confirmation, today) === 0 &&
      confirmation?.last_made_up_to &&
      `Confirmed as of ${spoken(confirmation.last_made_up_to)}.`,
  },
  {
    signal: 'no_insolvency',
    sources: [register, 'gazette'],
    implication: 'No creditor has had it wound up, and no office-holder runs it. Court judgments are not looked at.',
    evidence: ({ profile, insolvency, notices, filings, today }) =>
      insolvency &&
      notices &&
      filings &&
      insolvencyStanding(profile, insolvency).state === 'none' &&
      warningsOf(profile, notices, filings, today).length === 0 &&
      'No insolvency case, no Gazette notice and no strike-off notice.',
  },
  {
    signal: 'unencumbered',
    sources: [register],
    implication: 'No registered lender stands before trade creditors.',
    evidence: ({ charges }) => charges && charges.outstanding === 0 && `${outstandingInWords(charges)}.`,
  },
  {
    signal: 'steady_board',
    sources: [register],
    implication: 'The people who run it have stayed, and know the business.',
    evidence: ({ officers, today }) => {
      const { serving, left } = officers ? boardOf(officers, today) : { serving: [], left: [] }
      const tenures = serving.flatMap(({ appointed_on: appointed }) =>
        appointed ? [daysBetween(appointed, today) / 365.25] : [],
      )
      return (
        serving.length >= 2 &&
        left.length === 0 &&
        tenures.length > 0 &&
        Math.min(...tenures) >= 2 &&
        `${counted(serving.length, 'director')}, each for ${Math.floor(Math.min(...tenures))} years or more.`
      )
    },
  },
  {
    signal: 'owner_named',
    sources: [register],
    implication: 'Who controls it can be checked.',
    evidence: ({ owners }) => {
      const named =
        owners?.items.flatMap((one) => (one.current && one.name !== null && !isAbroad(one) ? [one.name] : [])) ?? []
      return (
        named.length > 0 &&
        `${counted(named.length, 'person or body', 'persons or bodies')} with significant control: ${named.slice(0, 3).join(', ')}${named.length > 3 ? ' …' : ''}.`
      )
    },
  },
  {
    signal: 'financially_regulated',
    sources: ['fca-register'],
    implication: 'A regulator supervises its conduct and resources, and has recorded no action against it.',
    evidence: ({ firms }) => {
      const firm = firms?.find(({ current }) => current)
      return (
        firm &&
        firm.disciplinary.length === 0 &&
        firm.cautions.length === 0 &&
        `${firm.status}${dated(' since', firm.since)}, FRN ${firm.frn}.`
      )
    },
  },
  {
    signal: 'registered_charity',
    sources: ['charity-commission'],
    implication: 'Its trustees answer to a regulator and have sent in their returns.',
    evidence: ({ charities }) => {
      const charity = charities?.find(({ status }) => status === 'registered')
      return (
        charity &&
        /received/i.test(charity.reporting ?? '') &&
        `Charity ${charity.number}${charity.income === null ? '' : `, income ${pounds(charity.income)}${dated(' in the year to', charity.yearEnd)}`}.`
      )
    },
  },
  {
    signal: 'data_protection_registered',
    sources: ['ico-register'],
    implication: 'It pays the fee owed by those who handle personal data.',
    evidence: ({ dataProtection }) =>
      dataProtection?.registered &&
      `Registration ${dataProtection.registration_number}${dated(', until', dataProtection.expires)}.`,
  },
  {
    signal: 'public_contracts',
    sources: ['contracts-finder', 'find-a-tender'],
    implication: 'Public buyers have vetted it and chosen it.',
    evidence: ({ contracts }) => {
      const { total, total_value: value, complete } = contracts ?? { total: 0, total_value: 0, complete: false }
      return (
        total > 0 &&
        `Contracts won: ${complete ? '' : 'at least '}${total}${value > 0 ? `, worth ${pounds(value)} where a value is stated` : ''}.`
      )
    },
  },
  ...balanceRules,
  ...promptRules,
]
