/** The state that the layers of one request share. */

/** A request body; only its start if it is too large. */
export interface Received {
  readonly bytes: Buffer
  readonly tooLarge: boolean
}

export interface State {
  requestId: string
  /** The route's pattern, for logs and metrics; never the path itself, which may name a person. */
  route?: string
  keyId?: string
  charged?: number
  /** The code of a failure that was told in a stream, for logs. */
  code?: string
  body?: Received
}
