/** A gateway for tests: it answers every call with one tide. It uses its port and nothing else of the core. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gateway } from '@domesday/core/tool'

export const standIn = gateway({
  id: 'stand-in',
  open: async ({ onUnmatched }) => {
    const server = createServer((req, res) => {
      const [source, ...path] = req.url!.slice(1).split('/')
      if (source === 'tides') return res.writeHead(200, { 'content-type': 'application/json' }).end('{"high_m":4.2}')
      onUnmatched({ source: source!, method: req.method!, path: path.join('/'), query: {} })
      return res.writeHead(404).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
    }
  },
})
