/** The duty that is due, and rates in words. */
import type { Goods, Rate } from '@domesday/source-trade-tariff'

export const worded = (rates: readonly Rate[]): string | null =>
  rates.length === 0 ? null : rates.map(({ text }) => text).join(' or ')

/** The rate for all countries without a better one: the suspended rate if there is one, else the highest. */
export const due = ({ duties, suspended }: Goods): Rate | undefined => suspended ?? duties[0]
export const dueInWords = ({ duties, suspended }: Goods): string | null => suspended?.text ?? worded(duties)
