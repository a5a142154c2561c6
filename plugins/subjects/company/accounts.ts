/** What a company's accounts state over the years, and what that shows. */
import { need, type Node, type Shown } from '@domesday/core'
import { accounts, type Accounts, type AccountsYear } from '@domesday/source-companies-house-accounts'
import type { Filings } from '@domesday/source-companies-house'
import { daysBetween } from './calendar.ts'

/** Documents are read: it is asked only where the figures are wanted. */
export const accountsOf = (number: Node<string>, filings: Node<Filings>): Shown<Accounts> =>
  need(accounts, { number, filings }, ({ number, filings: { documents } }) => ({
    number,
    documents: documents.map(({ madeUpTo, id, filing }) => ({ madeUpTo, id, filing })),
  }))

/** The newest year, if the last accounts that were filed gave its figures. */
export const latestYear = ({ years, unread }: Accounts): AccountsYear | null => {
  const [latest = null] = years
  return latest !== null && unread.every(({ made_up_to: day }) => day < latest.made_up_to) ? latest : null
}

/** Of less than this, half may be a week's wages. */
const cashThatCounts = 10_000
/** Days between two balance sheets that can be compared: a period may have up to 18 months. */
const longestPeriod = 560

/** Cash of the newest year and of the one before, if it fell by half or more. */
export const cashHalved = (known: Accounts): readonly [now: AccountsYear, before: AccountsYear] | null => {
  const latest = latestYear(known),
    before = known.years[1]
  if (latest === null || before === undefined || latest.cash === null || before.cash === null) return null
  const areComparable =
    latest.currency === before.currency && daysBetween(before.made_up_to, latest.made_up_to) <= longestPeriod
  return areComparable && before.cash >= cashThatCounts && latest.cash * 2 <= before.cash ? [latest, before] : null
}
