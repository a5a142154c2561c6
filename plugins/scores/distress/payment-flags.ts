/** Flags from how a company says that it pays its suppliers: only of a report of the last eighteen months. */
import { rounded } from '@domesday/core'
import { periodInWords, type Payment } from '@domesday/subject-company'
import type { GreenRule, RedFlag } from './flags.ts'

const source = 'payment-practices'

/** Percent of the invoices due: a median company pays some 15 late. */
const muchLate = 40
/** Days by which the average has risen since the report before. */
const muchSlower = 10
/** What the Fair Payment Code asks for its gold award: percent of all invoices, paid within 30 days. */
const gold = 95
/** Percent of the invoices due that may be late beside it. */
const fewLate = 5

type Latest = NonNullable<Payment['latest']>

const share = (percent: number): string => `${rounded(percent, 1)} %`

/** `52 days on average, 38 before; 44 % of invoices late, January to June 2026.` */
const figuresOf = (latest: Latest, trend: Payment['trend']): string => {
  const { average_days_to_pay: days, late_share: late, period_start, period_end } = latest
  const before = trend?.before_average_days ?? null
  const figures = [
    ...(days === null ? [] : [`${days} days on average${before === null ? '' : `, ${before} before`}`]),
    ...(late === null ? [] : [`${share(late)} of invoices late`]),
  ]
  return `${figures.join('; ')}, ${periodInWords(period_start, period_end)}.`
}

/** It has the least severity: it goes behind all others. */
export const paymentFlagsOf = (payment: Payment | null): readonly RedFlag[] =>
  payment?.latest &&
  payment.recent &&
  ((payment.latest.late_share ?? 0) > muchLate || (payment.trend?.days ?? 0) >= muchSlower)
    ? [
        {
          flag: 'pays_late',
          severity: 'low',
          sources: [source],
          implication:
            'Suppliers wait longer than agreed, or longer than before: cash may be short, or its terms stretched. Agree when you are paid, and watch the first invoices.',
          evidence: figuresOf(payment.latest, payment.trend),
        },
      ]
    : []

export const promptRules: readonly GreenRule[] = [
  {
    signal: 'pays_promptly',
    sources: [source],
    implication: 'By its own report it pays as fast as the Fair Payment Code asks for its gold award.',
    evidence: ({ payment }) => {
      const { latest = null, recent = null } = payment ?? {}
      return (
        latest &&
        recent &&
        (latest.paid_within_30_days ?? 0) >= gold &&
        (latest.late_share ?? 100) <= fewLate &&
        `${share(latest.paid_within_30_days!)} of invoices paid within 30 days, ${share(latest.late_share!)} late, ${periodInWords(latest.period_start, latest.period_end)}.`
      )
    },
  },
]
