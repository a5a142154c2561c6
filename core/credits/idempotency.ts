/** The port of idempotency keys: a caller that sends one may send its request again, and is charged once. */

/** What was charged for an answer, and the request that it repeats, if it does. */
export interface Cost {
  readonly credits: number
  readonly repeats: string | null
}

/** An answer to be stored under the idempotency key that its request has claimed. */
export interface StoredAnswer {
  readonly keyId: string
  readonly idempotencyKey: string
  /** As bytes, or what makes them once the cost is decided. */
  readonly body: Uint8Array | ((cost: Cost) => Uint8Array)
  /** What it takes to send the body again as it was. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request finds that brings an idempotency key. */
export type IdempotencyClaim =
  /** The key is this request's. */
  | { readonly state: 'new' }
  /** An equal request is running (409). */
  | { readonly state: 'running' }
  /** Another request used the key (422). */
  | { readonly state: 'mismatch' }
  /** An equal request was answered: send its body again. */
  | {
      readonly state: 'done'
      readonly requestId: string
      readonly body: Uint8Array
      readonly headers: Readonly<Record<string, string>>
    }

/** Idempotency keys, each in the scope of its API key. An answer is stored for 24 hours after its charge. */
export interface Idempotency {
  /**
   * Claims the key for this request, or says why it cannot. `fingerprint`: the same for equal requests. A claim whose
   * process died, or that is older than any request, is open to the next. It ends with the `StoredAnswer` of a settle,
   * charge or repeat, or with `abandon`.
   */
  claim(keyId: string, idempotencyKey: string, fingerprint: string, requestId: string): Promise<IdempotencyClaim>
  /** Frees the key after a request that was not answered 200; does nothing where this request does not own it. */
  abandon(keyId: string, idempotencyKey: string, requestId: string): Promise<void>
}
