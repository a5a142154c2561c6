/**
 * Telemetry for tests: a line of JSON for each span, in the file that the environment variable `SPANS` names. It uses
 * its port and nothing else of the core.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { telemetry, type SpanFacts } from '@domesday/core/telemetry'

interface Span {
  readonly trace: string
  readonly id: string
  facts: SpanFacts
}

/** `00-<trace>-<span>-<flags>` */
const callerIn = (traceparent: string | null): Pick<Span, 'trace' | 'id'> | undefined => {
  const [, trace, id] = traceparent?.split('-') ?? []
  return trace === undefined || id === undefined ? undefined : { trace, id }
}
const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const spans = telemetry({
  id: 'spans',
  home: import.meta.dirname,
  open: async ({ env, version }) => {
    const present = new AsyncLocalStorage<Span>()
    return {
      span: async (name, facts, work, traceparent) => {
        const above = traceparent === undefined ? present.getStore() : callerIn(traceparent)
        const span: Span = { trace: above?.trace ?? hex(16), id: hex(8), facts }
        let failed = true
        try {
          const done = await present.run(span, work)
          failed = false
          return done
        } finally {
          const line = JSON.stringify({ name, parent: above?.id ?? null, failed, version, ...span })
          if (env['SPANS'] !== undefined) appendFileSync(env['SPANS'], `${line}\n`)
        }
      },
      note: (facts) => {
        const span = present.getStore()
        if (span !== undefined) span.facts = { ...span.facts, ...facts }
      },
      headers: () => {
        const span = present.getStore()
        return span === undefined ? {} : { traceparent: `00-${span.trace}-${span.id}-01` }
      },
      traceId: () => present.getStore()?.trace ?? null,
      close: async () => {},
    }
  },
})
