/** Who decides at a place, by two witnesses: the platform's outlines and the district of the postcode. */
import { partly, type Partly } from '@domesday/core'

/** Parks and corporations decide in the place of districts. */
const decidesElsewhere = /\bnational park\b|\bbroads\b|\bcorporation\b/i
const said = /\b(city|county|royal|metropolitan|borough|district|council|of|the|and|upon|authority|lpa)\b/g
const wordsIn = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .toLowerCase()
      .replace(/['’.]/g, '')
      .replace(said, ' ')
      .match(/[a-z]+/g) ?? [],
  )
/** The old South Somerset is not the new Somerset, while Durham is County Durham, and Hull is Kingston upon Hull. */
const tellsApart = /^(north|south|east|west|mid|central|upper|greater|northern|southern|eastern|western)$/

const isOf = (authority: string, district: string): boolean => {
  const [a, b] = [wordsIn(authority), wordsIn(district)]
  const apart = [...a.symmetricDifference(b)]
  return (a.isSubsetOf(b) || b.isSubsetOf(a)) && !apart.some((word) => tellsApart.test(word))
}

export interface Authority {
  readonly name: string | null
}

/** `district` is null where the postcode lies in none. */
export const authorityOf = (authority: string | null, district: string | null): Authority | Partly<Authority> =>
  authority === null || district === null || decidesElsewhere.test(authority) || isOf(authority, district)
    ? { name: authority }
    : partly(
        { name: null },
        `contradictory: the outline here is that of ${authority}, and the postcode lies in ${district}`,
      )
