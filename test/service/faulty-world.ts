/** The sample world behind a gateway that can fail, source by source. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { loadPlugins, type Plugins } from '../../core/registry/load.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'

/** `busy`: too fast, for half a minute. */
export type Fault = 'drop' | 'garbage' | 'hang' | 'down' | 'slow-down' | 'busy'

export interface FaultyWorld {
  readonly origin: string
  readonly plugins: Plugins
  /** What is wrong with a source; `*` is all. */
  readonly faults: Map<string, Fault>
  /** Source ids, in the order in which they were called. */
  readonly calls: string[]
  /** The same with what was asked of it: `police-uk/api/crimes-street?…`. */
  readonly targets: string[]
  /** A call that is answered with a document of somebody else's, as in `targets`. */
  stranger: string | null
  /** The text that answers a call in the sample's place, by its target; null leaves the sample. */
  instead: ((target: string) => string | null) | null
  /** Every answer waits for it. */
  held: Promise<unknown> | null
  /** What becomes of every JSON document that it answers. */
  alter: ((document: unknown) => unknown) | null
  close(): void
}

const altered = (body: string, alter: (document: unknown) => unknown): string => {
  if (!/^[[{]/.test(body)) return body
  return JSON.stringify(alter(JSON.parse(body)))
}

export const openFaultyWorld = async (endpoints: readonly string[]): Promise<FaultyWorld> => {
  const { plugins } = await loadPlugins(endpoints)
  const sandbox = createSandbox({ sources: plugins.sources })
  const faults = new Map<string, Fault>(),
    calls: string[] = [],
    targets: string[] = [],
    slowed = new Set<string>()
  const server = createServer((req, res) => {
    const source = req.url!.split('/')[1]!
    calls.push(source)
    const target = req.url!.slice(1)
    const say = (body: object) =>
      void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (/(oauth2?\/.*token|auth\/accesstoken)$/.test(target))
      return say({ access_token: 'sample', expires_in: 3600, token_type: 'Bearer' })
    targets.push(target)
    if (target === world.stranger) return say({ message: 'An error has occurred.' })
    const instead = world.instead?.(target) ?? null
    if (instead !== null) return void res.writeHead(200, { 'content-type': 'text/plain' }).end(instead)
    const fault = faults.get(source) ?? faults.get('*')
    if (fault === 'drop') return void req.socket.destroy()
    if (fault === 'hang') return
    if (fault === 'garbage') return void res.end('<html>not what you want</html>')
    if (fault === 'down') return void res.writeHead(503).end()
    if (fault === 'busy') return void res.writeHead(429, { 'retry-after': '30' }).end()
    if (fault === 'slow-down' && !slowed.has(source)) {
      slowed.add(source)
      return void res.writeHead(429, { 'retry-after': '1' }).end()
    }
    void Promise.all([buffer(req), world.held])
      .then(([body]) =>
        sandbox.answer({
          source,
          target: req.url!.slice(source.length + 1),
          method: req.method!,
          headers: req.headers as Record<string, string>,
          body,
        }),
      )
      .then(async ({ status, headers, body }) => {
        const stream = Readable.from(typeof body === 'string' || body instanceof Uint8Array ? [body] : body)
        if (world.alter !== null && status === 200)
          return void res.writeHead(status).end(altered(await text(stream), world.alter))
        res.writeHead(status, headers as Record<string, string>)
        stream.pipe(res)
      })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const world: FaultyWorld = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plugins,
    faults,
    calls,
    targets,
    stranger: null,
    instead: null,
    held: null,
    alter: null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return world
}
