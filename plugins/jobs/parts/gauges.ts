/** The metrics of scheduled work, as of the last look. */
import type { Gauge, JobStatus } from '@domesday/core/jobs'

export const jobGauges = (latest: () => readonly JobStatus[], now: () => number): readonly Gauge[] => [
  {
    name: 'domesday_jobs_last_success_age_seconds',
    help: 'Seconds since the last run of a job that succeeded began',
    labels: ['job'],
    read: () =>
      latest().flatMap(({ id, succeeded }) =>
        succeeded === null ? [] : [{ labels: { job: id }, value: Math.max(0, now() - succeeded) / 1000 }],
      ),
  },
  {
    name: 'domesday_jobs_failures',
    help: 'Runs of a job that failed since the last that succeeded',
    labels: ['job'],
    read: () => latest().map(({ id, failures }) => ({ labels: { job: id }, value: failures })),
  },
  {
    name: 'domesday_jobs_running',
    help: 'Whether any node works on a job',
    labels: ['job'],
    read: () => latest().map(({ id, running }) => ({ labels: { job: id }, value: Number(running !== null) })),
  },
]
