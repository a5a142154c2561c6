/** Prometheus metrics, on a port of their own. */
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { UpstreamEvent } from '../upstream/bind.ts'
import type { Observed } from './problems.ts'

export interface Metrics {
  readonly registry: Registry
  answered(observed: Observed): void
  asked(event: UpstreamEvent): void
  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Histogram({ name: 'domesday_http_seconds', help: 'Answers by route and status, in seconds', labelNames: ['route', 'status'], buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 8, 15], registers })
  const credits = new Counter({ name: 'domesday_credits_charged_total', help: 'Credits charged by route', labelNames: ['route'], registers })
  const upstream = new Histogram({ name: 'domesday_upstream_seconds', help: 'Upstream questions by source and outcome, in seconds', labelNames: ['source', 'outcome'], buckets: [0.001, 0.02, 0.1, 0.5, 2, 8], registers })
  return {
    registry,
    answered: ({ route, status, ms, charged }) => {
      calls.observe({ route, status }, ms / 1000)
      if (charged > 0) credits.inc({ route }, charged)
    },
    asked: ({ source, outcome, ms }) => upstream.observe({ source, outcome }, ms / 1000),
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: async () => gauge.set(await read()) })
    },
  }
}

/** Resolves to null, with the fault told, where the port is taken: the service itself can do without. */
export const serveMetrics = ({ registry }: Metrics, { port, host, warn }: { readonly port: number; readonly host: string; readonly warn: (detail: string) => void }): Promise<Server | null> => {
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      warn(`metrics are not served: ${error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message}`)
      resolve(null)
    })
    server.listen(port, host, () => {
      server.unref()
      resolve(server)
    })
  })
}
