/** Red flags from the figures of the accounts that a company filed, which are unaudited unless they say otherwise. */
import { pounds, spoken } from '@domesday/core'
import type { AccountsYear } from '@domesday/source-companies-house-accounts'
import { accountsRecord, cashHalved, latestYear, type Facts } from '@domesday/subject-company'
import type { CircleRule, KnownCircle } from './flags.ts'

const source = 'companies-house-accounts'

const money = (amount: number, { currency }: AccountsYear): string => {
  const words = pounds(Math.abs(amount))
  const whole = currency === null || currency === 'GBP' ? words : `${currency} ${words.slice(1)}`
  return amount < 0 ? `minus ${whole}` : whole
}
const asFiled = ({ made_up_to: day, audited }: AccountsYear): string =>
  `on ${spoken(day)}, by its accounts as filed${audited === true ? '' : ', unaudited'}.`

type Finding = (circle: KnownCircle) => string | null
const netAssets: Finding = ({ accounts }) => {
  const year = accounts && latestYear(accounts)
  return year && year.net_assets !== null && year.net_assets < 0
    ? `Net assets were ${money(year.net_assets, year)} ${asFiled(year)}`
    : null
}
const current: Finding = ({ accounts }) => {
  const year = accounts && latestYear(accounts)
  if (!year || year.current_assets === null || year.creditors_within_one_year === null) return null
  const { current_assets: assets, creditors_within_one_year: owed } = year
  return owed > assets
    ? `It owed ${money(owed, year)} within a year, and had ${money(assets, year)} of current assets ${asFiled(year)}`
    : null
}
const cash: Finding = ({ accounts }) => {
  const halved = accounts && cashHalved(accounts)
  if (!halved) return null
  const [now, before] = halved
  return `Cash fell from ${money(before.cash!, before)} on ${spoken(before.made_up_to)} to ${money(now.cash!, now)} ${asFiled(now)}`
}

/** Two signs of weakness in accounts that come late weigh more than each by itself. */
const isGrave = (circle: KnownCircle, { profile, filings, asOf }: Facts): boolean => {
  const record = filings && accountsRecord(profile, filings, asOf)
  const isLate = record !== null && ((record.overdue ?? 0) > 0 || record.late > 0)
  return isLate && [netAssets, current, cash].filter((look) => look(circle) !== null).length >= 2
}

const graded = (flag: string, implication: string, look: Finding): readonly CircleRule[] => {
  const rule = { flag, implication, sources: [source] }
  return [
    { ...rule, severity: 'medium', evidence: (circle, facts) => isGrave(circle, facts) && look(circle) },
    { ...rule, severity: 'low', evidence: look },
  ]
}

/** Of rows with the same flag, the first that holds counts. None of them decides: figures are months old when filed. */
export const accountsFlags: readonly CircleRule[] = [
  ...graded(
    'negative_net_assets',
    'On paper it owes more than it owns. It goes on only while its owners or lenders support it: ask who does.',
    netAssets,
  ),
  ...graded(
    'owes_more_within_a_year',
    'What falls due within a year is more than what turns into cash by then. Ask how it will be paid, and how much is owed to its own group or directors.',
    current,
  ),
  ...graded(
    'cash_halved',
    'It had half as much cash as the year before, or less. Ask for recent management accounts.',
    cash,
  ),
]
