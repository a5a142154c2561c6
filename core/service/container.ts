/** The composition root: wires the parts. Everything else receives its parts as plain arguments. */
import 'reflect-metadata'
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe'
import { join } from 'node:path'
import { Failure } from '../contract/failure.ts'
import type { OpenEvidence } from '../contract/evidence.ts'
import type { EarlierSample } from '../contract/gateway.ts'
import type { OpenShared } from '../contract/shared.ts'
import type { Tracing } from '../contract/tracing.ts'
import type { Billing } from '../credits/store.ts'
import { createAnswering } from '../engine/answer.ts'
import { createClients } from '../engine/clients.ts'
import { createMaking, type AnswerClock, type MakingParts } from '../engine/make.ts'
import { ParameterError } from '../engine/plan.ts'
import { createPluginErrors } from '../engine/plugin-errors.ts'
import { createApp } from '../http/app.ts'
import { deliveries } from '../http/delivery.ts'
import { createDrain } from '../http/drain.ts'
import { createMetrics } from '../http/metrics.ts'
import { overload, type Overload } from '../http/overload.ts'
import { interfaceVersion, release } from '../http/release.ts'
import { callerId, joining, traceHeaders, waiters } from '../http/request-context.ts'
import type { Surface } from '../http/surface.ts'
import { createSurfaces } from '../http/surfaces.ts'
import { licencesOf } from '../registry/licences.ts'
import { createReadiness } from '../registry/readiness.ts'
import type { ServiceSettings } from '../registry/settings/settings.ts'
import { answerClock } from './clocks.ts'
import type { Configured } from './configure.ts'
import { fleetNotes, runningHere } from './fleet.ts'
import type { Log } from './log.ts'
import { countingRecovered, observing } from './observing.ts'
import type { ServiceOptions } from './options.ts'
import { readableByAll } from './read-by-all.ts'
import { readinessFaults } from './readiness-faults.ts'
import { tokens, type Token } from './tokens.ts'

export interface Container {
  get<T>(token: Token<T>): T
}

export interface Given {
  readonly options: ServiceOptions
  readonly configured: Configured
  /** The gateway's base address, or null. */
  readonly gateway: string | null
  /** Sample subjects at earlier times. */
  readonly earlier: () => Promise<readonly EarlierSample[]>
  readonly log: Log
  readonly billing: Billing
  readonly shared: OpenShared | null
  readonly tracing: Tracing | null
  readonly evidence: OpenEvidence | null
}

/** Builds nothing yet: each part is built once, on first use. */
export const compose = (given: Given): Container => {
  const { options, configured, gateway, earlier, log, billing, shared, tracing, evidence } = given
  const container: DependencyContainer = root.createChildContainer()
  const get = <T>({ key }: Token<T>): T => container.resolve<T>(key)
  const provide = <T>({ key }: Token<T>, make: () => T): void => {
    container.register(key, { useFactory: instanceCachingFactory(make) })
  }
  const { plugins, packages, current } = configured
  const sandbox = options.mode === 'sandbox',
    { now = Date.now } = options
  // Calls through an operator's own gateway keep their credentials and rate limits, in the sandbox too.
  const anonymous = sandbox && options.gateway === undefined
  const { service } = current()
  const patience = options.patience ?? (anonymous ? service.sandbox.patience : 1)
  const running = runningHere(options, configured),
    clock = answerClock(configured, options)

  provide(tokens.options, () => options)
  provide(tokens.configured, () => configured)
  provide(tokens.log, () => log)
  provide(tokens.billing, () => billing)
  provide(tokens.shared, () => shared)
  provide(tokens.tracing, () => tracing)
  provide(tokens.earlier, () => earlier)
  provide(tokens.earlierPacks, () => new Set<string>())
  provide(tokens.evidence, () => evidence)
  provide(tokens.metrics, () => countingRecovered(createMetrics(), billing.delivery))
  provide(tokens.drain, createDrain)
  provide(tokens.overload, () =>
    overload({
      inFlightCap: () => current().service.http.in_flight,
      shares: () => current().service.http.in_flight_share,
      delayCap: () => patience * current().service.overload.event_loop_delay,
    }),
  )
  provide(tokens.licences, () => licencesOf(plugins.sources, () => current().service.licences, sandbox))
  provide(tokens.egress, () => ({
    gateway,
    env: options.env,
    anonymous,
    patience,
    contact: service.contact ?? '',
    version: interfaceVersion,
    trace: tracing?.headers ?? traceHeaders,
    caller: callerId,
    waiters,
    joining,
  }))
  provide(tokens.clients, () =>
    createClients({
      clients: packages.clients,
      settingsOf: (id) => {
        const { settings = {} } = packages.clients.find((client) => client.id === id)!
        return current().package({ kind: 'client', id, settings })
      },
      sources: plugins.sources,
      sourceSettings: (source) => current().source(source),
      egress: get(tokens.egress),
      unlimited: anonymous,
      shared,
      dataDirOf: (client) => join(options.dataDir, client === 'dataset' ? 'datasets' : client),
      day: clock.now,
      now,
      unlicensed: get(tokens.licences).refusal,
      onAsk: options.onAsk,
      log,
      observe: (event) => {
        tracing?.note({ outcome: event.outcome })
        get(tokens.metrics).asked(event)
      },
    }),
  )
  provide(tokens.readiness, () =>
    createReadiness({
      sources: plugins.sources,
      licences: get(tokens.licences),
      clients: get(tokens.clients),
      env: options.env,
      anonymous,
    }),
  )
  provide(tokens.pluginErrors, () =>
    createPluginErrors(plugins, {
      now,
      onError: (failed) => {
        const { requestId, error, ...rest } = failed
        log.error({ ...rest, request_id: requestId, error: traceOf(error) }, 'plugin failed')
        get(tokens.metrics).pluginFailed(failed)
        options.onPluginError?.(failed)
      },
    }),
  )
  const making = (clock: AnswerClock): MakingParts => ({
    sources: plugins.sources,
    clock,
    now,
    sandbox,
    patience,
    repeatPrice: () => current().service.billing.repeat_price,
    lacking: (id) => get(tokens.readiness).lacking(id)?.env ?? [],
    ...(options.onScore && { onScore: options.onScore }),
    pluginErrors: get(tokens.pluginErrors),
    tracing,
    evidence,
    release,
  })
  provide(
    tokens.makingAt,
    () => (now) => createMaking({ ...making({ now: () => now, told: (at) => at }), isOfThen: true }),
  )
  provide(tokens.answering, () =>
    createAnswering({
      ...making(clock),
      upstream: get(tokens.clients),
      idempotency: billing.idempotency,
      cache: service.answers,
      joining,
    }),
  )
  provide(tokens.surfaces, () =>
    createSurfaces(
      packages.surfaces as readonly Surface[],
      {
        plugins,
        settings: current,
        billing,
        env: options.env,
        answering: get(tokens.answering),
        readiness: get(tokens.readiness),
        unwell: get(tokens.pluginErrors).unwell,
        evidence: evidence && readableByAll(evidence, get(tokens.earlierPacks)),
        sandbox,
        host: hostOf(options, service),
        loopback: /^(127\.|::1$|localhost$)/.test(hostOf(options, service)),
      },
      options.substitutes,
    ),
  )
  const appOf = (isPrivate: boolean, places: Pick<Overload, 'during' | 'check' | 'inFlightOf'>) =>
    createApp({
      plugins,
      settings: current,
      billing,
      expect: deliveries(billing.delivery, {
        onLoss: get(tokens.metrics).lost,
        onFault: (fault) => log.error({ error: traceOf(fault) }, 'failed to record the loss of an answer'),
      }),
      overload: places,
      drain: get(tokens.drain),
      shared,
      tracing,
      health: {
        faults: readinessFaults(get(tokens.drain), billing, now),
        notes: () => [...fleetNotes(shared, running), ...get(tokens.clients).notes()],
      },
      surfaces: get(tokens.surfaces).mounted.filter(({ surface }) => (surface.private ?? false) === isPrivate),
      refused: get(tokens.metrics).refused,
      observe: observing(get(tokens.metrics), log),
      complain: (error, requestId) => {
        if (error instanceof ParameterError)
          get(tokens.pluginErrors).report(error.endpoint, 'parameters', error.cause, requestId)
        else if (!(error instanceof Failure))
          log.error({ request_id: requestId, error: traceOf(error) }, 'internal error')
      },
    })
  provide(tokens.app, () => appOf(false, get(tokens.overload)))
  // An operator can act under any load.
  provide(tokens.privateApp, () => appOf(true, { during: (work) => work(), check: () => {}, inFlightOf: () => 0 }))
  return { get }
}

const traceOf = (fault: unknown): string | undefined => (fault instanceof Error ? fault.stack : String(fault))

/** The address to listen on; by default loopback in the sandbox and all interfaces in live mode. */
export const hostOf = ({ host, mode }: ServiceOptions, { http }: ServiceSettings): string =>
  host ?? http.host ?? (mode === 'sandbox' ? '127.0.0.1' : '0.0.0.0')
