import { holdConformance } from './conformance-holds.ts'
import { idempotencyConformance } from './conformance-idempotency.ts'
import { interleavingConformance } from './conformance-interleavings.ts'
import { movementConformance } from './conformance-movements.ts'
import { repeatConformance } from './conformance-repeats.ts'
import { fixtures, type Open } from './fixture.ts'

/** What every store behind the ledger's port must do; call it inside a `describe` of the store. */
export const ledgerConformance = (open: Open): void => {
  const fixture = fixtures(open)
  movementConformance(fixture)
  holdConformance(fixture)
  idempotencyConformance(fixture)
  repeatConformance(fixture)
  interleavingConformance(fixture)
}
