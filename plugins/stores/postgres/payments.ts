/** Payments in PostgreSQL: the lock of a row decides which request owns an authorisation. */
import type { PaymentClaim, PaymentId, Payments } from '@domesday/core/store'
import type { Reads } from './reads.ts'

const clockSql = 'coalesce($3::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'
const its = 'payer = $1 and nonce = $2'

export const postgresPayments = (reads: Reads, clock: () => number | null, run: () => string): Payments => {
  const change = async (id: PaymentId, set: string, values: readonly unknown[] = [], where = 'true'): Promise<void> => {
    await reads.all(`update payments set ${set}, at = ${clockSql} where ${its} and ${where}`, [
      id.payer,
      id.nonce,
      clock(),
      ...values,
    ])
  }

  return {
    settlementRequested: async ({ payer, nonce, proof }) =>
      (
        await reads.all(`select from payments where ${its} and proof = $3 and state <> 'verified'`, [
          payer,
          nonce,
          proof,
        ])
      ).length > 0,

    claim: async ({ payer, nonce, proof }, resource, microUsd, requestId): Promise<PaymentClaim> => {
      const [row] = await reads.all<{
        answer: { state: PaymentClaim['state']; headers?: string | null; [more: string]: unknown }
        answered: Uint8Array | null
      }>('select * from claim_payment($1, $2, $3, $4, $5, $6, $7, $8)', [
        run(),
        payer,
        nonce,
        proof,
        resource,
        microUsd,
        requestId,
        clock(),
      ])
      const { answer, answered } = row!
      if (answered === null) return answer as PaymentClaim
      return { ...answer, headers: JSON.parse(answer.headers ?? '{}'), body: answered } as PaymentClaim
    },

    settling: (id) => change(id, "state = 'settling'"),
    settled: (id, transaction, body, headers, retryAt) =>
      change(id, "state = 'settled', settlement = $4, body = $5, headers = $6, retry_at = $7", [
        transaction,
        body,
        JSON.stringify(headers),
        retryAt,
      ]),
    repeated: async ({ payer, nonce }, body, retryAt) => {
      await reads.all(
        `update payments set body = $3, retry_at = $4 where ${its} and state = 'settled' and retry_at is not null`,
        [payer, nonce, body, retryAt],
      )
    },
    undoRepeat: async ({ payer, nonce }) => {
      await reads.all(`update payments set repeats = greatest(0, repeats - 1) where ${its}`, [payer, nonce])
    },
    pending: (id) => change(id, "state = 'pending'"),
    refused: async ({ payer, nonce }) => {
      await reads.all(`delete from payments where ${its}`, [payer, nonce])
    },
    release: async (id) => {
      await reads.all(`delete from payments where ${its} and state = 'verified'`, [id.payer, id.nonce])
      await change(id, "state = 'pending'", [], "state = 'settling'")
    },
  }
}
