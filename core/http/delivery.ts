/** Notes for each charged answer whether it was handed over to the caller's connection. */
import type { ServerResponse } from 'node:http'
import { Failure } from '../contract/failure.ts'
import type { Delivery, Loss } from '../credits/delivery.ts'
import { principal } from './request-context.ts'

/** Call it before the charge of a request whose answer `res` will carry. Throws if the caller has hung up. */
export type Expect = (res: ServerResponse, requestId: string, keyId: string) => void

/** `onLoss` is called for each charge that was not handed over; `onFault` if the store fails. */
export const deliveries = (
  delivery: Pick<Delivery, 'expect' | 'handedOver' | 'lost'>,
  { onLoss, onFault }: { readonly onLoss: (loss: Loss) => void; readonly onFault: (fault: unknown) => void },
): Expect => {
  const expected = new WeakMap<ServerResponse, string[]>()

  const watch = (res: ServerResponse, keyId: string): string[] => {
    const requestIds: string[] = []
    const caller = principal() === keyId ? undefined : principal()
    // Not emitted where the connection was reset; `writableFinished` would be true then.
    let handedOver = false
    res.once('finish', () => {
      handedOver = true
    })
    res.once('close', () => {
      for (const requestId of requestIds) {
        if (handedOver) delivery.handedOver(requestId)
        else delivery.lost(requestId, caller).then(onLoss, onFault)
      }
    })
    expected.set(res, requestIds)
    return requestIds
  }

  return (res, requestId, keyId) => {
    if (res.destroyed) throw new Failure('caller_gone', 'The caller hung up. Nothing was charged.')
    ;(expected.get(res) ?? watch(res, keyId)).push(requestId)
    delivery.expect(requestId)
  }
}
