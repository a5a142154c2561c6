/** Faults of settings: their places, their printed form and their order. */
import { isAbsolute, relative, sep } from 'node:path'

/** A position in a file: an absolute path, and line and column counted from 1. */
export interface FilePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** One fault of the settings, in the file that holds it. */
export interface SettingsFault extends FilePlace {
  readonly message: string
}

/**
 * `config/endpoints/location.yaml:12:5  weights sum to 1.05, not 1`: the line that a start, a refused reload and
 * `config check` print.
 */
export const formatFault = ({ file, line, column, message }: SettingsFault, cwd: string): string =>
  `${fileFrom(cwd, file)}:${line}:${column}  ${message}`

/** The path as a person in `cwd` would write it: relative where the file lies below it, else absolute. */
export const fileFrom = (cwd: string, file: string): string => {
  const path = relative(cwd, file)
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? file : path
}

/** By file, line and column; a fault that was found twice counts once. */
export const sortFaults = (faults: readonly SettingsFault[]): readonly SettingsFault[] => {
  const distinct = new Map(faults.map((fault) => [formatFault(fault, ''), fault]))
  return [...distinct.values()].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}
