/** The port of reports over all books. They only read, and hold up no charge. */
import type { LedgerEntry } from './ledger.ts'
import type { PaymentPurpose, PaymentState } from './payments.ts'

/** Unix milliseconds; `to` is the first that is not in it any more. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What usage is told apart by. A day is one of UTC, such as 2026-11-23. */
export const usageDimensions = ['key', 'endpoint', 'depth', 'surface', 'day'] as const
export type UsageDimension = (typeof usageDimensions)[number]

/** Without a dimension there is one row, of the whole span. */
export interface UsageQuery extends Span {
  readonly keyId?: string
  readonly by: readonly UsageDimension[]
}

/** A refund counts on its own day, under the endpoint, depth and surface of its charge. */
export interface UsageRow {
  /** A value for each dimension of the query; null where a row has none: a payment for a call has no key. */
  readonly of: Readonly<Partial<Record<UsageDimension, string | null>>>
  /** Charged calls, and their credits. */
  readonly calls: number
  readonly credits: number
  readonly refunds: number
  /** Credits. */
  readonly refunded: number
  /** Settled payments. */
  readonly payments: number
  readonly microUsd: number
}

export type PaymentQuery = Partial<Span> & { readonly state?: PaymentState }

/** A payment as the books keep it. `at`: when it came into its state, Unix milliseconds. */
export interface PaymentRecord {
  readonly id: string
  readonly at: number
  readonly state: PaymentState
  readonly purpose: PaymentPurpose['kind']
  readonly microUsd: number
  readonly endpoint: string | null
  readonly depth: string | null
  readonly surface: string | null
  /** The key and the credits of a top-up. */
  readonly keyId: string | null
  readonly credits: number | null
  readonly transaction: string | null
  /** The wallet: for 24 hours. */
  readonly payer: string | null
}

/** A row of the ledger, of any key. It names no subject. */
export type BookEntry = Omit<LedgerEntry, 'subject'> & { readonly keyId: string }

export interface Reports {
  /** In the order of the dimensions' values. An unknown key has no rows. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>
  /** In the order in which they were first claimed. */
  payments(query: PaymentQuery): AsyncIterable<PaymentRecord>
  /** Oldest first. */
  entries(span: Span): AsyncIterable<BookEntry>
}
