import { randomUUID } from 'node:crypto'

const perMillisecond = 4096
const counts = Array.from({ length: perMillisecond }, (_, i) => i.toString(16).padStart(3, '0'))
let millisecond = 0,
  count = perMillisecond
/** The parts that ids of one millisecond share: time and version before the counter, variant and random bits after. */
let head = '',
  tail = ''

const startMillisecond = (): void => {
  // Ids always rise: go ahead of the clock if the counter is full or the clock was set back.
  millisecond = Math.max(Date.now(), millisecond + 1)
  count = 0
  const time = millisecond.toString(16).padStart(12, '0')
  head = `${time.slice(0, 8)}-${time.slice(8)}-7`
  // A version 4 UUID has the same variant and enough random bits, and Node generates them in batches.
  tail = randomUUID().slice(18)
}

/** A version 7 UUID with a counter (RFC 9562, 6.2). Ids rise, so the ledger's index on them grows at its end only. */
export const newRequestId = (): string => {
  if (count === perMillisecond || Date.now() > millisecond) startMillisecond()
  return head + counts[count++]! + tail
}
