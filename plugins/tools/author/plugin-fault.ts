/** A fault of a plugin, told to its author. */
import { readFileSync } from 'node:fs'

export interface PluginFault {
  /** An absolute path. */
  readonly file: string
  /** Counted from 1. */
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** What to do about it. */
  readonly mend?: string
}

/** Where a text stands in a file; nothing if it does not. */
export const lineOf = (file: string, text: string): Pick<PluginFault, 'line'> => {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    const index = lines.findIndex((line) => line.includes(text))
    return index < 0 ? {} : { line: index + 1 }
  } catch {
    return {}
  }
}

/** Each fault once, in the order in which they were found. */
export const distinctFaults = (faults: readonly PluginFault[]): readonly PluginFault[] => [
  ...new Map(faults.map((fault) => [`${fault.file}:${fault.line}:${fault.message}`, fault])).values(),
]
