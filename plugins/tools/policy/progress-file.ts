/** What was scored already, so that a run that was stopped goes on: one JSON line for each answer. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { RescoreOutcome } from './rescore.ts'

export interface ProgressFile {
  /** What a run before this one found. */
  readonly done: ReadonlyMap<string, RescoreOutcome>
  note(id: string, outcome: RescoreOutcome): void
}

/** Throws where the file is of another proposal. */
export const openProgress = (file: string, proposal: string): ProgressFile => {
  const [head, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : ['']
  if (head === '' && lines.length === 0) appendFileSync(file, `${JSON.stringify({ proposal })}\n`)
  else if (head !== JSON.stringify({ proposal }))
    throw new Error(`${file} is of other settings: give another file, or remove it`)
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
