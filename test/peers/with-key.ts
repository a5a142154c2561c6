/** An address that adds a key to every request, for tools that send no credentials of their own. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** All other headers go on as they came: Host and Origin are what some checks are about. */
export const withKey = async (origin: string, key: string): Promise<{ readonly origin: string; close(): void }> => {
  const { hostname, port } = new URL(origin)
  const server = createServer((incoming, response) => {
    const onward = request({
      hostname,
      port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, authorization: `Bearer ${key}` },
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers).flushHeaders()
      // Either side may hang up in the middle of a stream.
      pipeline(answer, response).catch(() => {})
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
