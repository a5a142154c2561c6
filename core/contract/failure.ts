/**
 * Every way a call can fail, in one closed set. `docs/errors.md` has a heading for each code; `/errors/<code>` shows
 * it.
 */
export const failures = {
  invalid_parameter: { status: 400, title: 'Invalid parameter' },
  invalid_api_key: { status: 401, title: 'Invalid API key' },
  invalid_token: { status: 401, title: 'Invalid token of an operator' },
  insufficient_credits: { status: 402, title: 'Insufficient credits' },
  payment_required: { status: 402, title: 'Payment required' },
  out_of_scope: { status: 403, title: 'Not allowed to this key' },
  invalid_signature: { status: 403, title: 'Signature not valid' },
  read_only_token: { status: 403, title: 'Token may only read' },
  foreign_origin: { status: 403, title: 'Called from elsewhere' },
  unknown_path: { status: 404, title: 'Unknown path' },
  unknown_subject: { status: 404, title: 'Unknown subject' },
  not_kept: { status: 404, title: 'Evidence not kept' },
  not_offered: { status: 404, title: 'Not offered for this endpoint' },
  unknown_record: { status: 404, title: 'Unknown key or request' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request too slow' },
  idempotency_in_progress: { status: 409, title: 'Request in progress' },
  payment_in_progress: { status: 409, title: 'Payment in use' },
  ambiguous_subject: { status: 409, title: 'Several subjects have this name' },
  cannot_be_replayed: { status: 409, title: 'Cannot be replayed' },
  not_possible: { status: 409, title: 'Not possible as things are' },
  uri_too_long: { status: 414, title: 'Address too long' },
  not_comparable: { status: 422, title: 'Not comparable' },
  idempotency_mismatch: { status: 422, title: 'Idempotency key used for another request' },
  rate_limited: { status: 429, title: 'Rate limited' },
  spend_cap_reached: { status: 429, title: 'Spend cap reached' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  caller_gone: { status: 499, title: 'Caller gone' },
  internal: { status: 500, title: 'Internal error' },
  plugin_failed: { status: 500, title: 'Plugin failed' },
  upstream_failed: { status: 502, title: 'Upstream failed' },
  upstream_changed: { status: 502, title: 'Upstream changed' },
  overloaded: { status: 503, title: 'Overloaded' },
  source_not_configured: { status: 503, title: 'Source not configured' },
  source_busy: { status: 503, title: 'Source busy' },
  not_whole: { status: 503, title: 'Answer not whole' },
  source_not_licensed: { status: 503, title: 'Source not licensed' },
  dataset_not_imported: { status: 503, title: 'Dataset not imported' },
  payment_unavailable: { status: 503, title: 'Payment unavailable' },
  settlement_unknown: { status: 503, title: 'Settlement unknown' },
  upstream_timeout: { status: 504, title: 'Upstream timed out' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>

export type Code = keyof typeof failures

export interface ParameterFault {
  readonly parameter: string
  readonly detail: string
  readonly allowed?: readonly unknown[]
}

/** A subject that the caller may have meant, with the path that asks for it. */
export interface ShownCandidate {
  readonly id: string
  readonly path: string
  readonly label: string
  readonly kind: string
  readonly status?: string
  readonly since?: string
  readonly address?: string
  readonly born?: string
  readonly appointments?: number
}

export interface More {
  readonly errors?: readonly ParameterFault[]
  readonly suggestions?: readonly ShownCandidate[]
  readonly candidates?: readonly ShownCandidate[]
  readonly credits_required?: number
  readonly balance?: number
  /** The spend cap of the key that refuses the call. */
  readonly cap?: { readonly per: 'day' | 'month'; readonly credits: number; readonly left: number }
  /** What the key may ask, by id; null: all. */
  readonly scope?: { readonly endpoints: readonly string[] | null; readonly surfaces: readonly string[] | null }
  readonly retry_after_s?: number
  /** The price of a call that is paid for, in millionths of a US dollar. */
  readonly micro_usd?: number
  /** Headers of the answer; not shown in the body. */
  readonly headers?: Readonly<Record<string, string>>
}

export class Failure extends Error {
  readonly code: Code
  readonly more: More
  constructor(code: Code, detail: string, more: More = {}, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'Failure'
    this.code = code
    this.more = more
  }
}

export interface Problem extends Omit<More, 'headers'> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
  readonly request_id: string
}

/** A failure as RFC 9457 problem details. Anything that is not a `Failure` says nothing about itself. */
export const problemOf = (error: unknown, requestId: string): Problem => {
  const { code, message, more } =
    error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side. Nothing was charged.')
  const { headers: _, ...shown } = more
  return { type: `/errors/${code}`, ...failures[code], detail: message, code, request_id: requestId, ...shown }
}
