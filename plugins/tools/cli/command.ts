/** The interface of a command. */
import type { ParseArgsConfig } from 'node:util'
import type { ServiceOptions } from '@domesday/core/tool'

export interface Command {
  /** As typed, such as `keys create`. */
  readonly words: string
  /** The arguments that follow, as shown in the help. */
  readonly takes?: string
  readonly summary: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Resolves to the exit status. */
  run(invocation: Invocation): Promise<number>
}

export interface Invocation {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Folders and mode; `--live` is read for every command. */
  readonly service: ServiceOptions
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error: progress and messages for people. */
  remark(line: string): void
}

/** Incorrect use of a command: one line on standard error, exit status 2. */
export class UsageFault extends Error {}

export const onlyArgument = ({ args }: Invocation, what: string): string => {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw new UsageFault(`needs exactly one ${what}`)
  return first
}

export const wholeNumber = (text: unknown, name: string, least = 0): number => {
  const number = Number(text)
  if (typeof text !== 'string' || !/^-?\d{1,10}$/.test(text) || number < least)
    throw new UsageFault(`--${name} needs a whole number of ${least} or more`)
  return number
}
