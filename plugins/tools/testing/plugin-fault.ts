/** A fault of a plugin, told to its author. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileFrom } from '@domesday/core/tool'

export interface PluginFault {
  /** An absolute path. */
  readonly file: string
  /** Counted from 1. */
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** What to do about it. */
  readonly mend?: string
  /** The source whose answer or sample cannot be read. */
  readonly source?: string
}

type Place = Pick<PluginFault, 'file' | 'line' | 'column'>

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

/** The first frame of a stack within a folder, without those of installed packages. */
export const placeIn = (stack: string, folder: string, otherwise: string): Place => {
  const frames = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+|[A-Za-z]:[^\s():]+):(\d+)(?::(\d+))?/g)]
  const own = frames
    .map(([whole, path, line, column]) => ({
      file: whole.startsWith('file://') ? fileURLToPath(`file://${path}`) : path!,
      line: Number(line),
      ...(column !== undefined && { column: Number(column) }),
    }))
    .find(({ file }) => file.startsWith(folder) && !file.includes('/node_modules/'))
  return own ?? { file: otherwise }
}

/** Each fault once, in the order in which they were found. */
export const distinctFaults = (faults: readonly PluginFault[]): readonly PluginFault[] => [
  ...new Map(faults.map((fault) => [`${fault.file}:${fault.line}:${fault.message}`, fault])).values(),
]

/** `file:line:column  message`, and below it what to do. Paths count from `cwd`. */
export const faultLines = ({ file, line, column, message, mend }: PluginFault, cwd: string): readonly string[] => {
  const place = [fileFrom(cwd, file), ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])]
  return [
    `${place.join(':')}  ${message}`,
    ...(mend === undefined ? [] : mend.split('\n').map((text, i) => `${i === 0 ? '  → ' : '    '}${text}`)),
  ]
}
