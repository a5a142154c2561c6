/** Everything that an operator can do, on the command line and over HTTP. */
import { actCommands } from './acts.ts'
import type { OperatorCommand } from './command.ts'
import { keyCommands } from './keys.ts'
import { ledgerCommands } from './ledger.ts'

export const operatorCommands: readonly OperatorCommand[] = [...keyCommands, ...ledgerCommands, ...actCommands]

export { fieldsOf, type OperatorCommand, type Page, type CommandAnswer } from './command.ts'
export { csvLine, csvOf } from './csv.ts'
export { InputRefused, readInput, type InputFault, type Loaded } from '../fields.ts'
