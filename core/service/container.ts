/**
 * The composition root: the one place that knows how the parts fit. Everything else gets its parts as plain
 * arguments.
 */
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openBilling } from '../../plugins/stores/sqlite/index.ts'
import { openDatasets } from '../../plugins/clients/dataset/open.ts'
import { isPayable, x402 } from '../../plugins/surfaces/pay/x402.ts'
import { createAnswering } from '../engine/answer.ts'
import { createApp, traces } from '../http/app.ts'
import { version, type Lacking } from '../../plugins/surfaces/rest/catalogue.ts'
import { createMetrics } from '../http/metrics.ts'
import { observing } from '../http/observing.ts'
import { overload } from '../http/overload.ts'
import { rawProblem } from '../http/problems.ts'
import { envNames, missingEnv } from '../registry/credentials.ts'
import type { Configured } from './configure.ts'
import { datasetsIn } from '../registry/load.ts'
import { createDrain } from './drain.ts'
import { licencesOf } from '../registry/licences.ts'
import { createLog } from './log.ts'
import { onDemand } from './on-demand.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceSettings } from '../registry/settings/settings.ts'
import { tokens, type Token } from './tokens.ts'

export interface Container {
  get<T>(token: Token<T>): T
}

export interface Given {
  readonly options: ServiceOptions
  readonly configured: Configured
  readonly gateway: string | null
}

/** Builds nothing yet: each part is made when it is first asked for, and once. */
export const compose = (given: Given): Container => {
  const container: DependencyContainer = root.createChildContainer()
  const get = <T>({ key }: Token<T>): T => container.resolve<T>(key)
  const provide = <T>({ key }: Token<T>, make: () => T): void => {
    container.register(key, { useFactory: instanceCachingFactory(make) })
  }

  const { options, configured, gateway } = given
  const { plugins, current } = configured
  const sandbox = options.mode === 'sandbox'
  // Behind an operator's own gateway calls keep their credentials and their limits, in the sandbox too.
  const lifted = sandbox && options.gateway === undefined
  const { service } = current()

  provide(tokens.options, () => options)
  provide(tokens.configured, () => configured)
  provide(tokens.gateway, () => gateway)
  provide(tokens.log, () => createLog(service.log.level, options.logTo))
  provide(tokens.metrics, createMetrics)
  provide(tokens.overload, () =>
    overload({
      inFlightCap: () => current().service.http.in_flight,
      delayCap: () => current().service.overload.event_loop_delay,
    }),
  )
  provide(tokens.drain, createDrain)
  provide(tokens.billing, () =>
    openBilling({
      dir: options.dataDir,
      warn: (error) => get(tokens.log).error({ error: String(error) }, 'the ledger could not be swept'),
    }),
  )
  provide(tokens.datasets, () =>
    openDatasets({
      dir: join(options.dataDir, 'datasets'),
      sources: datasetsIn(plugins.sources),
      log: get(tokens.log),
    }),
  )
  provide(tokens.egress, () => ({
    gateway,
    env: options.env,
    anonymous: lifted,
    contact: service.contact ?? '',
    version,
    trace: () => traces.getStore() ?? {},
  }))
  // The client and what it stands on are a quarter of all modules; no call needs them before the first question.
  provide(tokens.upstream, () =>
    onDemand(async () => {
      const { createUpstream } = await import('../../plugins/clients/http/client.ts')
      return createUpstream({
        ...get(tokens.egress),
        sources: plugins.sources.values(),
        settings: (source) => current().source(source),
        lifted,
        unlicensed: licences.refusal,
        memo: service.memo,
        datasets: get(tokens.datasets),
        log: get(tokens.log),
        observe: get(tokens.metrics).asked,
      })
    }),
  )

  const licences = licencesOf(plugins.sources, () => current().service.licences, sandbox)
  provide(tokens.licences, () => licences)
  const lacking: Lacking = (id) => {
    const source = plugins.sources.get(id)!
    if (licences.refusal(id, null) !== null)
      return { reason: 'not_licensed', env: lifted || source.keyless === true ? [] : missingEnv(source, options.env) }
    if (source.kind === 'dataset')
      return get(tokens.datasets)
        .status()
        .find((each) => each.id === id)?.ready
        ? null
        : { reason: 'not_imported', env: [] }
    const env = lifted || source.keyless === true ? [] : missingEnv(source, options.env)
    return env.length === 0 ? null : { reason: 'not_configured', env }
  }
  provide(tokens.catalogue, () => ({
    plugins,
    settings: current,
    lacking,
    isOff: (source: string, part: string) => licences.refusal(source, part) !== null,
    envOf: (id) => envNames(plugins.sources.get(id)!),
  }))
  provide(tokens.answering, () => {
    const upstream = get(tokens.upstream)
    return createAnswering({
      upstream: { ask: async (operation, question) => (await upstream.open()).ask(operation, question) },
      sources: plugins.sources,
      idempotency: get(tokens.billing).idempotency,
      worldNow: sandbox ? () => new Date(current().service.sandbox.date) : (options.now ?? (() => new Date())),
      sandbox,
      lacking: (id) => lacking(id)?.env ?? [],
      cache: service.answers,
      ...(options.onScore && { onScore: options.onScore }),
      onPluginError: (endpoint, where, fault) =>
        get(tokens.log).error({ endpoint, where, error: traceOf(fault) }, 'plugin failed on upstream data'),
    })
  })
  provide(tokens.app, () => {
    const log = get(tokens.log),
      metrics = get(tokens.metrics),
      billing = get(tokens.billing)
    return createApp({
      ...get(tokens.catalogue),
      billing,
      answering: get(tokens.answering),
      overload: get(tokens.overload),
      drain: get(tokens.drain),
      methods: isPayable({ pay: service.pay, sandbox })
        ? [x402({ pay: service.pay, sandbox, ...(options.facilitator && { facilitator: options.facilitator }) })]
        : [],
      sandbox,
      loopback: /^(127\.|::1$|localhost$)/.test(hostOf(options, service)),
      readiness: {
        faults: () =>
          billing.sweep().then(
            () => [],
            () => ['the ledger cannot be written'],
          ),
      },
      observe: observing(metrics, log),
      complain: (error, requestId) => log.error({ request_id: requestId, error: traceOf(error) }, 'a fault of ours'),
    })
  })
  return { get }
}

const traceOf = (fault: unknown): string | undefined => (fault instanceof Error ? fault.stack : String(fault))

/** The address to listen on: loopback in the sandbox, all in live mode, unless something else is said. */
export const hostOf = ({ host, mode }: ServiceOptions, { http }: ServiceSettings): string =>
  host ?? http.host ?? (mode === 'sandbox' ? '127.0.0.1' : '0.0.0.0')

const require = createRequire(import.meta.url)

/** The HTTP server around the application, with its limits and its answer to what is no HTTP. */
export const createHttpServer = (container: Container) => {
  // An import would build a view of all that the module exports, a WebSocket client among it: a fifth of a start.
  const { createServer } = require('node:http') as typeof import('node:http')
  const app = container.get(tokens.app),
    { receive } = container.get(tokens.configured).current().service.http
  // A request without a host is refused by the application: Node's own answer would be bare.
  const server = createServer(
    {
      maxHeaderSize: 65_536,
      optimizeEmptyRequests: true,
      keepAliveTimeout: 65_000,
      requestTimeout: receive,
      // Node looks for late requests as often as this.
      connectionsCheckingInterval: Math.ceil(receive / 10),
      requireHostHeader: false,
    },
    app,
  )
  // Nor is one with an expectation that nobody knows refused by Node: it may be ignored.
  server.on('checkExpectation', app)
  server.on('clientError', (error, socket) => {
    if (!socket.writable) return void socket.destroy()
    socket.end(rawProblem(error))
    // A caller that keeps its own half open would keep the connection.
    setTimeout(() => socket.destroy(), 1000).unref()
  })
  return server
}
