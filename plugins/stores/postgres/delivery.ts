/** Which charges were handed over to their callers: the row of this run lists those that were not yet. */
import type { Delivery, LostAnswer, Loss } from '@domesday/core/store'
import type { Recovered } from '@domesday/store-parts/recovered'
import type { Reads } from './reads.ts'
import type { Writer } from './writer.ts'

/** What was lost and not refunded. */
export const listedSql = `
  select request_id as "requestId", lost.key_id as "keyId", -amount as amount, lost.at
  from lost join ledger using (request_id) where kind = 'charge' and not refunded order by lost.at, request_id
`

export const postgresDelivery = (writer: Writer, reads: Reads, recovered: Recovered): Delivery => ({
  expect: writer.expect,
  handedOver: writer.handedOver,
  lost: async (requestId) => {
    // No other process need refund it.
    writer.handedOver(requestId)
    return (await writer.post({ kind: 'lost', request_id: requestId })).value as Loss
  },
  recovered: recovered.tell,
  listed: () => reads.all<LostAnswer>(listedSql),
})
