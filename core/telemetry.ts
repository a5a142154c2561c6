/** What packages of telemetry are written in. */
import './contract/version.ts'
export { telemetry, type SpanFacts, type Telemetry, type TelemetryParts, type Tracing } from './contract/tracing.ts'
