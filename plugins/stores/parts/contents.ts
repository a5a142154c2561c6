/** All that a store keeps, row by row, for another store to take over. */
import type { Audit } from '@domesday/core/store'

/**
 * Columns by table. Times are Unix milliseconds; `terms` are `KeyTerms` as JSON. Holds are none: they belong to calls
 * that run.
 */
export const tables = {
  // Before the keys: credits that are granted to a key that is there pay for it.
  ledger: ['seq', 'key_id', 'kind', 'amount', 'balance', 'request_id', 'endpoint', 'depth', 'surface', 'at'],
  keys: [
    'id',
    'created_at',
    'revoked_at',
    'revision',
    'terms',
    'balance',
    'charges',
    'spent_on',
    'spent_day',
    'spent_month',
  ],
  secrets: ['hash', 'key_id', 'ends_at'],
  acts: ['seq', 'at', 'who', 'surface', 'act', 'target', 'key_id', 'details'],
  idempotency: ['key_id', 'idempotency_key', 'fingerprint', 'request_id', 'headers', 'body', 'at', 'repeats'],
  repeats: ['key_id', 'lookup_hash', 'request_id', 'used', 'retry_at', 'at'],
  sold: ['key_id', 'lookup_hash', 'answer_hash', 'request_id', 'at'],
  subjects: ['request_id', 'subject', 'at'],
  lost: ['request_id', 'key_id', 'at', 'refunded'],
  payments: [
    'id',
    'payer',
    'proof',
    'resource',
    'micro_usd',
    'purpose',
    'surface',
    'endpoint',
    'depth',
    'key_id',
    'credits',
    'state',
    'request_id',
    'refused_at',
    'settlement',
    'headers',
    'body',
    'retry_at',
    'repeats',
    'at',
  ],
} as const

export type Table = keyof typeof tables
export type Row = Readonly<Record<string, string | number | bigint | Uint8Array | null>>

export interface Contents {
  readonly audit: Audit
  /** What encrypts the cursors that callers hold: they stay good. */
  readonly cursorSecret: Uint8Array
  count(table: Table): number
  rows(table: Table): Iterable<Row>
}
