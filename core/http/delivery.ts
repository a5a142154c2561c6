/** Notes for each charged answer whether it was handed over to the caller's connection. */
import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failure.ts'
import type { Delivery, Loss } from '../credits/delivery.ts'
import { principal } from './request-context.ts'

/**
 * Call it before the charge of a request whose answer `res` will carry. Throws if the caller has hung up. `inPieces`:
 * `res` carries several, each in a piece that has the id of its request and is handed over by itself.
 */
export type Expect = (res: ServerResponse, requestId: string, paid: Paid) => void

interface Paid {
  readonly keyId: string
  readonly inPieces: boolean
}

/** Calls `written` with each piece that the connection has taken. */
const onWritten = (res: ServerResponse, written: (piece: string | Uint8Array) => void): void => {
  const write = res.write.bind(res) as (
    piece: unknown,
    encoding: BufferEncoding,
    done: (fault?: Error) => void,
  ) => boolean
  res.write = (piece: string | Uint8Array, encoding?: unknown, then?: (fault?: Error | null) => void): boolean =>
    write(piece, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8', (fault) => {
      if (!fault) written(piece)
      ;(typeof encoding === 'function' ? (encoding as typeof then) : then)?.(fault)
    })
}

/** `onLoss` is called for each charge that was not handed over; `onFault` if the store fails. */
export const deliveries = (
  delivery: Pick<Delivery, 'expect' | 'handedOver' | 'lost'>,
  { onLoss, onFault }: { readonly onLoss: (loss: Loss) => void; readonly onFault: (fault: unknown) => void },
): Expect => {
  const expected = new WeakMap<ServerResponse, Set<string>>()

  const watch = (res: ServerResponse, { keyId, inPieces }: Paid): Set<string> => {
    const waiting = new Set<string>()
    const caller = principal() === keyId ? undefined : principal()
    const handOver = (requestId: string): void => {
      waiting.delete(requestId)
      delivery.handedOver(requestId)
    }
    if (inPieces)
      onWritten(res, (piece) => {
        const text = waiting.size === 0 ? '' : Buffer.from(piece).toString('latin1')
        for (const requestId of waiting) if (text.includes(requestId)) handOver(requestId)
      })
    // Not emitted where the connection was reset; `writableFinished` would be true then.
    res.once('finish', () => waiting.forEach(handOver))
    res.once('close', () => {
      for (const requestId of waiting) delivery.lost(requestId, caller).then(onLoss, onFault)
    })
    expected.set(res, waiting)
    return waiting
  }

  return (res, requestId, paid) => {
    if (res.destroyed) throw new Failure('caller_gone', 'The caller hung up. Nothing was charged.')
    ;(expected.get(res) ?? watch(res, paid)).add(requestId)
    delivery.expect(requestId)
  }
}
