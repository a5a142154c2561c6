/** Claims on idempotency keys, and the answers stored under them. */
import type { Idempotency, IdempotencyClaim } from '@domesday/core/store'
import { checked, type LedgerOperation } from './operations.ts'
import type { Reads } from './reads.ts'
import type { Writer } from './writer.ts'

type Claim =
  | { readonly state: 'new' | 'running' | 'mismatch' }
  | { readonly state: 'done'; readonly requestId: string; readonly headers: string | null }

const bodySql = `
  select body from idempotency where key_id = $1 and idempotency_key = $2 and request_id = $3 and body is not null
`

export const postgresIdempotency = (writer: Writer, reads: Reads): Idempotency => {
  const claim: Idempotency['claim'] = async (
    keyId,
    idempotencyKey,
    fingerprint,
    requestId,
  ): Promise<IdempotencyClaim> => {
    const operation: LedgerOperation = {
      kind: 'claim',
      key_id: keyId,
      request_id: requestId,
      idempotency_key: idempotencyKey,
      fingerprint,
    }
    const claimed = checked(await writer.post(operation), operation).value as Claim
    if (claimed.state !== 'done') return claimed
    const { requestId: answered, headers } = claimed
    const [row] = await reads.all<{ body: Uint8Array }>(bodySql, [keyId, idempotencyKey, answered])
    // It was removed just now.
    if (row === undefined) return claim(keyId, idempotencyKey, fingerprint, requestId)
    return { state: 'done', requestId: answered, body: row.body, headers: headers === null ? {} : JSON.parse(headers) }
  }
  return {
    claim,
    abandon: async (keyId, idempotencyKey, requestId) => {
      await writer.post({ kind: 'abandon', key_id: keyId, request_id: requestId, idempotency_key: idempotencyKey })
    },
  }
}
