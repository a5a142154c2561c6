/** Spans to a collector, over HTTP: where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
import { telemetry } from '@domesday/core/telemetry'

export const otlp = telemetry({
  id: 'otlp',
  home: import.meta.dirname,
  addressFaults: ({ OTEL_EXPORTER_OTLP_ENDPOINT: at }) =>
    at === undefined || (/^https?:\/\/[^/]/i.test(at) && URL.canParse(at))
      ? []
      : ['OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, such as http://127.0.0.1:4318'],
  open: async (parts) => (await import('./open-tracing.ts')).openTracing(parts),
})
