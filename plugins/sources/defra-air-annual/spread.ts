/** How the means spread over the squares, to tell a share of them. */
import { onceFor, type Rows } from '@domesday/core'

/** Tenths of µg/m³. Means above it are counted with it. */
const most = 1000

/** A mean in tenths, as it is shown. */
export const tenthsOf = (mean: number): number => Math.min(most, Math.round(mean * 10))

/** The word that counts a square: `PM2.5` and 7.9 µg/m³ are `pm25x79`. */
export const wordOf = (pollutant: string, tenths: number): string =>
  `${pollutant.toLowerCase().replace(/\W/g, '')}x${tenths}`

export interface Spread {
  readonly squares: number
  /** By tenths: how many squares have less. */
  readonly less: readonly number[]
}

type Counting = Pick<Rows<unknown>, 'count'>
/** Kept for each import: counting 250,000 squares takes some twenty milliseconds. */
const counted = onceFor((rows: Counting) => onceFor((pollutant: string) => count(rows, pollutant)))

export const spreadOf = (rows: Counting, pollutant: string): Spread => counted(rows)(pollutant)

const count = (rows: Counting, pollutant: string): Spread => {
  let squares = 0
  const less = Array.from({ length: most + 1 }, (_, tenths) => {
    const before = squares
    squares += rows.count(wordOf(pollutant, tenths))
    return before
  })
  return { squares, less }
}
