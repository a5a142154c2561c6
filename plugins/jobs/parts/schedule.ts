/** When a job is due. It follows from what is kept of its runs, so a changed setting is in force at once. */
import type { Job, JobTiming, LastRun } from '@domesday/core/jobs'

/** What is kept of a job. */
export interface JobRecord {
  readonly last: LastRun | null
  /** When the last run began that succeeded, Unix milliseconds. */
  readonly succeeded: number | null
  /** Runs that failed since. */
  readonly failures: number
  /** Somebody asked for a run now, whatever its hours. */
  readonly asked: boolean
}

export const newRecord: JobRecord = { last: null, succeeded: null, failures: 0, asked: false }

/** When its work was last done, by a run or in another way. */
export const succeededAt = (job: Pick<Job, 'doneAt'>, { succeeded }: JobRecord): number | null => {
  const times = [succeeded, job.doneAt?.() ?? null].filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}

/** Unix milliseconds; not before `now`. */
export const dueAt = (job: Job, record: JobRecord, { retry }: Pick<JobTiming, 'retry'>, now: number): number => {
  if (record.asked) return now
  const { last, failures } = record,
    done = succeededAt(job, record)
  const isSettled = last === null || last.outcome === 'done' || (done !== null && done > last.began)
  const from = isSettled
    ? job.isMissing?.() === true
      ? // A run may succeed and leave it missing: do not ask the source without a pause.
        last === null
        ? -Infinity
        : last.began + last.took_ms + retry.most
      : (done ?? -Infinity) + job.every()
    : last.began + last.took_ms + (last.outcome === 'paused' ? retry.after : pauseAfter(failures, job.every(), retry))
  const earliest = Math.max(from, now)
  return job.opens?.(earliest) ?? earliest
}

/** Never longer than the interval between two runs. */
const pauseAfter = (failures: number, every: number, { after, most }: JobTiming['retry']): number =>
  Math.max(after, Math.min(most, every, after * 2 ** Math.max(0, failures - 1)))

/** Milliseconds within which two times count as one: a job that is due is due at each look, a little later. */
const tolerance = 1_000

/** Whether both are due now, or at about the same time. */
export const isOneTime = (one: number, other: number, now: number): boolean =>
  Math.max(one, now) - Math.max(other, now) < tolerance && Math.max(other, now) - Math.max(one, now) < tolerance
