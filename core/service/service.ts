/** A running service: settings → packages → gateway → store → container → listen. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { openSettingsCache } from '../config/cached-settings.ts'
import type { OpenGateway } from '../contract/gateway.ts'
import type { OpenJobs } from '../contract/jobs.ts'
import type { Billing } from '../credits/store.ts'
import { rebuilt } from '../http/app.ts'
import { proxiesOf } from '../http/client-address.ts'
import { serveMetrics } from '../http/metrics.ts'
import { createHttpServer } from '../http/server.ts'
import { bookGauges, latestAudit } from './audit.ts'
import { configure, type Configured } from './configure.ts'
import { compose, hostOf, type Container } from './container.ts'
import { keepEarlier } from './earlier.ts'
import { makeDataFolder } from './data-folder.ts'
import { fleetGauges, runningHere } from './fleet.ts'
import { createLog, type Log } from './log.ts'
import { openOptional } from './optional.ts'
import type { ServiceOptions } from './options.ts'
import { settingsRecord } from './settings-record.ts'
import { storeParts } from './stored.ts'
import { tokens } from './tokens.ts'
import { versionGauges } from './version-gauges.ts'

export interface Service {
  readonly container: Container
  close(): Promise<void>
}

export interface Listening extends Service {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly metricsOrigin: string | null
  /** Loads the packages that the first request needs, after the service listens. */
  warm(): Promise<void>
}

/** A service without the HTTP server, for commands. Throws a `BootFault` with every fault at once. */
export const openService = (options: ServiceOptions): Promise<Service> => openParts(options, true)

/** The same for commands that change nothing: of the ledger there are the books alone, and no evidence. */
export const openReading = (options: ServiceOptions): Promise<Service> => openParts(options, true, true)

const openParts = async (options: ServiceOptions, isCommand: boolean, reads = false): Promise<Service> => {
  makeDataFolder(options.dataDir)
  const cache = openSettingsCache(join(options.dataDir, 'settings.json'))
  const configured = await configure(options, { cache })
  const log = createLog(configured.current().service.log.level, options.logTo)
  const gateway = await openSampleGateway(configured, log)
  // A gateway that stays open keeps a command from its end.
  const giveUp = async (fault: unknown): Promise<never> => {
    await gateway?.close()
    throw fault
  }
  const warn = (fault: unknown): void => log.error({ error: String(fault) }, 'the sweep of the ledger failed')
  const parts = storeParts(options, configured, { warn, isCommand, ...(!isCommand && { log }) })
  const { store } = configured.packages
  // Of the ledger, work on other things needs no more than that it can be read.
  const opening = async () => (reads && store.read ? ((await store.read(parts)) as Billing) : store.open(parts))
  const billing = await opening().catch(giveUp)
  const { shared, tracing, evidence } = await openOptional(configured, options, {
    billing,
    log,
    isCommand,
    reads,
  }).catch((fault: unknown) => billing.close().then(() => giveUp(fault)))
  const container = compose({
    options,
    configured,
    gateway: gateway?.origin ?? options.gateway ?? null,
    earlier: async () => (await gateway?.earlier?.()) ?? [],
    log,
    billing,
    shared,
    tracing,
    evidence,
  })
  if (gateway)
    for (const { id, ...why } of await container.get(tokens.clients).loadSamples())
      log.warn({ dataset: id, ...why }, 'failed to import sample data')
  return {
    container,
    close: async () => {
      await container.get(tokens.clients).close()
      await billing.close()
      await shared?.close()
      await evidence?.close()
      await tracing?.close()
      container.get(tokens.overload).close()
      await gateway?.close()
    },
  }
}

/** Opens a gateway in this process that answers with sample data: in the sandbox, without an operator's gateway. */
const openSampleGateway = async ({ plugins, packages }: Configured, log: Log): Promise<OpenGateway | null> =>
  packages.gateway?.open({
    sources: plugins.sources,
    onUnmatched: ({ row, ...call }) =>
      log.warn({ ...call, row }, 'no sample for this call: add the row to samples/exchanges.yaml of the source'),
  }) ?? null

export const startService = async (options: ServiceOptions): Promise<Listening> => {
  const service = await openParts(options, false)
  const { container } = service
  const configured = container.get(tokens.configured),
    log = container.get(tokens.log)
  const { http, metrics: metricsAt } = configured.current().service
  const isProxy = rebuilt(configured.current, ({ service }) => service.http.trust_proxy, proxiesOf)
  const server = createHttpServer(container.get(tokens.app), {
    receive: http.receive,
    perAddress: () => configured.current().service.http.connections_per_address,
    send: () => configured.current().service.http.send,
    isProxy: (address) => isProxy()(address),
    onCut: (reason) => container.get(tokens.metrics).refused(reason, 'service'),
  })
  // What it is set up with may be refused, which is said before anything is answered.
  const openJobs = async (): Promise<OpenJobs | null> => (await import('./scheduled.ts')).openScheduled(container, true)
  const refused = (fault: unknown): Promise<never> => service.close().then(() => Promise.reject(fault))
  let scheduled = configured.packages.store.isShared ? await openJobs().catch(refused) : null
  await listen(server, options.port ?? http.port, hostOf(options, configured.current().service)).catch(refused)

  const metrics = describedMetrics(container)
  const metricsServer = await serveMetrics(metrics, {
    port: options.metricsPort ?? metricsAt.port,
    host: metricsAt.host,
    names: () => configured.current().service.metrics.names,
    others: container.get(tokens.privateApp),
    warn: (detail) => log.warn(detail),
  })

  warnOfSmallHeap(log)
  const record = settingsRecord(options, configured, log)
  const watching = configured.watch({
    accepted: record.changed,
    rejected: (faults) => log.error({ faults }, 'new settings have faults: the old ones stay in force'),
  })
  return {
    container,
    origin: originOf(server),
    metricsOrigin: metricsServer && originOf(metricsServer),
    warm: async () => {
      scheduled ??= await openJobs()
      scheduled?.gauges.forEach(metrics.gauge)
      metrics.open()
      record.started()
      await container.get(tokens.evidence)?.begin?.()
      await container.get(tokens.clients).warm()
      // The service runs without them, such as when its disk is full.
      await keepEarlier(container).catch((fault: unknown) =>
        log.warn({ error: String(fault) }, 'failed to store the earlier sample packs'),
      )
      scheduled?.start()
    },
    close: async () => {
      watching.stop()
      const { lame_duck: lameDuck, drain: finish } = configured.current().service.http
      await Promise.all([scheduled?.close(), container.get(tokens.drain).close(server, { lameDuck, finish })])
      metricsServer?.close()
      await service.close()
      record.stopped()
    },
  }
}

/** Bytes of the heap's limit: with less a service of all endpoints dies under a few callers. */
const leastHeap = 320 * 1024 ** 2
const warnOfSmallHeap = (log: Log): void => {
  const limit = getHeapStatistics().heap_size_limit
  const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2)
  if (limit < leastHeap)
    log.warn(
      { heap_mb: mb(limit), least_mb: mb(leastHeap) },
      'the heap of Node is too small: raise --max-old-space-size',
    )
}

/** The metrics, with the gauges of the service, of its clients and of its surfaces. */
const describedMetrics = (container: Container) => {
  const metrics = container.get(tokens.metrics),
    overload = container.get(tokens.overload),
    answering = container.get(tokens.answering),
    shared = container.get(tokens.shared)
  const gauges = [
    { name: 'domesday_in_flight', help: 'Requests in work', read: () => overload.inFlight },
    { name: 'domesday_answers_kept', help: 'Answers in the cache', read: () => answering.size.entries },
    ...bookGauges(latestAudit(() => container.get(tokens.billing).recentAudit())),
    ...(container.get(tokens.billing).gauges ?? []),
    ...fleetGauges(shared, runningHere(container.get(tokens.options), container.get(tokens.configured))),
    ...versionGauges(container.get(tokens.configured)),
    ...container.get(tokens.clients).gauges,
    ...(container.get(tokens.evidence)?.gauges ?? []),
    ...container
      .get(tokens.surfaces)
      .descriptions()
      .flatMap(({ gauges: own }) => own ?? []),
  ]
  gauges.forEach(metrics.gauge)
  return metrics
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

const originOf = (server: Server): string => {
  const { address, port, family } = server.address() as AddressInfo
  const shown = address === '0.0.0.0' || address === '::' ? 'localhost' : address
  return `http://${family === 'IPv6' && shown !== 'localhost' ? `[${shown}]` : shown}:${port}`
}
