/**
 * Which charges were not handed over to their callers yet. Each instance keeps the list in its own row, which the
 * next commit writes.
 */
import type { DatabaseSync } from 'node:sqlite'
import { refundedShare, refundsPerMinute, type Delivery, type LostAnswer, type Loss } from '@domesday/core/store'
import type { Recovered } from '@domesday/store-parts/recovered'
import type { Losing } from '@domesday/store-parts/refunds'
import type { Entries } from './entries.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Answers } from './idempotency.ts'
import type { Repeats } from './repeats.ts'
import type { Sold } from './sold.ts'

const minute = 60_000
/** How long a loss counts among those of its key. */
const countedMs = 30 * 24 * 3_600_000
/** Rows that one sweep deletes at most. */
const purgeLimit = 2_000

/** What was lost and not refunded. */
export const listedSql = `
  select request_id as requestId, lost.key_id as keyId, -amount as amount, lost.at
  from lost join ledger using (request_id) where kind = 'charge' and refunded = 0 order by lost.at, request_id
`

type Charge = NonNullable<ReturnType<Entries['find']>>

export type Deliveries = ReturnType<typeof sqliteDeliveries>

/** Call its methods inside a transaction, except `expect` and `handedOver`. */
export const sqliteDeliveries = (
  db: DatabaseSync,
  now: () => number,
  instance: string,
  {
    entries,
    answers,
    repeats,
    sold,
  }: { readonly entries: Entries; readonly answers: Answers; readonly repeats: Repeats; readonly sold: Sold },
) => {
  const write = db.prepare('update instances set undelivered = ?2 where id = ?1')
  const ofDead = db.prepare(
    'select undelivered from instances where undelivered is not null and beat_at not between ? and ?',
  )
  const put = db.prepare('insert or ignore into lost (request_id, key_id, at, refunded) values (?, ?, ?, ?)')
  const markRefunded = db.prepare('update lost set refunded = 1 where request_id = ?')
  const isLost = db.prepare('select 1 from lost where request_id = ?')
  const counts = db.prepare(`
    select charges, (select count(*) from lost where key_id = keys.id) as lost,
      (select count(*) from lost where key_id = keys.id and at > ?2 and refunded = 1) as recent
    from keys where id = ?1
  `)
  const listed = db.prepare(listedSql)
  const purge = db.prepare(
    `delete from lost where request_id in (select request_id from lost where at < ? and refunded = 1 limit ${purgeLimit})`,
  )

  /** Requests whose answers will be sent. */
  const expected = new Set<string>()
  /** Those of them that were charged. */
  const undelivered = new Set<string>()
  let isWritten = true

  const remove = (requestId: string): void => {
    expected.delete(requestId)
    if (undelivered.delete(requestId)) isWritten = false
  }

  /** All that a request was charged, once; what was stored for it is void. */
  const refund = (requestId: string, { keyId, amount, at }: Charge): number => {
    const refunded = { keyId, kind: 'refund', amount: -amount, requestId, purpose: null, chargedAt: at } as const
    const { remaining } = entries.post(refunded)
    answers.drop(requestId)
    repeats.drop(keyId, requestId)
    sold.drop(requestId)
    markRefunded.run(requestId)
    return remaining
  }

  /** Whether the operator decides, because the key loses too many. */
  const isTooMany = (keyId: string): boolean => {
    const { charges, lost, recent } = counts.get(keyId, now() - minute) as Record<'charges' | 'lost' | 'recent', number>
    return recent >= refundsPerMinute || (lost >= refundsPerMinute && lost + 1 > charges * refundedShare)
  }

  return {
    expect: (requestId: string): void => {
      expected.add(requestId)
    },
    handedOver: remove,

    /** Call it with each charge. */
    charged: (requestId: string): void => {
      if (!expected.has(requestId)) return
      undelivered.add(requestId)
      isWritten = false
    },

    refund,

    lost: (requestId: string, isListed: boolean): Loss => {
      remove(requestId)
      const charge = entries.find(requestId, 'charge')
      if (charge === undefined) return 'none'
      if (isLost.get(requestId) !== undefined) return 'listed'
      const tooMany = isListed || isTooMany(charge.keyId)
      put.run(requestId, charge.keyId, now(), tooMany ? 0 : 1)
      if (!tooMany) refund(requestId, charge)
      return tooMany ? 'listed' : 'refunded'
    },

    /** Refunds what dead instances had charged and not handed over; the number of refunds. */
    recover: (span: { readonly from: number; readonly to: number }): number => {
      const requestIds = (ofDead.all(span.from, span.to) as { undelivered: string }[]).flatMap(
        (row) => JSON.parse(row.undelivered) as string[],
      )
      let refunds = 0
      for (const requestId of requestIds) {
        const charge = entries.find(requestId, 'charge')
        if (charge === undefined) continue
        if (entries.find(requestId, 'refund') === undefined) refunds++
        refund(requestId, charge)
      }
      return refunds
    },

    /** Call it before each commit. */
    write: (): void => {
      if (!isWritten) write.run(instance, undelivered.size === 0 ? null : JSON.stringify([...undelivered]))
      isWritten = true
    },
    /** Call it after a commit that failed. */
    unwrite: (): void => {
      isWritten = false
    },

    listed: () => listed.all() as unknown as readonly LostAnswer[],
    purge: (): void => {
      purge.run(now() - countedMs)
    },
  }
}

export const sqliteDelivery = (
  group: GroupCommit,
  deliveries: Deliveries,
  recovered: Recovered,
  losing: Losing,
): Delivery => ({
  expect: deliveries.expect,
  handedOver: deliveries.handedOver,
  lost: (requestId, principal) =>
    losing(principal, (isListed) => group.run(() => deliveries.lost(requestId, isListed))),
  recovered: recovered.tell,
  listed: async () => deliveries.listed(),
})
