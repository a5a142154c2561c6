/** A running service: settings → plugins → gateway → container → listen. */
import 'reflect-metadata'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Dataset } from '../contract/dataset.ts'
import { openSettingsCache } from '../config/cached-settings.ts'
import { serveMetrics } from '../http/metrics.ts'
import { configure } from './configure.ts'
import { compose, createHttpServer, hostOf, type Container } from './container.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import type { ServiceOptions } from './options.ts'
import { unsupportedStores } from './stores.ts'
import { tokens } from './tokens.ts'

export interface Service {
  readonly container: Container
  close(): Promise<void>
}

export interface Listening extends Service {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly metricsOrigin: string | null
  /** Loads the packages that a start can do without and a call cannot: the first caller need not wait for them. */
  warm(): Promise<void>
}

/** All but the HTTP server: what commands work with. Throws a `BootFault` with every fault at once. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  makeDataFolder(options.dataDir)
  const configured = await configure(options, openSettingsCache(join(options.dataDir, 'settings.json')))
  const world =
    options.mode === 'sandbox' && options.gateway === undefined
      ? await openWorld(options, configured.plugins.sources)
      : null
  const container = compose({ options, configured, gateway: world?.origin ?? options.gateway ?? null })
  if (world) await world.importSamples(container)
  return {
    container,
    close: async () => {
      await (await container.get(tokens.upstream).opened)?.close()
      container.get(tokens.datasets).close()
      await container.get(tokens.billing).close()
      container.get(tokens.overload).close()
      await world?.close()
    },
  }
}

/** The sample world: a gateway in this process, and its bulk files through the real importer. */
const openWorld = async (
  options: ServiceOptions,
  sources: ReadonlyMap<string, import('../registry/load.ts').AnySource>,
) => {
  const { createSandbox } = await import('../../plugins/tools/gateway/sandbox.ts')
  let log: Log | undefined
  const gateway = await createSandbox({
    sources,
    onUnmatched: (call) => log?.debug(call, 'the sample world holds no such exchange'),
  }).listen()
  return {
    ...gateway,
    importSamples: async (container: Container) => {
      log = container.get(tokens.log)
      const bulk = [...sources.values()].filter(
        (source): source is Dataset => source.kind === 'dataset' && !source.optional,
      )
      if (bulk.length === 0) return
      const [{ importSamples }, { reachOf }] = await Promise.all([
        import('../../plugins/clients/dataset/samples.ts'),
        import('../../plugins/clients/dataset/source-access.ts'),
      ])
      const { current } = container.get(tokens.configured)
      const dir = join(options.dataDir, 'datasets'),
        egress = container.get(tokens.egress)
      const { failed } = await importSamples({
        sources: new Map(bulk.map((dataset) => [dataset.id, dataset])),
        dir,
        day: new Date(current().service.sandbox.date),
        reach: (dataset) => reachOf(dataset, current().source(dataset.id), egress, dir),
      })
      for (const { id, why } of failed) log.warn({ dataset: id, why }, 'a sample could not be imported')
    },
  }
}

export const startService = async (options: ServiceOptions): Promise<Listening> => {
  const service = await openService(options)
  const { container } = service
  const configured = container.get(tokens.configured),
    log = container.get(tokens.log)
  for (const [variable, what] of unsupportedStores(options)) log.warn({ variable }, `${variable} ${what}`)
  const { http, metrics: metricsAt } = configured.current().service
  const server = createHttpServer(container)
  await listen(server, options.port ?? http.port, hostOf(options, configured.current().service))

  const metrics = container.get(tokens.metrics)
  const overload = container.get(tokens.overload),
    answering = container.get(tokens.answering)
  metrics.gauge('domesday_in_flight', 'Requests in work', () => overload.inFlight)
  metrics.gauge('domesday_answers_kept', 'Answers in the cache', () => answering.size.entries)
  metrics.gauge(
    'domesday_ledger_faults',
    'Faults that an audit of the ledger finds; 0 when the sum of the ledger is the balance',
    () => container.get(tokens.billing).faults(),
  )
  const metricsServer = await serveMetrics(metrics, {
    port: options.metricsPort ?? metricsAt.port,
    host: metricsAt.host,
    warn: (detail) => log.warn(detail),
  })

  const watching = configured.watch({
    swapped: () => log.info('settings changed and are in force'),
    refused: (faults) => log.error({ faults }, 'settings changed, but are faulty: the old ones stay in force'),
  })
  return {
    container,
    origin: originOf(server),
    metricsOrigin: metricsServer && originOf(metricsServer),
    warm: async () => {
      metrics.open()
      log.debug({ endpoints: configured.plugins.endpoints.size }, 'listening')
      await container.get(tokens.upstream).open()
    },
    close: async () => {
      watching.stop()
      await container.get(tokens.drain).close(server, configured.current().service.http.drain)
      metricsServer?.close()
      await service.close()
    },
  }
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
