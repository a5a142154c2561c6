/** Heartbeats of the processes that write: when one dies, the packs in its queue are lost. */
import { hostname } from 'node:os'
import type { QueryRows } from './locks.ts'

/** Milliseconds. */
const heartbeatEvery = 2_000
const deadAfter = 20_000

const moment = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

export interface Heartbeats {
  retire(): Promise<void>
}

/** Calls `onDead` with the number of processes that died. Only one node is told of each. */
export const startHeartbeats = async (
  all: QueryRows,
  self: string,
  onDead: (dead: number) => void,
): Promise<Heartbeats> => {
  // After an outage wait before declaring nodes dead: none could send heartbeats.
  let since = performance.now(),
    last = since
  const heartbeat = async (): Promise<void> => {
    const begun = performance.now()
    await all(
      `insert into runs (id, node, beat_at) values ($1, $2, ${moment}) on conflict (id) do update set beat_at = excluded.beat_at`,
      [self, hostname()],
    )
    if (begun - last > deadAfter) since = begun
    last = performance.now()
    if (last - since < deadAfter) return
    const dead = await all(
      `delete from runs where beat_at not between ${moment} - ${deadAfter} and ${moment} + ${deadAfter} and id <> $1 returning id`,
      [self],
    )
    if (dead.length > 0) onDead(dead.length)
  }
  await heartbeat()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    // A failure is one of the database: the next heartbeat tries again.
    beating = heartbeat().catch(() => {})
  }, heartbeatEvery).unref()
  return {
    retire: async () => {
      clearInterval(timer)
      // Written after this process has left, it would read as one that died.
      await beating
      await all('delete from runs where id = $1', [self])
    },
  }
}
