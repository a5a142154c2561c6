/** A row of the export: what one company reported of one period. */
import { day, numeric, quantity, sent, stated, wire, type Sent } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'
import { longestAverage } from './spread.ts'

/** Parts of a report that cannot be right. */
export type Slip = 'average' | 'shares'

/** What is kept of a report: it has some fifty columns, most of them prose. */
export interface Report {
  readonly id: string
  readonly number: string
  readonly start: string
  readonly end: string
  readonly filed: string
  readonly days: number | null
  readonly within30: number | null
  readonly from31to60: number | null
  readonly later: number | null
  readonly late: number | null
  readonly shortest: number | null
  readonly longest: number | null
  readonly slips: readonly Slip[]
}

const { text: cell, must, often, unread } = sent
/**
 * Held against the header of a product that writes this form, and the source of the service as it was in 2017. The
 * service itself gives each report an id, a company, a period and the day of its filing. Figures are empty where a
 * company had no contracts that count; the longest period where there is one standard period only. For financial years
 * that began from 2025 on, reports also state sums of money, disputes and retention clauses.
 */
export const columns = wire({
  'Report Id': must(cell),
  'Company number': must(cell),
  'Start date': must(cell),
  'End date': must(cell),
  'Filing date': must(cell),
  'Average time to pay': often(cell),
  '% Invoices paid within 30 days': often(cell),
  '% Invoices paid between 31 and 60 days': often(cell),
  '% Invoices paid later than 60 days': often(cell),
  '% Invoices not paid within agreed terms': often(cell),
  'Shortest (or only) standard payment period': often(cell),
  'Longest standard payment period': often(cell),
  ...unread(
    'Policy Regime',
    'Financial period start date',
    'Company',
    'Qualifying contracts in reporting period',
    'Payments made in reporting period',
    'Qualifying construction contracts in reporting period',
    'Construction contracts have retention clauses',
    'Total value invoices paid within 30 days',
    'Total value invoices paid between 31 and 60 days',
    'Total value invoices paid later than 60 days',
    'Total value invoices paid later than agreed terms',
    '% Invoices not paid due to dispute',
    'Standard payment terms',
    'Payment terms have changed',
    'Suppliers notified of changes',
    'Maximum contractual payment period',
    'Maximum contractual payment period information',
    'Other information payment terms',
    'Retention clauses included in all construction contracts',
    'Retention clauses included in standard payment terms',
    'Retention clauses are used in specific circumstances',
    'Description of specific circumstances for retention clauses',
    'Retention clauses used above a specific sum',
    'Value above which retention clauses are used',
    'Retention clauses are at a standard rate',
    'Retention clauses standard rate percentage',
    'Retention clauses have parity with client',
    'Description of parity policy',
    'Retention clause money release description',
    'Retention clause money release is staged',
    'Description of stages for money release',
    'Retention value compared to client retentions as %',
    'Retention value compared to total payments as %',
    'Dispute resolution process',
    'Participates in payment codes',
    'E-Invoicing offered',
    'Supply-chain financing offered',
    'Policy covers charges for remaining on supplier list',
    'Charges have been made for remaining on supplier list',
    'URL',
  ),
})
export interface Columns extends Sent<typeof columns> {}

/** Points by which rounded shares may miss 100: the form of the service allows as many. */
const mostRounding = 2

/**
 * Throws where it is no day of the form that the service writes. The files that companies upload have the month first:
 * in one of that form nobody could tell the sixth of July from the seventh of June.
 */
const dayIn = (raw: string, column: string): string => {
  const found = /^\d{4}-\d{2}-\d{2}/.test(raw.trim()) ? day(raw) : null
  if (found === null) throw new TypeError(`its ${column} is no day of the form YYYY-MM-DD`)
  return found
}

/** Null for one that names no company. */
export const rowOf = (wire: Columns): Report | null => {
  const id = stated(wire['Report Id']),
    number = companyNumber(wire['Company number'])
  if (id === null || number === null) return null
  const average = numeric(wire['Average time to pay'])
  const shares = [
    quantity(wire['% Invoices paid within 30 days'], 100),
    quantity(wire['% Invoices paid between 31 and 60 days'], 100),
    quantity(wire['% Invoices paid later than 60 days'], 100),
  ] as const
  const sum = shares.includes(null) ? null : shares.reduce<number>((all, share) => all + share!, 0)
  const isAverage = average === null || (average >= 0 && average <= longestAverage && (average > 0 || sum !== 0)),
    areShares = sum === null || Math.abs(100 - sum) <= mostRounding
  const [within30, from31to60, later] = areShares ? shares : [null, null, null]
  return {
    id,
    number,
    start: dayIn(wire['Start date'], 'Start date'),
    end: dayIn(wire['End date'], 'End date'),
    filed: dayIn(wire['Filing date'], 'Filing date'),
    days: isAverage ? average : null,
    within30,
    from31to60,
    later,
    late: quantity(wire['% Invoices not paid within agreed terms'], 100),
    shortest: quantity(wire['Shortest (or only) standard payment period']),
    longest: quantity(wire['Longest standard payment period']),
    slips: [...(isAverage ? [] : ['average' as const]), ...(areShares ? [] : ['shares' as const])],
  }
}

/** Of a period the report that was filed last: the others were corrected by it. */
export const newerOf = (old: Report, next: Report): Report =>
  (old.filed === next.filed ? Number(old.id) > Number(next.id) : old.filed > next.filed) ? old : next
