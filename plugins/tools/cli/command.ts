/** The interface of a command. */
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
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

interface OfTerminal {
  readonly isTTY?: boolean
}

/** What a command has of whoever runs it: of a process, or of a test. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  /** The folder that paths count from. */
  readonly cwd: string
  readonly input: Readable & OfTerminal
  readonly output: Writable & OfTerminal
  readonly errors: Writable & OfTerminal
  /** Calls `stop` when the command is told to end. */
  readonly onStop: (stop: () => void) => void
}

export interface Invocation {
  readonly terminal: Terminal
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

/** The absolute path of a file or folder that was typed. */
export const pathFrom = ({ terminal }: Invocation, path: string): string => resolve(terminal.cwd, path)

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
