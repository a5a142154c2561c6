import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type TextMapGetter } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanFacts, TelemetryParts, Tracing } from '@domesday/core/telemetry'

/** The longest that a stop waits for the collector, milliseconds. */
const longestClose = 2_000
/** Milliseconds between two lines about a collector that cannot be reached. */
const complainEvery = 60_000

const getter: TextMapGetter<Readonly<Record<string, string>>> = {
  get: (carrier, name) => carrier[name],
  keys: (carrier) => Object.keys(carrier),
}

/** The share of traces that are recorded, of those that no caller decided on: `OTEL_TRACES_SAMPLER_ARG`. */
const shareIn = (env: TelemetryParts['env']): number => {
  const text = env['OTEL_TRACES_SAMPLER_ARG']
  if (text === undefined || text === '') return 1
  const share = Number(text)
  if (!(share >= 0 && share <= 1)) throw new RangeError(`OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, not '${text}'`)
  return share
}

export const openTracing = ({ env, version, log }: TelemetryParts): Tracing => {
  let complained = -Infinity
  const complain = (fault: unknown): void => {
    if (performance.now() - complained < complainEvery) return
    complained = performance.now()
    log.warn({ error: fault instanceof Error ? fault.message : String(fault) }, 'spans cannot be sent to the collector')
  }
  setGlobalErrorHandler(complain)
  const root = new TraceIdRatioBasedSampler(shareIn(env))
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': env['OTEL_SERVICE_NAME'] || 'domesday', 'service.version': version }),
    ),
    sampler: new ParentBasedSampler({ root }),
    // The exporter reads its address and headers from the environment, as the specification names them.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('domesday', version),
    contexts = new AsyncLocalStorageContextManager().enable(),
    propagator = new W3CTraceContextPropagator()
  const parentOf = (traceparent: string | null): Context =>
    traceparent === null ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, { traceparent }, getter)
  const present = () => trace.getSpan(contexts.active())

  return {
    span: async (name, facts, work, traceparent) => {
      const isRequest = traceparent !== undefined
      const parent = isRequest ? parentOf(traceparent) : contexts.active(),
        kind = isRequest ? SpanKind.SERVER : SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind, attributes: { ...facts } }, parent)
      try {
        return await contexts.with(trace.setSpan(parent, span), work)
      } catch (fault) {
        // The name of the fault only: its message may say what was looked up.
        span.setStatus({ code: SpanStatusCode.ERROR, message: fault instanceof Error ? fault.name : 'fault' })
        throw fault
      } finally {
        span.end()
      }
    },
    note: (facts: SpanFacts) => {
      const span = present()
      if (!span) return
      span.setAttributes({ ...facts })
      const { 'http.request.method': method, 'http.route': route } = facts
      if (method !== undefined && route !== undefined) span.updateName(`${method} ${route}`)
    },
    headers: () => {
      const carrier: Record<string, string> = {}
      propagator.inject(contexts.active(), carrier, { set: (to, name, value) => void (to[name] = value) })
      return carrier
    },
    traceId: () => present()?.spanContext().traceId ?? null,
    close: async () => {
      const gaveUp = wait(longestClose, null, { ref: false }).then(() => complain('it took too long'))
      await Promise.race([provider.shutdown().catch(complain), gaveUp])
      contexts.disable()
    },
  }
}
