/** The port of idempotency keys: a caller may send a request with one again, and is charged once. */

/** What was charged for an answer. `repeats`: the id of the charged request that this one repeats for less, or free. */
export interface Cost {
  readonly credits: number
  readonly repeats: string | null
}

/** An answer to be stored under the idempotency key that its request has claimed. */
export interface StoredAnswer {
  readonly keyId: string
  readonly idempotencyKey: string
  /** The bytes, or a function that makes them once the cost is known. */
  readonly body: Uint8Array | ((cost: Cost) => Uint8Array)
  /** Headers to send with the body again. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The result of claiming an idempotency key. */
export type IdempotencyClaim =
  /** This request now owns the key. */
  | { readonly state: 'new' }
  /** An equal request is running (409). */
  | { readonly state: 'running' }
  /** Another request used the key (422). */
  | { readonly state: 'mismatch' }
  /** An equal request was answered: send its answer again. */
  | {
      readonly state: 'done'
      readonly requestId: string
      readonly body: Uint8Array
      readonly headers: Readonly<Record<string, string>>
    }

/** Idempotency keys, each in the scope of its API key. An answer is stored for 24 hours after its charge. */
export interface Idempotency {
  /**
   * Claims the key for this request, or says why it cannot. `fingerprint`: the same for equal requests. Another request
   * may take over a claim whose process died, or that is older than any request can be. A claim ends with the
   * `StoredAnswer` of a settle, charge or repeat, or with `abandon`.
   */
  claim(keyId: string, idempotencyKey: string, fingerprint: string, requestId: string): Promise<IdempotencyClaim>
  /** Frees the key after a request that was not answered 200; does nothing if this request does not own it. */
  abandon(keyId: string, idempotencyKey: string, requestId: string): Promise<void>
}
