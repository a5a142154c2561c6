/** What upstreams send: the words of `wire`. */
import { any, flag, ignored, must, mustOrNull, number, often, scalar, text, unread } from './wire.ts'

export { wire, fieldsSent, type Sent, type Wire } from './wire.ts'

/** The kinds of members of a `wire`. An interface, so that a slip is told by its name. */
export interface Kinds {
  readonly text: typeof text
  readonly number: typeof number
  readonly flag: typeof flag
  /** A number, a text or a flag: for upstreams that mix them. */
  readonly scalar: typeof scalar
  readonly any: typeof any
  /** Known, and not read. */
  readonly ignored: typeof ignored
  /** The same of several: `...sent.unread('etag', 'kind')`. */
  readonly unread: typeof unread
  /** Every body, or every row, has it: without it it is another document, or a row that is left out. */
  readonly must: typeof must
  readonly mustOrNull: typeof mustOrNull
  /** Nearly all have it: where none of five or more has, the value is known in part. */
  readonly often: typeof often
}
export const sent: Kinds = { text, number, flag, scalar, any, ignored, unread, must, mustOrNull, often }
