/** Where the jobs of a service stand, for one process or for several. */
import type { JobStatus } from '@domesday/core/jobs'
import type { JobRecord } from './schedule.ts'

export interface Entry {
  readonly id: string
  /** Identifies this version of the entry: a change applies to this one only. */
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
  /** Says that this process lives, and how far the job is. False if another process has the job. */
  heartbeat(progress: string): Promise<boolean>
  /** Ends the claim: stores the record, and when the job is due again. */
  settle(record: JobRecord, due: number): Promise<void>
}

export interface Board {
  entries(): Promise<readonly Entry[]>
  /** Adds a job, unless another process has. */
  add(id: string, due: number): Promise<void>
  /** Reschedules a waiting job, and changes nothing else. */
  move(entry: Entry, due: number): Promise<void>
  /** Makes a waiting job due now. False if the entry has changed. */
  ask(entry: Entry, due: number): Promise<boolean>
  /** Takes a due job that nobody works on, or whose node has died. */
  claim(ids: readonly string[]): Promise<Claim | null>
  close(): Promise<void>
}
