/** Prometheus metrics, on their own port. */
import { createRequire } from 'node:module'
import type { RequestListener, Server } from 'node:http'
import type { UpstreamEvent } from '../contract/client.ts'
import type { Gauge } from '../contract/gauge.ts'
import type { Loss } from '../credits/delivery.ts'
import { requestFault } from './problems.ts'
import { scraped } from './scraped.ts'

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
  gauge(gauge: Gauge): void
  /** Loads the metrics library and starts the process metrics; otherwise the first value does so. */
  open(): void
  /** The text that Prometheus scrapes. */
  page(): Promise<{ readonly type: string; readonly text: string }>
}

const require = createRequire(import.meta.url)

/** Seconds: the deadlines of look-ups and the time limits of sources lie within. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

const answered: ReadonlySet<string> = new Set(['cache', 'shared', 'flight', 'stale', 'ok', 'part', 'none'])

const openRegistry = () => {
  const library = require('prom-client') as typeof import('prom-client')
  const { collectDefaultMetrics, Counter, Histogram, Registry } = library
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Histogram({
      name: 'domesday_http_seconds',
      help: 'Answers by route and status, in seconds',
      labelNames: ['route', 'status'],
      buckets,
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
      buckets,
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'domesday_upstream_failures_total',
      help: 'Upstream questions without a new answer, by source, operation and kind of failure',
      labelNames: ['source', 'operation', 'kind'],
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
    gauge: (gauge: Gauge): void => scraped(gauge, library, registers),
  }
}

/** The first value opens the registry, not the start: its package loads some eighty modules. */
export const createMetrics = (): Metrics => {
  const gauges: Gauge[] = []
  let opened: ReturnType<typeof openRegistry> | undefined
  /** By source and outcome: finding a histogram by its labels takes longer than observing. */
  const histograms = new Map<string, { observe(seconds: number): void }>()
  const open = () => {
    if (opened) return opened
    opened = openRegistry()
    for (const gauge of gauges) opened.gauge(gauge)
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
    asked: ({ source, operation, outcome, ms, kind = answered.has(outcome) ? undefined : outcome }) => {
      if (kind !== undefined) open().upstreamFailures.inc({ source, operation, kind })
      const labels = `${source} ${outcome}`
      let histogram = histograms.get(labels)
      if (!histogram) histograms.set(labels, (histogram = open().upstream.labels({ source, outcome })))
      histogram.observe(ms / 1000)
    },
    lost: (charge) => open().lost.inc({ charge }),
    refused: (reason, surface) => open().refused.inc({ reason, surface }),
    pluginFailed: ({ endpoint, where }) => open().pluginErrors.inc({ endpoint, where }),
    gauge: (gauge) => {
      gauges.push(gauge)
      opened?.gauge(gauge)
    },
    page: async () => {
      const { registry } = open()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Whether a Host header, which all browsers send, has a name of this port. */
const isNamed = (host: string | undefined, names: readonly string[]): boolean => {
  if (host === undefined) return true
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return /^(localhost|127(\.\d+){3}|::1)$/.test(name) || names.some((one) => one.toLowerCase() === name)
}

/** The private port, for metrics and private surfaces. Resolves to null, after a warning, if it is taken. */
export const serveMetrics = (
  { page }: Metrics,
  {
    port,
    host,
    names,
    others,
    warn,
  }: {
    readonly port: number
    readonly host: string
    /** Host names of requests that are answered, besides those of loopback. */
    readonly names: () => readonly string[]
    /** Answers other paths. */
    readonly others: RequestListener
    readonly warn: (detail: string) => void
  },
): Promise<Server | null> => {
  const { createServer } = require('node:http') as typeof import('node:http')
  // The application answers what is wrong with Host headers.
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics' || requestFault(req) !== null) return others(req, res)
    if (!isNamed(req.headers.host, names())) {
      res.writeHead(421, { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
      return void res.end('Metrics are not served under this name: add it to metrics.names in service.yaml.\n')
    }
    page().then(
      ({ type, text }) => res.writeHead(200, { 'content-type': type }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      warn(
        `metrics and private surfaces are not served: ${error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message}`,
      )
      resolve(null)
    })
    server.listen(port, host, () => {
      server.unref()
      resolve(server)
    })
  })
}
