/** Exceptions that a module declares: `// outside gathering: <why>` above the statement that they cover. */
import type { Comment, Parsed, Syntax } from './syntax.ts'

export interface Exception {
  readonly at: Comment
  readonly why: string
  /** What it covers. Null where nothing stands below it. */
  readonly range: readonly [start: number, end: number] | null
}

const mark = /^\s*outside gathering:\s*(.*)$/s

/** The outermost node that begins first behind a comment. */
const below = ({ nodes }: Parsed, { range: [, end] }: Comment): Syntax | undefined =>
  nodes.filter(({ type, range }) => type !== 'Program' && range[0] >= end).toSorted(byPlace)[0]
const byPlace = (a: Syntax, b: Syntax): number => a.range[0] - b.range[0] || b.range[1] - a.range[1]

export const exceptionsIn = (parsed: Parsed): readonly Exception[] =>
  parsed.comments.flatMap((at) => {
    const why = mark.exec(at.text)?.[1]
    return why === undefined ? [] : [{ at, why, range: below(parsed, at)?.range ?? null }]
  })

export const covers = ({ range }: Exception, { range: [start, end] }: Syntax): boolean =>
  range !== null && range[0] <= start && end <= range[1]
