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
    before_end: date('Last day of the period before'),
    before_average_days: orNull(figure('days', 'Its average')),
  },
  'Against the report before; null without one, or where that ended over 18 months earlier',
)
const { url: _, ...figures } = periodFields
const historyShape = list(
  drawn(object(figures), 'series', { on: 'period_end', value: 'average_days_to_pay' }),
  'The newest reports, oldest first; six at most',
)

const paymentFields = object(
  {
    reported: flag('Only large companies and partnerships must: that there is no report says nothing about a company'),
    reports: integer('Periods that it reported; a corrected one counts once'),
    recent: orNull(flag('Whether the newest period ended within 18 months; figures of an older one have no rank')),
    latest: orNull(object({ ...periodFields, ...detailFields }, 'The newest report')),
    trend: orNull(trendFields),
    rank: orNull(object(rankFields, 'Place of its average among all reports of late')),
    history: historyShape,
  },
  'How it pays its suppliers, by reports of its own',
)
export interface Payment extends Of<typeof paymentFields> {}
const paymentShape: Shape<Payment> = {
  ...paymentFields,
  schema: { ...paymentFields.schema, title: 'Payments' },
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
        before_end: before.period_end,
        before_average_days: before.average_days_to_pay,
      }

export const paymentBy = ({ reports, newest, rank }: PaymentReports, today: string): Payment => {
  const [latest, before] = newest
  const recent = latest === undefined ? null : latest.period_end >= monthsAfter(today, -lately)
  return {
    reported: latest !== undefined,
    reports,
    recent,
    latest: latest ?? null,
    trend: latest === undefined ? null : trendOf(latest, before),
    rank: recent ? rank : null,
    history: newest
      .map(({ period_start, period_end, average_days_to_pay, late_share }) => ({
        period_start,
        period_end,
        average_days_to_pay,
        late_share,
      }))
      .toReversed(),
  }
}

export const paymentOf = (number: Node<string>, today: Node<string>): Shown<Payment> => {
  const known = need(paymentReports, number)
  return render(paymentShape, { known, today }, ({ known, today }) => paymentBy(known, today))
}
