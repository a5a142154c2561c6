/** What a batch asks of the ledger: the members of the type `operation` in `migrations/002-accounts.sql`. */
import { BillingError, type Actor, type ChargeResult, type Cost, type StoredAnswer } from '@domesday/core/store'

export type OperationKind =
  | 'hold'
  | 'settle'
  | 'charge'
  | 'release'
  | 'claim'
  | 'abandon'
  | 'repeat'
  | 'undo'
  | 'grant'
  | 'adjust'
  | 'refund'
  | 'lost'
  /** A heartbeat of this run, and nothing else. The migrations have this name. */
  | 'beat'
  /** Lapses the hold of a dead run, or one older than any request. */
  | 'lapse'
  /** Refunds what a dead run had charged and not handed over; 1 where nobody had. */
  | 'recover'
  /** Undoes what was done for a request after its caller got a refusal. */
  | 'give up'

export interface LedgerOperation {
  readonly kind: OperationKind
  readonly key_id?: string
  readonly request_id?: string
  readonly amount?: number
  readonly endpoint?: string
  readonly depth?: string
  readonly surface?: string
  readonly lookup_hash?: string
  readonly has_answer?: boolean
  readonly retry_at?: number | null
  /** What was answered, and what an equal answer costs. */
  readonly answer_hash?: string
  readonly again?: number
  readonly subject?: string
  readonly fingerprint?: string
  readonly idempotency_key?: string
  readonly actor?: Actor | undefined
  /** The request that a repeat repeats. */
  readonly free?: string
  /** It is listed and not refunded. */
  readonly listed?: boolean
  /** The answer to be stored. One that depends on its cost is made again if the cost turns out to be another. */
  readonly answer?: StoredAnswer | undefined
}

/** What the database answers to an operation. */
export interface Answer {
  readonly ok?: boolean
  readonly remaining?: number
  readonly reason?: 'insufficient' | 'capped' | 'released' | 'superseded'
  readonly repeats?: string
  readonly charged?: number
  readonly early?: true
  readonly fault?: 'unknown_key' | 'unknown_request' | 'request_reused' | 'revoked_key' | 'expired_key'
  readonly value?: unknown
  /** Nothing was done: the answer to be stored was made for another cost than this. */
  readonly cost?: Cost
}

/** Frees something: it is still sent once the database is back, though its caller no longer waits. */
export const isFreeing = ({ kind }: LedgerOperation): boolean =>
  kind === 'release' || kind === 'abandon' || kind === 'undo'

/** Charges or reserves something: it must be undone if its caller was refused meanwhile. */
export const isTaking = ({ kind }: LedgerOperation): boolean =>
  kind === 'hold' || kind === 'settle' || kind === 'charge' || kind === 'claim' || kind === 'repeat'

/** Throws the fault that an operation was answered with. */
export const checked = (answer: Answer, { kind, key_id: keyId, request_id: requestId }: LedgerOperation): Answer => {
  const { fault } = answer
  if (fault === undefined) return answer
  switch (fault) {
    case 'unknown_key':
      throw new BillingError('unknown_key', `there is no key ${keyId}`)
    case 'revoked_key':
      throw new BillingError('revoked_key', `key ${keyId} was revoked`)
    case 'expired_key':
      throw new BillingError('expired_key', `key ${keyId} has expired`)
    case 'request_reused':
      throw new BillingError('request_reused', `${requestId} was used before, for another key or amount`)
    case 'unknown_request':
      throw new BillingError(
        'unknown_request',
        kind === 'settle' ? `there is no hold for request ${requestId}` : `request ${requestId} was not charged`,
      )
  }
}

export const chargeResult = (answer: Answer): ChargeResult => answer as ChargeResult

/** PostgreSQL has no character 0 in a text. */
export const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

/** The cost that the answer of an operation is made for, unless the database has named another. */
const likelyCost = ({ kind, free, amount }: LedgerOperation): Cost =>
  kind === 'repeat' ? { credits: 0, repeats: free ?? null } : { credits: amount ?? 0, repeats: null }

/** An operation as it is sent. */
export interface Written {
  readonly operation: Readonly<Record<string, unknown>>
  readonly body: Buffer | null
}

/** Throws what the maker of the answer throws. `hint`: the account, where this process knows it. */
export const write = (
  operation: LedgerOperation,
  {
    cost,
    hint,
    expected,
  }: { readonly cost: Cost | null; readonly hint: string | undefined; readonly expected: boolean },
): Written => {
  const { answer, ...rest } = operation
  if (answer === undefined) return { operation: { ...rest, hint, expected }, body: null }
  const made = typeof answer.body === 'function' ? (cost ?? likelyCost(operation)) : null
  const { buffer, byteOffset, byteLength } = typeof answer.body === 'function' ? answer.body(made!) : answer.body
  return {
    operation: {
      ...rest,
      hint,
      expected,
      idempotency_key: answer.idempotencyKey,
      headers: answer.headers && JSON.stringify(answer.headers),
      ...(made && { made: true, cost: made.credits, free: rest.free ?? made.repeats }),
    },
    body: Buffer.from(buffer, byteOffset, byteLength),
  }
}

/** The lists that `do_batch` takes. */
export const batchOf = (
  written: readonly Written[],
): { readonly operations: string; readonly bodies: readonly Buffer[] } => {
  const bodies: Buffer[] = []
  const operations = written.map(({ operation, body }, i) => ({
    ...operation,
    n: i + 1,
    ...(body && { body: bodies.push(body) }),
  }))
  return { operations: JSON.stringify(operations, storable), bodies }
}
