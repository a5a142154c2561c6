/** A client for tests: a source's register is a JSON file beside it. It uses its port and nothing else of the core. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integer, type Absent, type Operation, type OtherHow, type Source, type WithDigest } from '@domesday/core'
import { client, digestMisfit, UpstreamFault, type AnySource, type UpstreamEvent } from '@domesday/core/client'

const kind = 'test:register'

interface RegisterHow extends OtherHow {
  readonly kind: typeof kind
  /** What of the register answers a question. */
  readonly read: (rows: readonly any[], input: any) => unknown
}

/** Declares an operation of a source that answers from the rows of `register.json` in the source's folder. */
export const registered = <Row, In, D>(
  source: Source,
  id: string,
  read: (rows: readonly Row[], input: In) => D | Absent,
  about: WithDigest<In, D>,
): Operation<In, D | Absent> => {
  const how: RegisterHow = { kind, read }
  return source.declare(id, how, about)
}

const fileOf = ({ home }: AnySource): string => join(home, 'register.json')

export const register = client({
  id: 'register',
  home: import.meta.dirname,
  settings: { fresh_s: integer({ description: 'How long an answer counts as fresh', unit: 's', minimum: 1 }) },
  kinds: [kind],
  open: ({ sources, settings, now, observe }) => {
    const rowsOf = new Map<string, Promise<readonly unknown[]>>()
    const load = (source: AnySource): Promise<readonly unknown[]> =>
      readFile(fileOf(source), 'utf8').then((text) => JSON.parse(text) as readonly unknown[])
    const rows = (source: AnySource): Promise<readonly unknown[]> => {
      const known = rowsOf.get(source.id) ?? load(source)
      rowsOf.set(source.id, known)
      return known
    }
    return {
      ask: async (operation, input) => {
        const { id, source, how } = operation,
          sourceId = source.id
        const seen = (outcome: UpstreamEvent['outcome']): void =>
          observe({ source: sourceId, operation: id, outcome, ms: 0, bytes: 0 })
        try {
          const value = (how as RegisterHow).read(await rows(sources.get(sourceId)!), input)
          const misfit = digestMisfit(operation, value)
          if (misfit !== null) throw new TypeError(misfit)
          const at = now()
          seen('ok')
          return { value, at, until: at + settings().fresh_s * 1_000 }
        } catch (fault) {
          seen('plugin_failed')
          throw new UpstreamFault(sourceId, 'plugin_failed', String(fault))
        }
      },
      isReady: (source) => existsSync(fileOf(sources.get(source)!)),
      warm: async () => {},
      close: async () => rowsOf.clear(),
    }
  },
})
