/**
 * Refunds of lost answers by who called: the unpaid keys of one principal have together what one key has. Kept by this
 * process alone: a restart, or another node, begins anew.
 */
import { LRUCache } from 'lru-cache'
import { refundsPerMinute, type Loss } from '@domesday/core/store'

/** Milliseconds. The credits of such keys are too few for a share of their charges to say anything. */
const day = 86_400_000
const mostPrincipals = 10_000

/** Loses an answer; `isListed`: the principal had its refunds of a day. Without a principal the key alone decides. */
export type Losing = (principal: string | undefined, lose: (isListed: boolean) => Promise<Loss>) => Promise<Loss>

export const refundsBy = (now: () => number): Losing => {
  const refunded = new LRUCache<string, readonly number[]>({ max: mostPrincipals })
  return async (principal, lose) => {
    if (principal === undefined) return lose(false)
    const since = now() - day,
      times = (refunded.get(principal) ?? []).filter((at) => at > since)
    if (times.length >= refundsPerMinute) return lose(true)
    // Before the loss: many answers are lost at once with their connection.
    refunded.set(principal, [...times, now()])
    const loss = await lose(false)
    if (loss !== 'refunded') refunded.set(principal, refunded.get(principal)?.slice(1) ?? [])
    return loss
  }
}
