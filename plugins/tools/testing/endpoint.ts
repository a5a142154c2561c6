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
  problemOf,
  rawOf,
  type ServiceOptions,
  tokens,
} from '@domesday/core/tool'
import { madeUpCredentials } from './credentials.ts'
import { openWithoutSources } from './without-sources.ts'
import { faultsInAnswer } from './schema.ts'

export interface Looked {
  readonly status: number
  /** The parsed body; for a failure the problem document. */
  readonly body: any
  /** `body.data` and `body._meta` of a success. */
  readonly data: any
  readonly meta: any
}

export interface OpenEndpoint {
  /** `look('/location/WA11UH?depth=full')`. Rejects if a success does not match the published schema. */
  look(path: string): Promise<Looked>
  /** Example paths of its defaults. */
  readonly examples: readonly string[]
  close(): Promise<void>
}

const noOverrides = join(import.meta.dirname, 'config')

/**
 * `gateway` replaces the sample data, then without datasets: for answers that no sample has. `without` lists sources
 * that do not answer or are not imported; `id/path` is a part of a source that does not answer.
 */
export const openEndpoint = async (
  declared: Endpoint<any>,
  {
    env = {},
    gateway,
    without,
  }: {
    readonly env?: Readonly<Record<string, string>>
    readonly gateway?: string
    readonly without?: readonly string[]
  } = {},
): Promise<OpenEndpoint> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'domesday-endpoint-'))
  const loaded = collectPlugins([[declared.id, declared]])
  const options: ServiceOptions = {
    mode: 'sandbox',
    env,
    configDir: noOverrides,
    dataDir,
    loaded,
    logTo: { write: () => {} },
  }
  const reduced = without && (await openWithoutSources(loaded.plugins.sources, without, options))
  const gatewayOrigin = reduced?.origin ?? gateway
  const { container, close } = await openService({
    ...options,
    ...(reduced && { env: madeUpCredentials(loaded.plugins.sources) }),
    ...(gatewayOrigin !== undefined && { gateway: gatewayOrigin }),
  })
  const { plugins, current } = container.get(tokens.configured)
  const endpoint = plugins.endpoints.get(declared.id)!
  return {
    examples: Object.keys(current().endpoint(declared.id).examples),
    look: async (path) => {
      try {
        const plan = planOf(endpoint, current().endpoint(declared.id), rawOf(endpoint, path.replaceAll(' ', '%20'), ''))
        const { body: answered } = await container
          .get(tokens.answering)
          .answer(plan, { payer: operatorPayer, requestId: randomUUID() })
        const body = JSON.parse(bytesOf(answered).toString()) as { data: unknown; _meta: unknown }
        const faults = faultsInAnswer(endpoint, body)
        if (faults.length > 0) throw new Error(`${path} does not match its schema:\n${faults.join('\n')}`)
        return { status: 200, body, data: body.data, meta: body._meta }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const body = problemOf(error, 'test')
        return { status: body.status, body, data: undefined, meta: undefined }
      }
    },
    close: async () => {
      await close()
      await reduced?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
