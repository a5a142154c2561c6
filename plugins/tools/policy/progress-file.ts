/** What was scored already, so that a run that was stopped goes on: one JSON line for each answer. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ProposalFault } from './changed-settings.ts'
import type { RescoreOutcome } from './rescore.ts'

export interface ProgressFile {
  /** What a run before this one found. */
  readonly done: ReadonlyMap<string, RescoreOutcome>
  note(id: string, outcome: RescoreOutcome): void
}

const textOf = (file: string, ifNone: string): string => {
  try {
    if (!existsSync(file)) writeFileSync(file, ifNone)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ProposalFault(`--out: ${file} cannot be used (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Throws a `ProposalFault` where the file is of another proposal, or cannot be read or written. */
export const openProgress = (file: string, proposal: string): ProgressFile => {
  const begin = JSON.stringify({ proposal })
  const [head, ...lines] = textOf(file, `${begin}\n`).split('\n')
  if (head !== begin) throw new ProposalFault(`--out: ${file} is of other settings: give another file, or remove it`)
  // A run that was killed may have left half a line.
  const whole = lines.slice(0, -1)
  return {
    done: new Map(
      whole.flatMap((line) => {
        const read = JSON.parse(line) as { readonly id: string; readonly outcome: RescoreOutcome }
        return [[read.id, read.outcome] as const]
      }),
    ),
    note: (id, outcome) => appendFileSync(file, `${JSON.stringify({ id, outcome })}\n`),
  }
}
