/** How the averages spread over the reports of late, to tell the place of one. */
import { onceFor, type Rows } from '@domesday/core'

/** Days. Nobody takes longer on average: the greatest that was filed is over eleven thousand years. */
export const longestAverage = 365

/** `2026-06-30` → `2026h1` */
const halfOf = (day: string): string => `${day.slice(0, 4)}h${day.slice(5, 7) <= '06' ? 1 : 2}`
const halfBefore = (half: string): string =>
  half.endsWith('h2') ? half.replace('h2', 'h1') : `${Number(half.slice(0, 4)) - 1}h2`

const wordIn = (half: string, days: number): string => `${half}x${days}`

/** The word that counts a report: 52 days on average in a period to June 2026 is `2026h1x52`. */
export const wordOf = ({ end, days }: { readonly end: string; readonly days: number | null }): string | null =>
  days === null ? null : wordIn(halfOf(end), Math.round(days))

export interface Spread {
  /** The first day on which a period ended that is counted. */
  readonly since: string
  readonly reports: number
  /** By days: how many reports have fewer. */
  readonly fewer: readonly number[]
}

type Counting = Pick<Rows<unknown>, 'count' | 'asOf'>

/** This half-year and the three before it, which hold eighteen months. Kept for each import: it takes some 50 ms. */
export const spreadOf = onceFor(({ count, asOf }: Counting): Spread => {
  const halves = [halfOf(asOf)]
  while (halves.length < 4) halves.push(halfBefore(halves.at(-1)!))
  let reports = 0
  const fewer = Array.from({ length: longestAverage + 1 }, (_, days) => {
    const before = reports
    for (const half of halves) reports += count(wordIn(half, days))
    return before
  })
  const first = halves.at(-1)!
  return { since: `${first.slice(0, 4)}-${first.endsWith('h1') ? '01' : '07'}-01`, reports, fewer }
})
