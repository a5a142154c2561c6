/** What an operation makes of a body, and what is not known of it. */
import { apart } from '../../core/contract/absence.ts'
import type { CallHow, Operation } from '../../core/contract/operation.ts'
import { readChecked } from '../../plugins/clients/http/read-checked.ts'

export const readInPart = (operation: Operation<any, any>, wire: unknown, input?: unknown) => {
  const { value, parts } = apart(readChecked(operation.how as CallHow, structuredClone(wire), input).value)
  return { value: value as any, parts: parts.map(({ why }) => why) }
}
