/** Flags from the figures of the accounts that a company filed, which are unaudited unless they say otherwise. */
import { pounds, spoken } from '@domesday/core'
import type { Accounts, AccountsYear } from '@domesday/source-companies-house-accounts'
import { accountsRecord, cashHalved, latestYear, type Facts } from '@domesday/subject-company'
import type { GreenRule, RedFlag } from './flags.ts'

const source = 'companies-house-accounts'

const money = (amount: number, { currency }: AccountsYear): string => {
  const words = pounds(Math.abs(amount))
  const whole = currency === null || currency === 'GBP' ? words : `${currency} ${words.slice(1)}`
  return amount < 0 ? `minus ${whole}` : whole
}
const asFiled = ({ made_up_to: day, audited }: AccountsYear): string =>
  `on ${spoken(day)}, by its accounts as filed${audited === true ? '' : ', unaudited'}.`

type Finding = (accounts: Accounts) => string | null

const netAssets: Finding = (accounts) => {
  const year = latestYear(accounts)
  return year && year.net_assets !== null && year.net_assets < 0
    ? `Net assets were ${money(year.net_assets, year)} ${asFiled(year)}`
    : null
}
const current: Finding = (accounts) => {
  const year = latestYear(accounts)
  if (!year || year.current_assets === null || year.creditors_within_one_year === null) return null
  const { current_assets: assets, creditors_within_one_year: owed } = year
  return owed > assets
    ? `It owed ${money(owed, year)} within a year, and had ${money(assets, year)} of current assets ${asFiled(year)}`
    : null
}
const cash: Finding = (accounts) => {
  const halved = cashHalved(accounts)
  if (!halved) return null
  const [now, before] = halved
  return `Cash fell from ${money(before.cash!, before)} on ${spoken(before.made_up_to)} to ${money(now.cash!, now)} ${asFiled(now)}`
}

const signs: readonly (readonly [flag: string, implication: string, look: Finding])[] = [
  [
    'negative_net_assets',
    'On paper it owes more than it owns. It goes on only while its owners or lenders support it: ask who does.',
    netAssets,
  ],
  [
    'owes_more_within_a_year',
    'What falls due within a year is more than what turns into cash by then. Ask how it will be paid, and how much is owed to its own group or directors.',
    current,
  ],
  ['cash_halved', 'It had half as much cash as the year before, or less. Ask for recent management accounts.', cash],
]

const comeLate = ({ profile, filings, asOf }: Facts): boolean => {
  const record = filings && accountsRecord(profile, filings, asOf)
  return record !== null && ((record.overdue ?? 0) > 0 || record.late > 0)
}

/** Two of them in accounts that come late weigh more than each by itself. */
export const accountsFlagsOf = (accounts: Accounts | null, facts: Facts): readonly RedFlag[] => {
  const found = signs.flatMap(([flag, implication, look]) => {
    const evidence = accounts && look(accounts)
    return evidence === null ? [] : [{ flag, implication, evidence, sources: [source] }]
  })
  const severity = found.length >= 2 && comeLate(facts) ? 'medium' : 'low'
  return found.map((one) => ({ ...one, severity }))
}

export const balanceRules: readonly GreenRule[] = [
  {
    signal: 'sound_balance_sheet',
    sources: [source],
    implication:
      'On paper it owns more than it owes, and can pay what falls due within a year from what it has at hand.',
    evidence: ({ accounts, profile, filings, asOf }) => {
      const year = accounts && latestYear(accounts)
      // Of a company that is behind with its accounts they are too old to speak for it.
      if (!filings || accountsRecord(profile, filings, asOf).overdue !== 0) return null
      if (!year || (year.net_assets ?? 0) <= 0 || (year.current_ratio ?? 0) < 1) return null
      return `Net assets were ${money(year.net_assets!, year)}, and current assets ${year.current_ratio} times what is due within a year, ${asFiled(year)}`
    },
  },
]
