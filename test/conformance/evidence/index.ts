import { erasureConformance } from './erasure.ts'
import { fixtures, type Open } from './fixture.ts'
import { keepingConformance } from './keeping.ts'
import { readingConformance } from './reading.ts'
import { termsConformance } from './terms.ts'

/** What every store behind the port of evidence must do; call it inside a `describe` of the store. */
export const evidenceConformance = (open: Open): void => {
  const fixture = fixtures(open)
  keepingConformance(fixture)
  readingConformance(fixture)
  termsConformance(fixture)
  erasureConformance(fixture)
}
