import { randomUUID } from 'node:crypto'

const perMillisecond = 4096
const counts = Array.from({ length: perMillisecond }, (_, i) => i.toString(16).padStart(3, '0'))
let millisecond = 0,
  count = perMillisecond
/**
 * What the ids of this millisecond share: the time and the version before the count, the variant and random bits
 * behind it.
 */
let head = '',
  tail = ''

const turn = (): void => {
  // Ahead of the clock where a millisecond has no count left or the clock was set back: ids only ever rise.
  millisecond = Math.max(Date.now(), millisecond + 1)
  count = 0
  const time = millisecond.toString(16).padStart(12, '0')
  head = `${time.slice(0, 8)}-${time.slice(8)}-7`
  // The same variant and as many random bits as in a UUID of version 4, which Node draws many at a time.
  tail = randomUUID().slice(18)
}

/**
 * A UUID of version 7 with a counter (RFC 9562, 6.2): each is greater than the last, so that the ledger's index on
 * them only ever grows at its end.
 */
export const newRequestId = (): string => {
  if (count === perMillisecond || Date.now() > millisecond) turn()
  return head + counts[count++]! + tail
}
