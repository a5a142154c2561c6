/** Payments in PostgreSQL: the lock of a row decides which request owns an authorisation. */
import { BillingError, type PaymentClaim, type PaymentId, type Payments, type Purchase } from '@domesday/core/store'
import { storable } from './operations.ts'
import { paymentIdOf } from '@domesday/store-parts/payment-id'
import type { Reads } from './reads.ts'

const clockSql = 'coalesce($2::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'
const finished = `
  state = 'settled', settlement = $3, body = $4, headers = $5, retry_at = $6, refused_at = null, at = ${clockSql}
`

/** The columns of a purchase, and what it is about. */
const rowOf = ({ resource, microUsd, surface, purpose }: Purchase) => ({
  resource,
  micro_usd: microUsd,
  surface,
  purpose: purpose.kind,
  ...(purpose.kind === 'call'
    ? { endpoint: purpose.endpoint, depth: purpose.depth, subject: purpose.subject }
    : { key_id: purpose.keyId, credits: purpose.credits }),
})

interface Claimed {
  readonly answer: { readonly state: PaymentClaim['state']; readonly headers?: string | null }
  readonly answered: Uint8Array | null
}

interface TopUp {
  readonly remaining: number
  readonly fault: 'unknown_key' | 'request_reused' | null
  readonly answered: Uint8Array | null
}

/** `clock`: null for the time of the database. */
export const postgresPayments = (reads: Reads, clock: () => number | null, run: () => string): Payments => {
  /** The number of changed rows. */
  const change = async (id: PaymentId, set: string, where = 'true', values: readonly unknown[] = []) => {
    const sql = `update payments set ${set} where id = $1 and ${where} and ${clockSql} > 0 returning 1`
    return (await reads.all(sql, [paymentIdOf(id), clock(), ...values])).length
  }

  return {
    settlementRequested: async (payment) =>
      (
        await reads.all(`select from payments where id = $1 and proof = $2 and state <> 'verified'`, [
          paymentIdOf(payment),
          payment.proof,
        ])
      ).length > 0,

    claim: async (payment, purchase, requestId): Promise<PaymentClaim> => {
      const [row] = await reads.all<Claimed>('select * from claim_payment($1, $2, $3, $4, $5, $6, $7)', [
        run(),
        paymentIdOf(payment),
        payment.payer,
        payment.proof,
        JSON.stringify(rowOf(purchase), storable),
        requestId,
        clock(),
      ])
      const { answer, answered } = row!
      if (answered === null) return answer as PaymentClaim
      return { ...answer, headers: JSON.parse(answer.headers ?? '{}'), body: answered } as PaymentClaim
    },

    settling: async (id) => {
      // Without its row, money would be taken that no book records.
      if ((await change(id, `state = 'settling', at = ${clockSql}`)) === 0)
        throw new Error('the claim of this payment has ended: nothing was taken')
    },

    settled: async (id, transaction, body, headers, retryAt) => {
      await change(id, finished, 'true', [transaction, body, JSON.stringify(headers), retryAt])
    },

    toppedUp: (id, transaction, body, headers) =>
      reads.transaction(async (all) => {
        const reference = paymentIdOf(id)
        const [granted] = await all<TopUp>('select * from grant_top_up($1, $2)', [reference, clock()])
        const { remaining, fault, answered } = granted!
        if (fault !== null) throw new BillingError(fault, `the top-up ${reference} has no such account: ${fault}`)
        if (answered !== null) return answered
        const written = body({ reference, remaining })
        await all(`update payments set ${finished} where id = $1`, [
          reference,
          clock(),
          transaction,
          written,
          JSON.stringify(headers),
          null,
        ])
        return written
      }),

    repeated: async (id, body, retryAt) => {
      await change(id, 'body = $3, retry_at = $4', `state = 'settled' and retry_at is not null`, [body, retryAt])
    },
    undoRepeat: async (id) => {
      await change(id, 'repeats = greatest(0, repeats - 1)')
    },
    pending: async (id) => {
      await change(id, `state = 'pending', at = ${clockSql}`)
    },
    refused: async (id) => {
      await change(id, `state = 'verified', run = null, refused_at = ${clockSql}, at = ${clockSql}`)
    },
    release: async (id) => {
      await reads.all(`delete from payments where id = $1 and state = 'verified' and refused_at is null`, [
        paymentIdOf(id),
      ])
      // One that was refused before stays in the books as refused.
      await change(id, 'run = null', `state = 'verified'`)
      await change(id, `state = 'pending', at = ${clockSql}`, `state = 'settling'`)
    },
  }
}
