/** Duty rates as the tariff words them. */
import { stated } from '@domesday/core'

export interface Rate {
  /** As worded: `12.00 % + 147.00 GBP / 100 kg`. */
  readonly text: string
  /** The share of the goods' value, per cent; null where the duty is by quantity alone. */
  readonly percent: number | null
  /** Whether an amount by quantity is due, alone or on top. */
  readonly byQuantity: boolean
  /** The least that the duty takes of the value whatever the price, per cent. */
  readonly least: number
  /** The most, per cent; null where an amount by quantity can take any share. */
  readonly most: number | null
}

// The wording has all that the separate components have, and is there where they are not.
const share = /(\d+(?:\.\d+)?)\s*%/g
const amount = /(\d+(?:\.\d+)?)\s*(?:GBP|EUR|£|€)/g

const figures = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, figure]) => Number(figure))
const hasAmount = (text: string): boolean => figures(text, amount).some((figure) => figure > 0)

/** Between what a part of a wording lies, per cent of the value. */
const span = (part: string): readonly [least: number, most: number] => {
  const percent = figures(part, share).reduce((sum, figure) => sum + figure, 0)
  return [percent, hasAmount(part) ? Infinity : percent]
}

/** `8.00 % MIN 2.00 GBP / 100 kg MAX 12.00 %`: what is due, but no less than one and no more than the other. */
const limitsOf = (text: string): Pick<Rate, 'least' | 'most'> => {
  const [base = '', ...limits] = text.split(/\b(?=MIN\b|MAX\b)/)
  const [least, most] = limits.reduce((due, limit): readonly [number, number] => {
    const [low, high] = span(limit)
    const pick = limit.startsWith('MIN') ? Math.max : Math.min
    return [pick(due[0], low), pick(due[1], high)]
  }, span(base))
  return { least, most: most === Infinity ? null : most }
}

/** Null where nothing is worded, as for a measure that only controls. */
export const rateOf = (raw: unknown): Rate | null => {
  const text = stated(raw)
  if (text === null) return null
  const [percent] = /^(nihil|free)$/i.test(text) ? [0] : figures(text, share)
  return { text, percent: percent ?? null, byQuantity: hasAmount(text), ...limitsOf(text) }
}

/** The dearer rate first: by its share of the value, then by whether an amount comes on top. */
export const dearerFirst = (a: Rate, b: Rate): number =>
  (b.percent ?? -1) - (a.percent ?? -1) || Number(b.byQuantity) - Number(a.byQuantity)

export const isFree = ({ percent, byQuantity }: Rate): boolean => percent === 0 && !byQuantity
