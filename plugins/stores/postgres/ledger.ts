/** The ledger in PostgreSQL: every change is an operation of a batch; reads see committed data. */
import { BillingError, checkCredits, maximumCredits, type Ledger, type Lookup } from '@domesday/core/store'
import { isPaymentId, reservedReference, topUpSql } from '@domesday/store-parts/payment-id'
import { postgresAccount } from './account.ts'
import { audit } from './audit.ts'
import { chargeResult, checked, type Answer, type LedgerOperation } from './operations.ts'
import type { Reads } from './reads.ts'
import { eraser } from './subjects.ts'
import type { Writer } from './writer.ts'

const lookupOf = (lookup: Lookup | undefined) =>
  lookup && {
    lookup_hash: lookup.hash,
    retry_at: lookup.retryAt,
    ...(lookup.subject !== undefined && { subject: lookup.subject }),
    ...(lookup.again && { answer_hash: lookup.again.answerHash, again: lookup.again.amount }),
  }

/** `clock`: null for the time of the database. */
export const postgresLedger = (writer: Writer, reads: Reads, clock: () => number | null): Ledger => {
  const post = async (operation: LedgerOperation): Promise<Answer> => checked(await writer.post(operation), operation)
  const charge = async (operation: LedgerOperation) => chargeResult(await post(operation))
  const valueOf = async (operation: LedgerOperation) => (await post(operation)).value

  return {
    hold: async (keyId, requestId, amount, purpose, lookup) => {
      checkCredits(amount, 0)
      return charge({
        kind: 'hold',
        key_id: keyId,
        request_id: requestId,
        amount,
        ...purpose,
        ...(lookup && { lookup_hash: lookup.hash, has_answer: lookup.hasAnswer }),
      })
    },
    settle: (requestId, answer, lookup, actual) =>
      charge({ kind: 'settle', request_id: requestId, ...actual, ...lookupOf(lookup), answer }),
    repeat: (keyId, requestId, chargedRequestId, lookup, answer) =>
      charge({
        kind: 'repeat',
        key_id: keyId,
        request_id: requestId,
        free: chargedRequestId,
        ...lookupOf(lookup),
        answer,
      }),
    undoRepeat: async (keyId, lookupHash) =>
      void (await post({ kind: 'undo', key_id: keyId, lookup_hash: lookupHash })),
    release: async (requestId) => (await valueOf({ kind: 'release', request_id: requestId })) as number | null,
    charge: async (keyId, requestId, amount, purpose, answer, lookup) => {
      checkCredits(amount, 0)
      return charge({
        kind: 'charge',
        key_id: keyId,
        request_id: requestId,
        amount,
        ...purpose,
        ...lookupOf(lookup),
        answer,
      })
    },
    grant: async (keyId, amount, reference, by) => {
      checkCredits(amount, 1)
      if (isPaymentId(reference)) {
        const found = await reads.all(topUpSql(['$1', '$2', '$3']), [reference, keyId, amount])
        if (found.length === 0) throw reservedReference(reference)
      }
      const { remaining } = await charge({
        kind: 'grant',
        key_id: keyId,
        amount,
        ...(reference && { request_id: reference }),
        actor: by,
      })
      return remaining
    },
    adjust: async (keyId, amount, reference, by) => {
      checkCredits(amount, -maximumCredits)
      if (amount === 0) throw new BillingError('invalid_amount', 'an adjustment of 0 credits changes nothing')
      if (isPaymentId(reference)) throw reservedReference(reference)
      return charge({ kind: 'adjust', key_id: keyId, amount, ...(reference && { request_id: reference }), actor: by })
    },
    refund: async (requestId, by) => (await valueOf({ kind: 'refund', request_id: requestId, actor: by })) as number,
    account: postgresAccount(reads),
    remaining: async (keyId) => {
      const [row] = await reads.all<{ left: number }>('select balance - held as left from keys where id = $1', [keyId])
      if (row === undefined) throw new BillingError('unknown_key', `there is no key ${keyId}`)
      return row.left
    },
    erase: eraser(reads, clock),
    audit: () => audit(reads, clock()),
  }
}
