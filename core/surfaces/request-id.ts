import { randomBytes } from 'node:crypto'

/** A UUID of version 7: ids rise with time, which keeps the ledger's index on them short and quick. */
export const newRequestId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = randomBytes(10)
  random[0] = random[0]! & 0x0f | 0x70
  random[2] = random[2]! & 0x3f | 0x80
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`
}
