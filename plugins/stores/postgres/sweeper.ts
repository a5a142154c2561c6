/** Sends this run's heartbeats, and cleans up after dead ones. */
import type { Recovered } from '@domesday/store-parts/recovered'
import type { Reads } from './reads.ts'
import type { Writer } from './writer.ts'

/** Milliseconds between heartbeats. */
const heartbeatMs = 2_000
const clockSql = 'coalesce($1::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'

/** Milliseconds without a heartbeat after which a run counts as dead. The function `is_alive` has the same. */
const patienceMs = 5_000
/**
 * A clean stop writes 0. $2: whether this run may call others dead for a missing heartbeat. What is found is checked
 * again under the lock of its account.
 */
const dead = `(beat_at = 0 or ($2 and beat_at not between moment - ${patienceMs} and moment + ${patienceMs}))`
const withMoment = `with clock as (select ${clockSql} as moment)`
const staleSql = `
  ${withMoment}
  select request_id as "requestId" from holds, clock where state = 'open' and (
    at < moment - request_limit() or not exists (select from runs where id = run and not (${dead}))
  )
`
const undeliveredSql = `
  ${withMoment}
  select id, undelivered from runs, clock where ${dead} and undelivered <> '{}'
`
/** Delete what is too old, one statement for each table; limited rows, because calls wait meanwhile. */
const purges: readonly string[] = [
  `delete from holds where ctid = any(array(select ctid from holds, clock where state <> 'open' and at < moment - 3600000 limit 2000))`,
  `delete from idempotency where ctid = any(array(select ctid from idempotency, clock where at < moment - 86400000 limit 500))`,
  `delete from repeats where ctid = any(array(select ctid from repeats, clock where at <= moment - 3600000 limit 2000))`,
  `delete from sold where ctid = any(array(select ctid from sold, clock where at <= moment - 86400000 limit 2000))`,
  `delete from subjects where ctid = any(array(select ctid from subjects, clock where at < moment - 86400000 limit 2000))`,
  `delete from lost where ctid = any(array(select ctid from lost, clock where at < moment - 2592000000 and refunded limit 2000))`,
  // Erases who paid and what was asked; the sums stay. A settlement of unknown outcome keeps its proof, and a top-up
  // its purchase, which names a key and no subject: the same payment can still resolve it.
  `update payments set payer = null, body = null, headers = null, resource = case purpose when 'top-up' then resource else '' end,
     proof = case state when 'settled' then null else proof end
   where ctid = any(array(select ctid from payments, clock where payer is not null and at <= moment - 86400000 limit 500))`,
  // A claim whose process died before it asked for the settlement: nothing was taken.
  `delete from payments where ctid = any(array(select ctid from payments, clock where state = 'verified' and refused_at is null and at <= moment - 3600000 limit 500))`,
  // Kept for a day: a run that lost its connection asks for its last batch when it is back.
  `delete from runs where ctid = any(array(select ctid from runs, clock where beat_at < moment - 86400000 and undelivered = '{}' limit 2000))`,
]

export interface Sweeper {
  /** One round; a timer runs it every two seconds. Resolves to the number of lapsed holds. */
  sweep(): Promise<number>
  /** Stops the timer, and waits for a round that is at work. */
  stop(): Promise<void>
}

/** Calls `warn` if a round fails. */
export const sweeper = (
  writer: Writer,
  reads: Reads,
  {
    clock,
    warn,
    recovered,
  }: {
    readonly clock: () => number | null
    readonly warn: (fault: unknown) => void
    readonly recovered: Recovered
  },
): Sweeper => {
  let sweeping: Promise<number> | null = null
  let lastHeartbeat = -Infinity,
    unbrokenSince = -Infinity

  const noteHeartbeat = (): void => {
    const now = clock() ?? performance.now()
    if (now - lastHeartbeat > patienceMs) unbrokenSince = now
    lastHeartbeat = now
  }
  /**
   * While the database is away nobody's heartbeat is written. A run that has just started, or come back, therefore
   * waits until the others had time to come back too.
   */
  const mayDeclareDead = (): boolean => lastHeartbeat - unbrokenSince > patienceMs

  const recover = async (declareDead: boolean): Promise<void> => {
    const runs = await reads.all<{ id: string; undelivered: readonly string[] }>(undeliveredSql, [clock(), declareDead])
    for (const { id, undelivered } of runs) {
      await Promise.all(
        undelivered.map(async (requestId) => {
          if ((await writer.post({ kind: 'recover', request_id: requestId })).value === 1) recovered.add(1)
        }),
      )
      await reads.all(`${withMoment} update runs set undelivered = '{}' from clock where id = $3 and ${dead}`, [
        clock(),
        declareDead,
        id,
      ])
    }
  }

  const round = async (): Promise<number> => {
    await writer.post({ kind: 'beat' })
    noteHeartbeat()
    const declareDead = mayDeclareDead()
    const stale = await reads.all<{ requestId: string }>(staleSql, [clock(), declareDead])
    const lapsed = await Promise.all(
      stale.map(async ({ requestId }) => (await writer.post({ kind: 'lapse', request_id: requestId })).value === 1),
    )
    await recover(declareDead)
    for (const sql of purges) await reads.all(`${withMoment} ${sql}`, [clock()])
    return lapsed.filter(Boolean).length
  }

  const sweep = (): Promise<number> =>
    (sweeping ??= round().finally(() => {
      sweeping = null
    }))

  const timer = setInterval(() => void sweep().catch(warn), heartbeatMs).unref()

  return {
    sweep,
    stop: async () => {
      clearInterval(timer)
      await sweeping?.catch(() => {})
    },
  }
}
