/** The refusal while the store of the evidence cannot be reached. */
import { Failure } from '@domesday/core/evidence'

export const evidenceAway = (): Failure =>
  new Failure('overloaded', 'The evidence cannot be reached at the moment.', { retry_after_s: 5 })
