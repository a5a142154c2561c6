/** Duty rates, from the tariff's wording. */
import { figure, flag, object, orNull, stated, text, type Of, type Shape } from '@domesday/core'

const rateFields = object({
  // Such as `12.00 % + 147.00 GBP / 100 kg`.
  text: text('As the tariff words it'),
  percent: orNull(figure('%', "Of the goods' value; null if the duty depends only on quantity")),
  byQuantity: flag('Whether an amount by quantity is due, alone or in addition'),
  least: figure('%', 'Minimum of the duty at any price, of the value'),
  most: orNull(figure('%', 'Maximum, of the value; null if an amount by quantity makes it unlimited')),
})
export interface Rate extends Of<typeof rateFields> {}
export const rateShape: Shape<Rate> = rateFields

// Parse the wording: it has everything that the separate components have, and is present even if they are not.
const share = /(\d+(?:\.\d+)?)\s*%/g
const amount = /(\d+(?:\.\d+)?)\s*(?:GBP|EUR|£|€)/g

const figures = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, figure]) => Number(figure))
const hasAmount = (text: string): boolean => figures(text, amount).some((figure) => figure > 0)

/** Minimum and maximum of one part of a wording, per cent of the value. */
const span = (part: string): readonly [least: number, most: number] => {
  const percent = figures(part, share).reduce((sum, figure) => sum + figure, 0)
  return [percent, hasAmount(part) ? Infinity : percent]
}

/** `8.00 % MIN 2.00 GBP / 100 kg MAX 12.00 %`: the rate with a lower and an upper limit. */
const limitsOf = (text: string): Pick<Rate, 'least' | 'most'> => {
  const [base = '', ...limits] = text.split(/\b(?=MIN\b|MAX\b)/)
  const [least, most] = limits.reduce((due, limit): readonly [number, number] => {
    const [low, high] = span(limit)
    const pick = limit.startsWith('MIN') ? Math.max : Math.min
    return [pick(due[0], low), pick(due[1], high)]
  }, span(base))
  return { least, most: most === Infinity ? null : most }
}

/** Null without a wording, as for a measure that is only a control. */
export const rateOf = (raw: unknown): Rate | null => {
  const text = stated(raw)
  if (text === null) return null
  const [percent] = /^(nihil|free)$/i.test(text) ? [0] : figures(text, share)
  return { text, percent: percent ?? null, byQuantity: hasAmount(text), ...limitsOf(text) }
}

/** Higher rate first: by percentage, then by whether an amount is added. */
export const dearerFirst = (a: Rate, b: Rate): number =>
  (b.percent ?? -1) - (a.percent ?? -1) || Number(b.byQuantity) - Number(a.byQuantity)

export const isFree = ({ percent, byQuantity }: Rate): boolean => percent === 0 && !byQuantity
