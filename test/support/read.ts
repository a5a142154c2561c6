/** What an operation makes of a body: checked as the client does, then read. */
import { apart } from '../../core/contract/absence.ts'
import type { CallHow, Operation } from '../../core/contract/operation.ts'
import { readChecked } from '../../plugins/clients/http/read-checked.ts'

export const readBody = (operation: Operation<any, any>, wire: unknown, input?: unknown): any =>
  apart(readChecked(operation.how as CallHow, structuredClone(wire), input).value).value
