/** What the layers of one request tell one another. */

/** What has come of a body: all of it, or as much as shows that it is too large. */
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
  /** What was posted. */
  body?: Received
}
