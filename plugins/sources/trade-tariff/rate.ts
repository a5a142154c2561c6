/** Duty rates as the tariff words them. */
import { stated } from '@domesday/core'

export interface Rate {
  /** As worded: `12.00 % + 147.00 GBP / 100 kg`. */
  readonly text: string
  /** The share of the goods' value, per cent; null where the duty is by quantity alone. */
  readonly percent: number | null
  /** Whether an amount by quantity is due, alone or on top. */
  readonly byQuantity: boolean
}

// The wording has all that the separate components have, and is there where they are not.
const share = /(\d+(?:\.\d+)?)\s*%/g
const amount = /(\d+(?:\.\d+)?)\s*(?:GBP|EUR|£|€)/g

const figures = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, figure]) => Number(figure))

/** Null where nothing is worded, as for a measure that only controls. */
export const rateOf = (raw: unknown): Rate | null => {
  const text = stated(raw)
  if (text === null) return null
  const [percent] = /^(nihil|free)$/i.test(text) ? [0] : figures(text, share)
  return { text, percent: percent ?? null, byQuantity: figures(text, amount).some((figure) => figure > 0) }
}

/** The dearer rate first: by its share of the value, then by whether an amount comes on top. */
export const dearerFirst = (a: Rate, b: Rate): number =>
  (b.percent ?? -1) - (a.percent ?? -1) || Number(b.byQuantity) - Number(a.byQuantity)

export const isFree = ({ percent, byQuantity }: Rate): boolean => percent === 0 && !byQuantity
