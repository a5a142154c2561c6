/** Credits set aside for running requests of this instance. */
import type { DatabaseSync } from 'node:sqlite'
import type { Purpose } from '@domesday/core/store'

/** No answer takes longer than 15 s: a hold still open after this was forgotten, or its machine slept. */
export const requestLimitMs = 60_000
/** Closed holds stay for this long, so that a late settle or release still finds out what became of its hold. */
const closedLimitMs = 3_600_000
/** Rows a sweep removes at most, so that it never holds the event loop for long. */
const purgeLimit = 2_000

type Closed = 'settled' | 'released' | 'lapsed'

/**
 * An open hold is counted in its key's `held`. It ends `settled` by a charge, `released` by its caller, or `lapsed`
 * by the sweeper; only a lapsed one can still be settled.
 */
export interface Hold {
  readonly requestId: string
  readonly keyId: string
  readonly amount: number
  readonly endpoint: string
  readonly depth: string
  readonly state: 'open' | Closed
}

export type Holds = ReturnType<typeof sqliteHolds>

/** To be called inside a transaction. */
export const sqliteHolds = (db: DatabaseSync, now: () => number, instance: string) => {
  const columns = 'request_id as requestId, key_id as keyId, amount, endpoint, depth, state'
  const take = db.prepare(
    'update keys set held = held + ?2 where id = ?1 and balance - held >= ?2 returning balance - held as remaining',
  )
  const insert = db.prepare(
    `insert into holds (request_id, key_id, amount, endpoint, depth, instance, state, at) values (?, ?, ?, ?, ?, ?, 'open', ?)`,
  )
  const one = db.prepare(`select ${columns} from holds where request_id = ?`)
  const setState = db.prepare('update holds set state = ?2 where request_id = ?1')
  const setAmount = db.prepare('update holds set amount = ?2 where request_id = ?1')
  const giveBack = db.prepare('update keys set held = held - ?2 where id = ?1')
  // A heartbeat far ahead of this clock is as stale as an old one: where the clock was set back, a dead process would
  // seem alive until it catches up.
  const stale = db.prepare(`
    select ${columns} from holds where state = 'open' and (at < ?1 or instance not in (select id from instances where beat_at between ?2 and ?3))
  `)
  const purge = db.prepare(`
    delete from holds where request_id in (select request_id from holds where state in ('settled', 'released', 'lapsed') and at < ? limit ${purgeLimit})
  `)

  const mark = (requestId: string, state: Closed): void => {
    setState.run(requestId, state)
  }

  /** Gives back what an open hold has set aside; of a closed one only the state changes. */
  const close = (hold: Hold, state: Closed): void => {
    if (hold.state === 'open') giveBack.run(hold.keyId, hold.amount)
    mark(hold.requestId, state)
  }

  return {
    find: (requestId: string) => one.get(requestId) as Hold | undefined,

    /** What remains after the credits were set aside; null where the key cannot pay for them or does not exist. */
    open: (keyId: string, requestId: string, amount: number, { endpoint, depth }: Purpose): number | null => {
      const after = take.get(keyId, amount) as { remaining: number } | undefined
      if (after === undefined) return null
      insert.run(requestId, keyId, amount, endpoint, depth, instance, now())
      return after.remaining
    },

    close,
    mark,

    /** Of a closed hold, where less was charged than was held. */
    setAmount: (requestId: string, amount: number): void => {
      setAmount.run(requestId, amount)
    },

    /**
     * Ends the holds of instances without a heartbeat in this span of time, and those older than any request. Answers
     * how many.
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
