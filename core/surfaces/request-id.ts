import { randomFillSync } from 'node:crypto'

const size = 10
/** Random bytes are drawn for many ids at a time: each draw has a price of its own. */
const pool = Buffer.alloc(size * 512)
let at = pool.length
/** The millisecond that was spelt last, and how. */
let spelt = 0, head = ''

/** A UUID of version 7: ids rise with time, which keeps the ledger's index on them short and quick. */
export const newRequestId = (): string => {
  if (at === pool.length) {
    randomFillSync(pool)
    at = 0
  }
  const now = Date.now()
  if (now !== spelt) {
    spelt = now
    const time = now.toString(16).padStart(12, '0')
    head = `${time.slice(0, 8)}-${time.slice(8)}-`
  }
  pool[at] = pool[at]! & 0x0f | 0x70
  pool[at + 2] = pool[at + 2]! & 0x3f | 0x80
  const tail = pool.toString('hex', at, at += size)
  return `${head}${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`
}
