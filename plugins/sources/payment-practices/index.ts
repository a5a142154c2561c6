/** How fast large companies pay their suppliers, as they report it twice a year. */
import {
  dataset,
  date,
  figure,
  integer,
  list,
  object,
  orNull,
  text,
  type Of,
  type Rows,
  type Shape,
} from '@domesday/core'
import { columns, newerOf, rowOf, type Report, type Slip } from './report.ts'
import { spreadOf, wordOf } from './spread.ts'

export { rowOf, type Columns } from './report.ts'

const site = 'https://check-payment-practices.service.gov.uk'

export const paymentPractices = dataset({
  id: 'payment-practices',
  title: 'Payment practices reports',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Department for Business and Trade, licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'The export names no licence of its own. The service is the department’s, on gov.uk, whose content is under the Open Government Licence except where otherwise stated: look at its pages before you charge.',
    url: `${site}/export/`,
  },
  coverage:
    'What large companies and limited liability partnerships of the United Kingdom report of how they pay, every half-year since 2017, by their own account; others need not report, so that no report says nothing about a company',
  // The service answers GET alone, and no part of the file.
  pull: [{ part: '', wire: columns, addresses: () => ['/export/csv/'], as: 'csv' }],
  row: rowOf,
  key: ({ number, end }) => `${number} ${end}`,
  newer: newerOf,
  index: ['number'],
  text: (report) => [wordOf(report)],
})

/** Months after which a report says nothing of today: three half-years. */
export const lately = 18

/** What answers show of each report. */
export const periodFields = {
  period_start: date('First day of the period'),
  period_end: date('Its last day'),
  average_days_to_pay: orNull(figure('days', 'From receipt of an invoice to payment, on average')),
  late_share: orNull(figure('%', 'Of the invoices due in the period, those not paid within agreed terms')),
  url: text({ description: 'Page of the report', format: 'uri' }),
}
/** And of the newest. */
export const detailFields = {
  filed: date('When it was filed'),
  paid_within_30_days: orNull(figure('%', 'Of the invoices paid in the period, those paid within 30 days')),
  paid_31_to_60_days: orNull(figure('%', 'Of the same, after 31 to 60 days')),
  paid_after_60_days: orNull(figure('%', 'Of the same, later')),
  shortest_terms: orNull(figure('days', 'Shortest, or only, standard payment period')),
  longest_terms: orNull(figure('days', 'Longest standard payment period; null where there is only one')),
  withheld: list(text(), 'Figures that are left out because they cannot be right, and why'),
}
const reportFields = object({ ...periodFields, ...detailFields })
/** What a company reported of a period; figures that it did not state are null. */
export interface PaymentReport extends Of<typeof reportFields> {}

export const rankFields = {
  since: date('Compared are reports of periods that ended from this day on'),
  reports: integer('Those that state an average; a company has several'),
  faster_percent: figure('%', 'Of these, those with fewer days on average'),
  decile: integer({ description: '1 is the fastest tenth, 10 the slowest', minimum: 1, maximum: 10 }),
  median_days: figure('days', 'The median of them'),
}
const paymentFields = object({
  reports: integer('Periods that it reported'),
  newest: list(reportFields, 'The newest reports, newest first; six at most'),
  rank: orNull(object(rankFields, 'Of the newest report; null where that is old or has no average')),
})
/** What a company reported, and the place of its newest report among those of late. */
export interface PaymentReports extends Of<typeof paymentFields> {}
const paymentShape: Shape<PaymentReports> = paymentFields

const reasons: Readonly<Record<Slip, string>> = {
  average: 'average_days_to_pay: the report states over 365 days, or none without an invoice paid: a filing error',
  shares: 'shares by days: those of the report do not add up to 100: a filing error',
}

const shownOf = ({ id, slips, ...one }: Report): PaymentReport => ({
  period_start: one.start,
  period_end: one.end,
  filed: one.filed,
  average_days_to_pay: one.days,
  paid_within_30_days: one.within30,
  paid_31_to_60_days: one.from31to60,
  paid_after_60_days: one.later,
  late_share: one.late,
  shortest_terms: one.shortest,
  longest_terms: one.longest,
  withheld: slips.map((slip) => reasons[slip]),
  url: `${site}/report/${encodeURIComponent(id)}/`,
})

type Register = Pick<Rows<Report, 'number'>, 'where' | 'count' | 'asOf'>

/** A period that has not ended is a slip of the pen. */
const hasEnded = ({ end }: Report, { asOf }: Pick<Register, 'asOf'>): boolean => end <= asOf.slice(0, 10)

const rankOf = (rows: Register, newest: Report | undefined): PaymentReports['rank'] => {
  if (newest === undefined || newest.days === null) return null
  const { since, reports, fewer } = spreadOf(rows)
  if (newest.end < since) return null
  const ahead = fewer[Math.round(newest.days)]!
  return {
    since,
    reports,
    faster_percent: Math.floor((100 * ahead) / reports),
    decile: Math.floor((10 * ahead) / reports) + 1,
    median_days: fewer.findLastIndex((before) => before <= reports / 2),
  }
}

const listed = 6

/** By company number, of eight characters. */
export const paymentReports = paymentPractices.ask(
  'reports',
  (rows, number: string): PaymentReports => {
    const reports = [...rows.where('number', number)]
      .filter((report) => hasEnded(report, rows))
      .toSorted((a, b) => b.end.localeCompare(a.end, 'en'))
    return { reports: reports.length, newest: reports.slice(0, listed).map(shownOf), rank: rankOf(rows, reports[0]) }
  },
  { digest: paymentShape },
)
