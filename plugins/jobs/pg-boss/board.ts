/** The board in PostgreSQL: pg-boss ensures that one node at a time has a job, and that a dead node loses it. */
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobsParts } from '@domesday/core/jobs'
import { newRecord, type Board, type Claim, type Entry, type JobRecord } from '@domesday/jobs-parts'
import { openBoss, progress, work } from './open-boss.ts'

interface Said {
  readonly node: string
  readonly progress: string
}

const isWaiting = (state: string): boolean => state === 'created' || state === 'retry'

/** Whether a change took effect: pg-boss answers that, and its types omit it. */
const affected = (response: object): boolean => {
  if (!('affected' in response)) throw new Error('pg-boss does not say what it changed')
  return response.affected === 1
}

export const openBoard = async (
  parts: Pick<JobsParts, 'env' | 'node' | 'timing' | 'log' | 'mayCreate'>,
): Promise<Board> => {
  const boss = await openBoss(parts)
  return boss === null ? nothing : boardOn(boss, parts.node)
}

/** The board while no node has created it yet. */
const nothing: Board = {
  entries: async () => [],
  add: async () => {
    throw new RangeError('no node has started scheduled work yet')
  },
  move: async () => {},
  ask: async () => false,
  claim: async () => null,
  close: async () => {},
}

const boardOn = (boss: PgBoss, node: string): Board => ({
  entries: async () => {
    const [jobs, said] = await Promise.all([
      boss.findJobs<JobRecord>(work, { limit: 100_000 }),
      boss.findJobs<Said>(progress, { queued: true, limit: 100_000 }),
    ])
    const saidOf = new Map(said.map(({ singletonKey, data }) => [singletonKey, data]))
    return jobs
      .filter(({ state }) => isWaiting(state) || state === 'active')
      .map((job) => entryOf(job, saidOf.get(job.singletonKey)))
  },
  add: async (id, due) => void (await boss.send(work, newRecord, { singletonKey: id, startAfter: new Date(due) })),
  move: async ({ state }, due) => void (await boss.update(work, undefined, { id: state, startAfter: new Date(due) })),
  ask: async ({ state, record }, due) =>
    (await boss.update(work, { ...record, asked: true }, { id: state, startAfter: new Date(due) })).updated === 1,
  claim: async (ids) => {
    const [job] = await boss.fetch<JobRecord>(work, { includeMetadata: true })
    if (job === undefined) return null
    const claim = claimOn(boss, job, node)
    if (ids.includes(claim.id)) await claim.heartbeat('')
    return claim
  },
  close: () => boss.stop({ graceful: false }),
})

const entryOf = (
  { id, singletonKey, data, state, startAfter, startedOn }: JobWithMetadata<JobRecord>,
  said?: Said,
): Entry => ({
  id: singletonKey!,
  state: id,
  record: data,
  due: startAfter.getTime(),
  running:
    state === 'active' ? { node: said?.node ?? '', since: startedOn.getTime(), progress: said?.progress ?? '' } : null,
})

const claimOn = (
  boss: PgBoss,
  { id, retryCount, singletonKey, data }: JobWithMetadata<JobRecord>,
  node: string,
): Claim => {
  const attempt = { id, retryCount },
    key = singletonKey!
  return {
    id: key,
    record: data,
    heartbeat: async (text) => {
      if (!affected(await boss.touch(work, attempt))) return false
      await boss.upsert(progress, { node, progress: text } satisfies Said, { singletonKey: key })
      return true
    },
    // In one transaction: a job is never without a row, and never has two.
    settle: async (record, due) => {
      const transaction = await boss.getDb().beginTransaction!()
      const { db } = transaction
      try {
        if (affected(await boss.complete(work, attempt, record.last, { db })))
          await boss.send(work, record, { singletonKey: key, startAfter: new Date(due), db })
        await transaction.commit()
      } catch (fault) {
        await transaction.rollback()
        throw fault
      }
    },
  }
}
