/** How fast a company pays its suppliers, by its own reports. */
import {
  date,
  drawn,
  figure,
  flag,
  integer,
  list,
  need,
  object,
  orNull,
  render,
  rounded,
  spoken,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  detailFields,
  lately,
  paymentReports,
  periodFields,
  rankFields,
  type PaymentReport,
  type PaymentReports,
} from '@domesday/source-payment-practices'
import { daysBetween, monthsAfter } from './calendar.ts'

const trendFields = object(
  {
    days: orNull(figure('days', 'By how much the average rose; below zero it pays sooner than before')),
    late_share: orNull(figure('points', 'By how much the share of late invoices rose')),
    before_start: date('First day of the period before'),
    before_end: date('Its last day'),
    before_average_days: orNull(figure('days', 'Its average')),
  },
  'Against the report before; null without one, or where that ended over 18 months earlier',
)
const historyShape = list(
  drawn(object(periodFields), 'series', { on: 'period_end', value: 'average_days_to_pay' }),
  'The newest reports, oldest first; six at most',
)

const paymentFields = object(
  {
    reported: flag(
      'Only large companies and partnerships must report: that there is no report says nothing about a company',
    ),
    reports: integer('Periods that it reported; a corrected one counts once'),
    recent: orNull(flag('Whether the newest period ended within 18 months; figures of an older one have no rank')),
    period_start: orNull(periodFields.period_start),
    period_end: orNull(periodFields.period_end),
    filed: orNull(detailFields.filed),
    average_days_to_pay: periodFields.average_days_to_pay,
    paid_within_30_days: detailFields.paid_within_30_days,
    paid_31_to_60_days: detailFields.paid_31_to_60_days,
    paid_after_60_days: detailFields.paid_after_60_days,
    late_share: periodFields.late_share,
    shortest_terms: detailFields.shortest_terms,
    longest_terms: detailFields.longest_terms,
    withheld: detailFields.withheld,
    trend: orNull(trendFields),
    rank: orNull(
      object(rankFields, 'Place of its average among all reports of late; null without an average, or where it is old'),
    ),
    history: historyShape,
    url: orNull(periodFields.url),
  },
  'How it pays its suppliers, by the newest report of its own',
)
export interface Payment extends Of<typeof paymentFields> {}
const paymentShape: Shape<Payment> = {
  ...paymentFields,
  schema: { ...paymentFields.schema, title: 'PaymentPractices' },
}

/** `January to June 2026`, or with its days where they are not whole months. */
export const periodInWords = (start: string, end: string): string => {
  const isWhole = start.endsWith('-01') && daysBetween(end, monthsAfter(`${end.slice(0, 8)}01`, 1)) === 1
  if (!isWhole) return `${spoken(start)} to ${spoken(end)}`
  const [[, from, year], [, to, lastYear]] = [spoken(start).split(' '), spoken(end).split(' ')] as const
  return `${from}${year === lastYear ? '' : ` ${year}`} to ${to} ${lastYear}`
}

const rise = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : rounded(now - before, 1)

/** Null without a report before, or where that is too old to compare with. */
const trendOf = (newest: PaymentReport, before: PaymentReport | undefined): Payment['trend'] =>
  before === undefined || before.period_end < monthsAfter(newest.period_end, -lately)
    ? null
    : {
        days: rise(newest.average_days_to_pay, before.average_days_to_pay),
        late_share: rise(newest.late_share, before.late_share),
        before_start: before.period_start,
        before_end: before.period_end,
        before_average_days: before.average_days_to_pay,
      }

const none: Payment = {
  reported: false,
  reports: 0,
  recent: null,
  period_start: null,
  period_end: null,
  filed: null,
  average_days_to_pay: null,
  paid_within_30_days: null,
  paid_31_to_60_days: null,
  paid_after_60_days: null,
  late_share: null,
  shortest_terms: null,
  longest_terms: null,
  withheld: [],
  trend: null,
  rank: null,
  history: [],
  url: null,
}

export const paymentBy = (
  { reports, newest: [latest, before, ...older], rank }: PaymentReports,
  today: string,
): Payment => {
  if (latest === undefined) return none
  const recent = latest.period_end >= monthsAfter(today, -lately)
  return {
    ...none,
    ...latest,
    reported: true,
    reports,
    recent,
    trend: trendOf(latest, before),
    rank: recent ? rank : null,
    history: [latest, before, ...older]
      .flatMap((one) =>
        one === undefined
          ? []
          : [
              {
                period_start: one.period_start,
                period_end: one.period_end,
                average_days_to_pay: one.average_days_to_pay,
                late_share: one.late_share,
                url: one.url,
              },
            ],
      )
      .toReversed(),
  }
}

export const paymentOf = (number: Node<string>, today: Node<string>): Shown<Payment> => {
  const known = need(paymentReports, number)
  return render(paymentShape, { known, today }, ({ known, today }) => paymentBy(known, today))
}
