/** Which charges were handed over to their callers: the row of this run lists those that were not yet. */
import type { Delivery, LostAnswer, Loss } from '@domesday/core/store'
import type { Recovered } from '@domesday/store-parts/recovered'
import type { Losing } from '@domesday/store-parts/refunds'
import type { Reads } from './reads.ts'
import type { Writer } from './writer.ts'

/** What was lost and not refunded. */
export const listedSql = `
  select request_id as "requestId", lost.key_id as "keyId", -amount as amount, lost.at
  from lost join ledger using (request_id) where kind = 'charge' and not refunded order by lost.at, request_id
`

export const postgresDelivery = (writer: Writer, reads: Reads, recovered: Recovered, losing: Losing): Delivery => ({
  expect: writer.expect,
  handedOver: writer.handedOver,
  lost: (requestId, principal) =>
    losing(principal, async (listed) => {
      // No other process need refund it.
      writer.handedOver(requestId)
      return (await writer.post({ kind: 'lost', request_id: requestId, listed })).value as Loss
    }),
  recovered: recovered.tell,
  listed: () => reads.all<LostAnswer>(listedSql),
})
