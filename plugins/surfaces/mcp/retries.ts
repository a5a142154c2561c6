/** The key under which a tool call may be repeated without being charged again. */
import { Failure } from '@domesday/core/surface'
import { idempotencyKey } from '@domesday/surface-parts/idempotency'

/** The name of the key in the `_meta` of a call. */
const metaName = 'idempotency-key'

/** How many of the messages in a request are calls of a tool. */
const callsIn = (body: Buffer | undefined): number => {
  try {
    const messages = [JSON.parse(body?.toString() ?? 'null') as unknown].flat()
    return messages.filter((one) => (one as { readonly method?: unknown } | null)?.method === 'tools/call').length
  } catch {
    // The SDK answers what is no JSON.
    return 0
  }
}

/** Throws a 400 if one header would stand for several calls. */
export const headerKeyOf = (
  header: string | readonly string[] | undefined,
  body: Buffer | undefined,
): string | null => {
  if (header === undefined) return null
  if (callsIn(body) > 1)
    throw new Failure('invalid_parameter', 'Idempotency-Key stands for one call, and the request has several.', {
      errors: [
        {
          parameter: 'Idempotency-Key',
          detail: `is for a request with one call; give each of several calls its own in params._meta["${metaName}"]`,
        },
      ],
    })
  return idempotencyKey([header].flat().join(', '), 'Idempotency-Key')
}

/** The key of one call: its own, or else that of the request. */
export const callKeyOf = (meta: Readonly<Record<string, unknown>> | undefined, ofRequest: string | null) => {
  const own = meta?.[metaName]
  return own === undefined ? ofRequest : idempotencyKey(own, metaName)
}
