import { isAbsolute, relative, sep } from 'node:path'

/** Where something stands: an absolute path, and line and column counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** One fault of the settings, in the file that holds it. */
export interface Problem extends Place {
  readonly message: string
}

/**
 * `config/endpoints/location.yaml:12:5  weights sum to 1.05, not 1`: the line that boot, a refused reload and `config
 * check` print.
 */
export function formatProblem(problem: Problem, cwd: string): string {
  return `${fileFrom(cwd, problem.file)}:${problem.line}:${problem.column}  ${problem.message}`
}

/** The path as a person in `cwd` would write it: relative where the file lies below it, else absolute. */
export function fileFrom(cwd: string, file: string): string {
  const path = relative(cwd, file)
  return path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? file : path
}

/** By file, line and column; a fault that two readers found counts once. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const distinct = new Map(problems.map((problem) => [formatProblem(problem, ''), problem]))
  return [...distinct.values()].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}
