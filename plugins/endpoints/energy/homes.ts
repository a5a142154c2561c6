/** Homes that may not be let: the minimum standard of England and Wales is band E. */
import { rounded } from '@domesday/core'
import type { Ratings } from '@domesday/source-epc'

export const belowE = (ratings: Ratings | null): string | null => {
  const { F = 0, G = 0 } = ratings?.distribution ?? {}
  // Where all are, a fact that decides says so.
  return F + G > 0 && F + G < 100 ? `${rounded(F + G)} % of the homes with a certificate are in band F or G.` : null
}
