/** Credits held for running requests. */
import type { DatabaseSync } from 'node:sqlite'
import type { Purpose } from '@domesday/core/store'
import { dayOf, monthOf } from '@domesday/store-parts/caps'
import { withinCaps } from './spending.ts'

/** No answer takes longer than 15 s: a hold that is open for longer was lost, or its machine was suspended. */
export const requestLimitMs = 60_000
/** How long closed holds are stored, so that a late settle or release still finds its hold. */
const closedLimitMs = 3_600_000
/** Rows that one sweep deletes at most, so that it does not block the event loop for long. */
const purgeLimit = 2_000

type Closed = 'settled' | 'released' | 'lapsed'

/**
 * An open hold counts in its key's `held`. It becomes `settled` by a charge, `released` by its request, or `lapsed` by
 * the sweeper; only a lapsed one can still be settled.
 */
export interface Hold {
  readonly requestId: string
  readonly keyId: string
  readonly amount: number
  readonly endpoint: string
  readonly depth: string
  readonly surface: string | null
  readonly state: 'open' | Closed
}

export type Holds = ReturnType<typeof sqliteHolds>

/** Call its methods inside a transaction. */
export const sqliteHolds = (db: DatabaseSync, now: () => number, instance: string) => {
  const columns = 'request_id as requestId, key_id as keyId, amount, endpoint, depth, surface, state'
  const take = db.prepare(`
    update keys set held = held + ?2 where id = ?1 and balance - held >= ?2 and ${withinCaps}
    returning balance - held as remaining
  `)
  const insert = db.prepare(
    `insert into holds (request_id, key_id, amount, endpoint, depth, surface, instance, state, at) values (?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
  )
  const byRequest = db.prepare(`select ${columns} from holds where request_id = ?`)
  const setState = db.prepare('update holds set state = ?2 where request_id = ?1')
  const setAmount = db.prepare('update holds set amount = ?2 where request_id = ?1')
  const giveBack = db.prepare('update keys set held = held - ?2 where id = ?1')
  // A heartbeat far in the future is stale too: if the clock was set back, a dead process would seem alive until the
  // clock catches up.
  const stale = db.prepare(`
    select ${columns} from holds where state = 'open' and (at < ?1 or instance not in (select id from instances where beat_at between ?2 and ?3))
  `)
  const purge = db.prepare(`
    delete from holds where request_id in (select request_id from holds where state in ('settled', 'released', 'lapsed') and at < ? limit ${purgeLimit})
  `)

  const mark = (requestId: string, state: Closed): void => {
    setState.run(requestId, state)
  }

  /** Releases the credits of an open hold; a closed one only changes its state. */
  const close = (hold: Hold, state: Closed): void => {
    if (hold.state === 'open') giveBack.run(hold.keyId, hold.amount)
    mark(hold.requestId, state)
  }

  return {
    find: (requestId: string) => byRequest.get(requestId) as Hold | undefined,

    /** What remains after holding the credits; null if the key cannot spend them or does not exist. */
    open: (keyId: string, requestId: string, amount: number, { endpoint, depth, surface }: Purpose): number | null => {
      const today = dayOf(now())
      const after = take.get(keyId, amount, today, monthOf(today)) as { remaining: number } | undefined
      if (after === undefined) return null
      insert.run(requestId, keyId, amount, endpoint, depth, surface ?? null, instance, now())
      return after.remaining
    },

    close,
    mark,

    /** For a closed hold of which less was charged. */
    setAmount: (requestId: string, amount: number): void => {
      setAmount.run(requestId, amount)
    },

    /**
     * Lapses the holds of instances without a heartbeat in this span of time, and those older than any request. Returns
     * their number.
     */
    lapse: (span: { readonly from: number; readonly to: number }): number => {
      const lapsing = stale.all(now() - requestLimitMs, span.from, span.to) as unknown as readonly Hold[]
      for (const hold of lapsing) close(hold, 'lapsed')
      return lapsing.length
    },

    purge: (): void => {
      purge.run(now() - closedLimitMs)
    },
  }
}
