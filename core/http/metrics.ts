/** Prometheus metrics, on their own port. */
import { createRequire } from 'node:module'
import type { Server } from 'node:http'
import type { UpstreamEvent } from '../contract/client.ts'
import type { Loss } from '../credits/delivery.ts'

export interface Metrics {
  /** Counts the answers of one route and status: milliseconds, and credits charged. */
  answers(route: string, status: number): (ms: number, charged: number) => void
  asked(event: UpstreamEvent): void
  /** Counts what was not handed over to its caller, by what became of its charge. */
  lost(loss: Loss): void
  /** Counts a request or connection that was refused. */
  refused(reason: string, surface: string): void
  pluginFailed(error: { readonly endpoint: string; readonly where: string }): void
  /** Adds a gauge whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Loads the metrics library and starts the process metrics; otherwise the first value does so. */
  open(): void
  /** The text that Prometheus scrapes. */
  page(): Promise<{ readonly type: string; readonly text: string }>
}

const require = createRequire(import.meta.url)

const openRegistry = () => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    require('prom-client') as typeof import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Histogram({
      name: 'domesday_http_seconds',
      help: 'Answers by route and status, in seconds',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 8, 15],
      registers,
    }),
    credits: new Counter({
      name: 'domesday_credits_charged_total',
      help: 'Credits charged by route',
      labelNames: ['route'],
      registers,
    }),
    upstream: new Histogram({
      name: 'domesday_upstream_seconds',
      help: 'Upstream questions by source and outcome, in seconds',
      labelNames: ['source', 'outcome'],
      buckets: [0.001, 0.02, 0.1, 0.5, 2, 8],
      registers,
    }),
    lost: new Counter({
      name: 'domesday_answers_lost_total',
      help: 'Answers that were not handed over to their callers, by what became of the charge',
      labelNames: ['charge'],
      registers,
    }),
    refused: new Counter({
      name: 'domesday_refused_total',
      help: 'Requests and connections that were refused, by reason and surface',
      labelNames: ['reason', 'surface'],
      registers,
    }),
    pluginErrors: new Counter({
      name: 'domesday_plugin_errors_total',
      help: 'Errors of the code of plugins by endpoint and place',
      labelNames: ['endpoint', 'where'],
      registers,
    }),
    gauge: (name: string, help: string, read: () => number | Promise<number>): void => {
      const gauge: InstanceType<typeof Gauge> = new Gauge({
        name,
        help,
        registers,
        collect: async () => gauge.set(await read()),
      })
    },
  }
}

/** The first value opens the registry, not the start: its package loads some eighty modules. */
export const createMetrics = (): Metrics => {
  const gauges: Parameters<Metrics['gauge']>[] = []
  let opened: ReturnType<typeof openRegistry> | undefined
  /** By source and outcome: finding a histogram by its labels takes longer than observing. */
  const histograms = new Map<string, { observe(seconds: number): void }>()
  const open = () => {
    if (opened) return opened
    opened = openRegistry()
    for (const gauge of gauges) opened.gauge(...gauge)
    return opened
  }
  return {
    open,
    answers: (route, status) => {
      const calls = open().calls.labels({ route, status })
      const credits = () => open().credits.labels({ route })
      let charges: ReturnType<typeof credits> | undefined
      return (ms, charged) => {
        calls.observe(ms / 1000)
        if (charged > 0) (charges ??= credits()).inc(charged)
      }
    },
    asked: ({ source, outcome, ms }) => {
      const labels = `${source} ${outcome}`
      let histogram = histograms.get(labels)
      if (!histogram) histograms.set(labels, (histogram = open().upstream.labels({ source, outcome })))
      histogram.observe(ms / 1000)
    },
    lost: (charge) => open().lost.inc({ charge }),
    refused: (reason, surface) => open().refused.inc({ reason, surface }),
    pluginFailed: ({ endpoint, where }) => open().pluginErrors.inc({ endpoint, where }),
    gauge: (...gauge) => {
      gauges.push(gauge)
      opened?.gauge(...gauge)
    },
    page: async () => {
      const { registry } = open()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Resolves to null, after a warning, if the port is taken: the service runs without metrics then. */
export const serveMetrics = (
  { page }: Metrics,
  { port, host, warn }: { readonly port: number; readonly host: string; readonly warn: (detail: string) => void },
): Promise<Server | null> => {
  const { createServer } = require('node:http') as typeof import('node:http')
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    page().then(
      ({ type, text }) => res.writeHead(200, { 'content-type': type }).end(text),
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
