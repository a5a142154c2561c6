/**
 * The port of tracing: spans for a request, for what it gathers, asks and pays. Spans name routes, sources and
 * operations, and never what was looked up.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface Tracing {
  /**
   * Runs work in a span below the present one; with `traceparent` it is that of a request, below the caller's or, if
   * null, the first of its trace. A rejection marks it as failed.
   */
  span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, traceparent?: string | null): Promise<T>
  /** Adds to the present span. */
  note(facts: SpanFacts): void
  /** The headers that hand the present span on to an upstream. */
  headers(): Readonly<Record<string, string>>
  /** The id of the present trace, for logs. */
  traceId(): string | null
  /** Sends what is left. */
  close(): Promise<void>
}

export interface TelemetryParts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** `3.2.0` */
  readonly version: string
  readonly log: { warn(details: object, message: string): void }
}

export interface Telemetry {
  readonly port: 'telemetry'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`. */
  readonly home: string
  /** What is wrong with the addresses in the environment, in sentences. */
  addressFaults?(env: TelemetryParts['env']): readonly string[]
  open(parts: TelemetryParts): Promise<Tracing>
}

export const telemetry = (declared: Omit<Telemetry, 'port'>): Telemetry => ({ port: 'telemetry', ...declared })

/** Runs work in a span; without tracing it just runs. */
export const spanned = <T>(
  tracing: Tracing | null,
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> => (tracing === null ? work() : tracing.span(name, facts, work))
