import type { CallHow } from '@domesday/core'
import { checkDemands, type Oddities } from '@domesday/client-formats'

export interface ReadAnswer extends Oddities {
  readonly value: unknown
}

/** Reads a parsed body, after a check of what its operation demands. Throws where it lacks that. */
export const readChecked = (how: CallHow, wire: unknown, input: unknown): ReadAnswer => {
  const odd = checkDemands(how, wire)
  return { ...odd, value: how.read(wire, input, odd.unread) }
}
