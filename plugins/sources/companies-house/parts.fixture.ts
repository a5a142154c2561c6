/** Why what an operation makes of a body is known in part only. */
import { apart, type Operation } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'

export const partsOf = (operation: Operation<any, any>, wire: unknown, input?: unknown): readonly string[] =>
  apart(readChecked(operation.how as never, structuredClone(wire), input).value).parts.map(({ why }) => why)
