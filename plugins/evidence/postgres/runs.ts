/** The processes that write, by their heartbeats: one that died has left packs in its queue that nobody has. */
import { hostname } from 'node:os'
import type { QueryRows } from './locks.ts'

/** Milliseconds. */
const heartbeat = 2_000
const deadAfter = 20_000

const moment = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

export interface Beats {
  retire(): Promise<void>
}

/** `onDead`: how many ended without closing. Each is told to one node. */
export const startBeating = async (all: QueryRows, self: string, onDead: (dead: number) => void): Promise<Beats> => {
  // After an outage wait before declaring nodes dead: none could send heartbeats.
  let since = performance.now(),
    last = since
  const beat = async (): Promise<void> => {
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
  await beat()
  // A failure is one of the database: the next beat tries again.
  const timer = setInterval(() => void beat().catch(() => {}), heartbeat).unref()
  return {
    retire: async () => {
      clearInterval(timer)
      await all('delete from runs where id = $1', [self])
    },
  }
}
