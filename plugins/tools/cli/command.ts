/** What a command is: its words, its options as data, and what it does. */
import type { ParseArgsConfig } from 'node:util'
import type { ServiceOptions } from '@domesday/core/tool'

export interface Command {
  /** `keys create`: what is typed. */
  readonly words: string
  /** The arguments that follow, as shown in the help. */
  readonly takes?: string
  readonly summary: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Resolves to the exit status. */
  run(given: Given): Promise<number>
}

export interface Given {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Folders and mode; `--live` is read for every command. */
  readonly service: ServiceOptions
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error: progress and remarks, which no program reads. */
  remark(line: string): void
}

/** A mistake in how a command was called: told in one line, exit status 2. */
export class UsageFault extends Error {}

export const one = ({ args }: Given, what: string): string => {
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
