/** Spans to a collector, over HTTP: where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
import { telemetry } from '@domesday/core/telemetry'

export const otlp = telemetry({
  id: 'otlp',
  home: import.meta.dirname,
  open: async (parts) => (await import('./open-tracing.ts')).openTracing(parts),
})
