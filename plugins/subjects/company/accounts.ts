/** What a company's accounts state over the years, and what that shows. */
import { derive, need, whole, type Node, type Shown } from '@domesday/core'
import { accounts, type Accounts, type AccountsYear } from '@domesday/source-companies-house-accounts'
import type { Filings } from '@domesday/source-companies-house'
import { daysBetween } from './calendar.ts'

/** Documents are read: it is asked only where the figures are wanted. */
export const accountsOf = (number: Node<string>, filings: Node<Filings>): Shown<Accounts> =>
  need(accounts, { number, filings }, ({ number, filings: { documents } }) => ({
    number,
    documents: documents.map(({ madeUpTo, id, filing }) => ({ madeUpTo, id, filing })),
  }))

/** A figure that a document states in two ways is none to judge by. */
const sureIn = (year: AccountsYear): AccountsYear => ({
  ...year,
  ...Object.fromEntries(year.contradicting.map((name) => [name, null])),
})

/** The newest year, if the last accounts that were filed gave its figures. */
export const latestYear = ({ years, unread }: Accounts): AccountsYear | null => {
  const [latest] = years
  return latest !== undefined && unread.every(({ made_up_to: day }) => day < latest.made_up_to) ? sureIn(latest) : null
}

/** As flags are raised on them: what is not known of older years has no bearing where the newest are known. */
export const latestOf = (accounts: Node<Accounts>): Node<Accounts> =>
  derive({ accounts }, ({ accounts }) =>
    latestYear(accounts)?.contradicting.length === 0 ? whole(accounts) : accounts,
  )

/** Of less than this, half may be a week's wages. */
const cashThatCounts = 10_000
/** Days between two balance sheets that can be compared: a period may have up to 18 months. */
const longestPeriod = 560

/** Cash of the newest year and of the one before, if it fell by half or more. */
export const cashHalved = (known: Accounts): readonly [now: AccountsYear, before: AccountsYear] | null => {
  const latest = latestYear(known),
    before = known.years[1] && sureIn(known.years[1])
  if (latest === null || before === undefined || latest.cash === null || before.cash === null) return null
  const areComparable =
    latest.currency === before.currency && daysBetween(before.made_up_to, latest.made_up_to) <= longestPeriod
  return areComparable && before.cash >= cashThatCounts && latest.cash * 2 <= before.cash ? [latest, before] : null
}
