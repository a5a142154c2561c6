/** What something is worth, as releases state it. */
import { list, number, numeric, object, orNull, stated, text, type Of } from '@domesday/core'

const moneyFields = object({
  amount: orNull(number({ description: 'Without VAT', unit: 'currency' })),
  gross: orNull(number({ description: 'With VAT', unit: 'currency' })),
  currency: orNull(text('Three letters; in pounds where none is stated')),
})
export interface Money extends Of<typeof moneyFields> {}
export const moneyList = list(moneyFields, 'In each currency, where it is stated in several: they are never added up')

// Placeholders of 0, 0.01 and 1, and of 1 with VAT on it, are no values.
const above = (least: number, raw: unknown): number | null => {
  const amount = numeric(raw)
  return amount !== null && amount > least ? amount : null
}

export interface WireMoney {
  readonly amount?: unknown
  readonly amountGross?: unknown
  readonly currency?: string | null
}
export const money = (value: WireMoney | null | undefined): Money | null => {
  const amount = above(1, value?.amount),
    gross = above(1.5, value?.amountGross)
  return amount === null && gross === null ? null : { amount, gross, currency: stated(value?.currency) }
}

const total = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

/** The sum in each currency. What is stated with VAT only is not added to what is stated without. */
export const sums = (values: readonly (Money | null)[]): readonly Money[] =>
  [
    ...Map.groupBy(
      values.filter((value) => value !== null),
      ({ currency }) => currency ?? 'GBP',
    ).values(),
  ].map((same) => ({
    amount: total(same.map(({ amount }) => amount)),
    gross: total(same.map(({ gross }) => gross)),
    currency: same.find(({ currency }) => currency !== null)?.currency ?? null,
  }))

/** How a notice shows it: as one value, or in each of several currencies. */
export const inOneCurrency = (values: readonly Money[]) => {
  const [only, other] = values
  return only === undefined || other !== undefined
    ? { value: null, gross: null, currency: null, amounts: values }
    : { value: only.amount, gross: only.gross, currency: only.currency, amounts: [] }
}
