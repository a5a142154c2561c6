/** Bodies as the clients hand them on: checked against what is declared of them. */
import { apart } from '../../core/contract/absence.ts'
import type { CallHow, Operation } from '../../core/contract/operation.ts'
import type { Wire } from '../../core/contract/wire.ts'
import { checkWire } from '../../plugins/clients/formats/check-wire.ts'
import { readChecked } from '../../plugins/clients/http/read-checked.ts'

/** What an operation makes of a body. */
export const readBody = (operation: Operation<any, any>, wire: unknown, input?: unknown): any =>
  apart(readChecked(operation.how as CallHow, structuredClone(wire), input).value).value

/** What is left of a body. */
export const checkedBody = <T>(wire: Wire<T>, body: unknown): T => checkWire(wire, structuredClone(body)).body as T
