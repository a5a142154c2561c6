/** For tests of callers that leave: when a server of this thread notices it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished } from 'vitest'

const channel = 'http.server.request.start'

/** From now on; the function that it gives resolves once the caller of the path is known to be gone. */
export const watchCallers = (): ((path: string) => Promise<void>) => {
  const responses: ServerResponse[] = []
  const note = (message: unknown): void => void responses.push((message as { response: ServerResponse }).response)
  subscribe(channel, note)
  onTestFinished(() => void unsubscribe(channel, note))
  return (path) => expect.poll(() => responses.findLast(({ req }) => req.url === path)?.destroyed).toBe(true)
}
