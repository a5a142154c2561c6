/** The parts of a node in tests of runners. */
import type { Job, JobsParts, JobTiming } from '../../../core/contract/jobs.ts'

/** What a node is opened with, so that nodes of one fleet have the same board. It can be sent to another process. */
export type Place = Pick<JobsParts, 'dataDir' | 'env'>

export const timing: JobTiming = {
  at_once: 2,
  look: 20,
  silence: 10_000,
  retry: { after: 60, most: 100 },
}

export const partsAt = (place: Place, node: string, jobs: readonly Job[]): JobsParts => ({
  ...place,
  jobs,
  node,
  timing: () => timing,
  mayCreate: true,
  command: () => Promise.reject(new Error('no commands here')),
  log: { info: () => {}, warn: () => {} },
})
