import { erasureConformance } from './erasure.ts'
import { fixtures, type Open } from './fixture.ts'
import { keepingConformance } from './keeping.ts'
import { readingConformance } from './reading.ts'
import { sweepingConformance, type Inside } from './sweeping.ts'
import { termsConformance } from './terms.ts'

/** What every store behind the port of evidence must do; call it inside a `describe` of the store. */
export const evidenceConformance = (open: Open, inside: Inside): void => {
  const fixture = fixtures(open, inside.empty)
  keepingConformance(fixture)
  readingConformance(fixture)
  termsConformance(fixture)
  erasureConformance(fixture)
  sweepingConformance(fixture, inside)
}
