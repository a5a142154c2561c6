/** Where the jobs of a service stand, for one process or for several. */
import type { JobStatus } from '@domesday/core/jobs'
import type { JobRecord } from './schedule.ts'

export interface Entry {
  readonly id: string
  /** Names this state of the entry: it is changed, or nothing is. */
  readonly state: string
  readonly record: JobRecord
  /** Unix milliseconds. */
  readonly due: number
  readonly running: JobStatus['running']
}

/** A job that this process works on. */
export interface Claim {
  readonly id: string
  readonly record: JobRecord
  /** Says that this process lives, and how far the job is. False where it has lost the job to another. */
  beat(progress: string): Promise<boolean>
  /** Ends the work: what is kept of it, and when it is due again. */
  settle(record: JobRecord, due: number): Promise<void>
}

export interface Board {
  entries(): Promise<readonly Entry[]>
  /** Adds a job, unless another process has. */
  add(id: string, due: number): Promise<void>
  /** Changes when a job that waits is due, and nothing else of it. */
  move(entry: Entry, due: number): Promise<void>
  /** Makes a job due now that waits; false where it was no longer in this state. */
  ask(entry: Entry, due: number): Promise<boolean>
  /** Takes a job that is due, and that nobody works on or whose node has fallen silent. */
  claim(ids: readonly string[]): Promise<Claim | null>
  close(): Promise<void>
}
