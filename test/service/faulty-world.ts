/** The sample world behind a gateway that can fail, source by source. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { loadPlugins, type Plugins } from '../../core/boot/load.ts'
import { createSandbox } from '../../core/gateway/sandbox.ts'

export type Fault = 'drop' | 'garbage' | 'hang' | 'down' | 'slow-down'

export interface FaultyWorld {
  readonly origin: string
  readonly plugins: Plugins
  /** What is wrong with a source; `*` is all. */
  readonly faults: Map<string, Fault>
  /** Source ids, in the order in which they were called. */
  readonly calls: string[]
  close(): void
}

export const openFaultyWorld = async (endpoints: readonly string[]): Promise<FaultyWorld> => {
  const { plugins } = await loadPlugins(endpoints)
  const sandbox = createSandbox({ sources: plugins.sources })
  const faults = new Map<string, Fault>(), calls: string[] = [], slowed = new Set<string>()
  const server = createServer((req, res) => {
    const source = req.url!.split('/')[1]!
    calls.push(source)
    const fault = faults.get(source) ?? faults.get('*')
    if (fault === 'drop') return void req.socket.destroy()
    if (fault === 'hang') return
    if (fault === 'garbage') return void res.end('<html>not what you want</html>')
    if (fault === 'down') return void res.writeHead(503).end()
    if (fault === 'slow-down' && !slowed.has(source)) {
      slowed.add(source)
      return void res.writeHead(429, { 'retry-after': '1' }).end()
    }
    void buffer(req).then((body) => sandbox.answer({ source, target: req.url!.slice(source.length + 1), method: req.method!, headers: req.headers as Record<string, string>, body })).then(({ status, headers, body }) => {
      res.writeHead(status, headers as Record<string, string>)
      Readable.from(typeof body === 'string' || body instanceof Uint8Array ? [body] : body).pipe(res)
    })
  })
  await new Promise<void>((listening) => { server.listen(0, '127.0.0.1', listening) })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plugins,
    faults,
    calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
