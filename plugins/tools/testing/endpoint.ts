/** Runs lookups of one endpoint in this process, over the sample data: real engine and client, without HTTP. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@domesday/core'
import {
  bytesOf,
  collectPlugins,
  Failure,
  openService,
  operatorPayer,
  planOf,
  type PluginError,
  problemOf,
  rawOf,
  type ServiceOptions,
  tokens,
} from '@domesday/core/tool'
import { madeUpCredentials } from './credentials.ts'
import { lacksSample, missingSamples, pluginFailure, unreadSamples } from './failures.ts'
import { hear } from './heard.ts'
import { writeOwnService } from './own-service.ts'
import type { PluginFault } from './plugin-fault.ts'
import { openWithoutSources } from './without-sources.ts'
import { faultsInAnswer } from './schema.ts'

export interface Looked {
  readonly status: number
  /** The parsed body; for a failure the problem document. */
  readonly body: any
  /** `body.data` and `body._meta` of a success. Of a failure they throw, with its status and code. */
  readonly data: any
  readonly meta: any
}

export interface OpenEndpoint {
  /**
   * `look('/location/WA11UH?depth=full')`. Rejects if a success does not match the published schema, with the cause
   * if a plugin's code failed or a source could not read its sample, and with the missing rows if a call had no sample.
   */
  look(path: string): Promise<Looked>
  /** Example paths of its defaults. */
  readonly examples: readonly string[]
  /** Calls without a sample, as rows for the `samples/exchanges.yaml` of their sources. */
  readonly unmatched: readonly string[]
  /** What the service logged at `warn` and `error`, as JSON. */
  readonly warnings: readonly string[]
  close(): Promise<void>
}

export interface EndpointOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Replaces the sample data, then without datasets: for answers that no sample has. */
  readonly gateway?: string
  /**
   * Sources that do not answer or are not imported; `id/path` is a part of a source that does not answer.
   */
  readonly without?: readonly string[]
  /** `allow`: a lookup resolves although the code of a plugin failed, or could not read a sample. */
  readonly pluginErrors?: 'reject' | 'allow'
  /** `allow`: a lookup resolves although a call had no sample. */
  readonly missingSamples?: 'reject' | 'allow'
}

interface GapRow {
  readonly source: string
  readonly reason: string
}

/** A test that reads the data of a failure is told of the failure, not of a member of undefined. */
const failed = (path: string, body: ReturnType<typeof problemOf>): Looked => {
  const refuse = (): never => {
    throw new Error(`${path} has no data: it was answered ${body.status} ${body.code}: ${body.detail}`)
  }
  return Object.defineProperties({ status: body.status, body } as Looked, {
    data: { get: refuse },
    meta: { get: refuse },
  })
}

interface LogLine {
  readonly level: string
  readonly source?: string
  readonly row?: string
}

export const openEndpoint = async (
  declared: Endpoint,
  { env = {}, gateway, without, pluginErrors = 'reject', missingSamples: onMissing = 'reject' }: EndpointOptions = {},
): Promise<OpenEndpoint> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-endpoint-'))
  const configDir = join(dir, 'config')
  const loaded = collectPlugins([[declared.id, declared]])
  writeOwnService(configDir, declared.id, loaded.plugins.sources.values())
  if (loaded.faults.length > 0) throw new TypeError(loaded.faults.join('\n'))
  const unmatched: string[] = [],
    warnings: string[] = [],
    errors: PluginError[] = []
  const heard = hear()
  const noteUnmatched = ({ source, row }: { readonly source?: string; readonly row?: string }): void => {
    const line = `${row}   # ${source}`
    if (row !== undefined && !unmatched.includes(line)) unmatched.push(line)
  }
  const options: ServiceOptions = {
    mode: 'sandbox',
    env,
    configDir,
    dataDir: join(dir, 'data'),
    loaded,
    logTo: {
      write: (text) => {
        const line = JSON.parse(text) as LogLine
        heard.write(text)
        if (line.level !== 'warn' && line.level !== 'error') return
        warnings.push(text.trim())
        noteUnmatched(line)
      },
    },
    onPluginError: (error) => errors.push(error),
  }
  const reduced = without && (await openWithoutSources(loaded.plugins.sources, without, options, noteUnmatched))
  const gatewayOrigin = reduced?.origin ?? gateway
  const { container, close } = await openService({
    ...options,
    ...(reduced && { env: madeUpCredentials(loaded.plugins.sources) }),
    ...(gatewayOrigin !== undefined && { gateway: gatewayOrigin }),
  })
  const { plugins, current } = container.get(tokens.configured)
  const endpoint = plugins.endpoints.get(declared.id)!

  const answered = async (path: string, requestId: string): Promise<Looked> => {
    const plan = planOf(endpoint, current().endpoint(declared.id), rawOf(endpoint, path.replaceAll(' ', '%20'), ''))
    const { body: bytes } = await container.get(tokens.answering).answer(plan, { payer: operatorPayer, requestId })
    const body = JSON.parse(bytesOf(bytes).toString()) as { data: unknown; _meta: unknown }
    const faults = faultsInAnswer(endpoint, body)
    if (faults.length > 0) throw new Error(`${path} does not match its schema:\n${faults.join('\n')}`)
    return { status: 200, body, data: body.data, meta: body._meta }
  }

  /** A stand-in of the test's own may well answer what nobody can read. */
  const unreadBehind = (meta: any, error?: Failure): readonly PluginFault[] => {
    if (
      gateway !== undefined ||
      (error && !/^(upstream_failed|upstream_changed|dataset_not_imported)$/.test(error.code))
    )
      return []
    const failed = ((meta?.missing ?? []) as readonly GapRow[]).filter(({ reason }) =>
      /^(upstream_failed|upstream_changed|not_imported)$/.test(reason),
    )
    return heard.unread(plugins.sources).filter(({ source }) => error || failed.some((gap) => gap.source === source))
  }

  /** An answer from the cache can hold what an earlier lookup ran into. */
  const refuse = (path: string, requestId: string, meta: any, error?: Failure): void => {
    const reasons = ((meta?.missing ?? []) as readonly GapRow[]).map(({ reason }) => reason)
    const own = errors.filter((one) => one.requestId === requestId)
    const failed = own.length > 0 || reasons.includes('plugin_failed') || error?.code === 'plugin_failed'
    if (failed && pluginErrors === 'reject')
      throw pluginFailure(path, own.length > 0 || error?.cause ? own : errors, error?.cause, warnings)
    const unread = pluginErrors === 'reject' ? unreadBehind(meta, error) : []
    if (unread.length > 0) throw unreadSamples(path, unread)
    if (onMissing === 'reject' && (reasons.includes('no_sample') || lacksSample(error)))
      throw missingSamples(path, unmatched)
  }

  return {
    examples: Object.keys(current().endpoint(declared.id).examples),
    unmatched,
    warnings,
    look: async (path) => {
      const requestId = randomUUID()
      try {
        const looked = await answered(path, requestId)
        refuse(path, requestId, looked.meta)
        return looked
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const body = problemOf(error, 'test')
        refuse(path, requestId, undefined, error)
        return failed(path, body)
      }
    },
    close: async () => {
      await close()
      await reduced?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
