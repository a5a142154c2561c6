/** Checks a parsed body against what is declared of it. */
import type { Wire } from '@domesday/core/client'
import { ChangedShape } from './changed-shape.ts'
import { Changed, compileWire, type Compiled, type Running } from './compile-wire.ts'

/** What was found in a body, counted by member. Plain, so that it can leave a thread. */
export interface Tally {
  /** Objects that were looked at. */
  rows: number
  /** Entries of lists, and those among them that were left out. */
  listed: number
  unread: number
  /** By member: how often it could have been there, and was not; or was of another kind. */
  readonly seen: Record<string, number>
  readonly lacks: Record<string, number>
  readonly odd: Record<string, number>
  /** Members that nobody has named: how often. */
  readonly unnamed: Record<string, number>
  /** Members that nearly all rows have, and not one of these has. */
  readonly gone: readonly string[]
  /** Absent members for which an unnamed one may stand: `resigned_on` for `resigned_at`. */
  readonly renamed: Record<string, string>
}

/** Rows of which at least one has what nearly all have. */
const fewest = 5

const compiled = new WeakMap<Wire<any>, Compiled>()
const compiledOf = (of: Wire<any>): Compiled => {
  const one = compiled.get(of) ?? compileWire(of)
  compiled.set(of, one)
  return one
}

/**
 * Checks the rows of a file one by one, where an empty cell is nothing. A table has a column in every row; an element
 * of XML may lack a member, so that a few of them tell nothing.
 */
export const rowCheck = (of: Wire<any>, isTable = true) => {
  const { paths, often, musts, run } = compileWire(of, true)
  const running = start(paths.length)
  /** How often each was missed or odd, of what every row has. */
  const missed = (): readonly number[] => musts.map((at) => running.lacks[at]! + running.odd[at]!)
  return {
    /** What a row lacks that every row has; null where it can be read. */
    lackedBy: (row: unknown): string | null => {
      const before = missed()
      try {
        run(row, running)
        running.at += 1
        return null
      } catch (fault) {
        if (!(fault instanceof Changed)) throw fault
        const after = missed()
        const lacked = musts.find((_, i) => after[i]! > before[i]!)
        return lacked === undefined ? 'row' : paths[lacked]!
      }
    },
    /** A column that nearly all rows have, and none of these. */
    gone: (): string | undefined => {
      const at = often.find((one) => isGone(running, one, isTable ? 1 : fewest))
      return at === undefined ? undefined : paths[at]
    },
    /** The unnamed column that may stand for an absent one. */
    likely: (column: string): string | undefined => running.renamed.get(column),
  }
}

/** Whether so many rows could have had a member, and not one has. */
const isGone = ({ seen, lacks, odd }: Running, at: number, least: number): boolean => {
  const all = seen[at]!
  const missed = lacks[at]! + odd[at]!
  return all >= least && missed === all
}

const start = (size: number): Running => ({
  seen: new Int32Array(size),
  lacks: new Int32Array(size),
  odd: new Int32Array(size),
  rows: 0,
  listed: 0,
  unread: 0,
  at: 0,
  found: new Map(),
  renamed: new Map(),
})

const counts = (paths: readonly string[], of: Int32Array): Record<string, number> => {
  const made: Record<string, number> = {}
  for (let i = 0; i < paths.length; i++) if (of[i]! > 0) made[paths[i]!] = of[i]!
  return made
}

/**
 * Takes rows that cannot be read out of a parsed body, in place, and counts what is lacking and what nobody has named.
 * Throws a `ChangedShape` where the body is another document: it lacks what every one has, or so do most rows.
 */
export const checkWire = (of: Wire<any>, body: unknown): { readonly body: any; readonly tally: Tally } => {
  const { paths, often, musts, run } = compiledOf(of)
  const running = start(paths.length)
  try {
    const checked = run(body, running)
    return {
      body: checked,
      tally: {
        rows: running.rows,
        listed: running.listed,
        unread: running.unread,
        seen: counts(paths, running.seen),
        lacks: counts(paths, running.lacks),
        odd: counts(paths, running.odd),
        gone: often.flatMap((at) => (isGone(running, at, fewest) ? [paths[at]!] : [])),
        unnamed: Object.fromEntries(running.found),
        renamed: Object.fromEntries(running.renamed),
      },
    }
  } catch (fault) {
    if (!(fault instanceof Changed)) throw fault
    const first = (counts: Int32Array): number => musts.find((at) => counts[at]! > 0) ?? -1
    const worst = first(running.lacks) === -1 ? first(running.odd) : first(running.lacks)
    throw new ChangedShape(worst === -1 ? (paths[fault.at] ?? 'object') : paths[worst]!)
  }
}
