import { expect, it } from 'vitest'
import type { Job } from '@domesday/core/jobs'
import { partsAt, timing } from '../../../test/conformance/jobs/parts.ts'
import type { Board } from './board.ts'
import { runJobs } from './run-jobs.ts'
import { newRecord, type JobRecord } from './schedule.ts'

it('records the end of a job when its board is back, however many looks that takes', async () => {
  const settled: JobRecord[] = []
  let tries = 0
  let isTaken = false
  const board: Board = {
    entries: async () => [{ id: 'short', state: '', record: newRecord, due: 0, running: null }],
    add: async () => {},
    move: async () => {},
    ask: async () => false,
    claim: async () => {
      if (isTaken) return null
      isTaken = true
      return {
        id: 'short',
        record: newRecord,
        heartbeat: async () => true,
        settle: async (record) => {
          if (++tries < 20) throw new Error('away')
          settled.push(record)
        },
      }
    },
    close: async () => {},
  }
  const job: Job = { id: 'short', title: 'Short', scope: 'fleet', every: () => 60_000, run: async () => 'whole' }
  const fast = { ...timing, look: 1, silence: 3_600_000 }
  const jobs = runJobs(board, { ...partsAt({ dataDir: '/nowhere', env: {} }, 'one', [job]), timing: () => fast })
  jobs.start()
  await expect.poll(() => settled).toMatchObject([{ last: { outcome: 'done', detail: 'whole' }, failures: 0 }])
  await jobs.close()
})
