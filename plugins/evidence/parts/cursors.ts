/** A cursor is the last row's number. It reveals only the row's time, which the row shows anyway. */
import { Failure } from '@domesday/core/evidence'

export const cursorOf = (seq: number): string => Buffer.from(seq.toString(36)).toString('base64url')

/** Throws a 400. */
export const seqIn = (cursor: string): number => {
  const seq = parseInt(Buffer.from(cursor, 'base64url').toString(), 36)
  if (Number.isSafeInteger(seq) && cursorOf(seq) === cursor) return seq
  throw new Failure('invalid_parameter', 'The cursor does not belong to this list.', {
    errors: [{ parameter: 'cursor', detail: 'must be the `next` of a page of this list' }],
  })
}
