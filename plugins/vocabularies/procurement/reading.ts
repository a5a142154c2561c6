/** What a factor reads of a market. */
import { about, atLeast, counted, type FactorReading } from '@domesday/core'
import { lostInWords, type MergedMarket } from './merge.ts'

/** How a count is spoken of: `['tender', 'is', 'are', 'open']`. */
export type CountWords = readonly [one: string, is: string, are: string, what: string]

/**
 * A count: exact if everything was read, approximate if only part was, and a lower bound if a portal failed. `metric`
 * makes another figure of it, such as a monthly one.
 */
export const countReading = (
  { complete, lost }: Pick<MergedMarket, 'complete' | 'lost'>,
  { count, least }: { readonly count: number; readonly least: number },
  [one, is, are, what]: CountWords,
  metric = (count: number): number => count,
): FactorReading => {
  const thereAre = (count: number): string => `${counted(count, one)} ${count === 1 ? is : are} ${what}`
  if (lost.length > 0) {
    const known = least > 0 ? `At least ${thereAre(least)}: ` : `No ${one} ${is} known to be ${what}, but `
    return atLeast(metric(least), `${known}${lostInWords(lost)}.`)
  }
  if (count === 0) return { metric: metric(0), detail: `No ${one} ${is} ${what}.` }
  return complete
    ? { metric: metric(count), detail: `${thereAre(count)}.` }
    : about(metric(count), `About ${thereAre(count)}.`)
}
