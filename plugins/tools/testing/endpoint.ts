/**
 * Looks up subjects through one endpoint, in this process, over the sample world: real pipeline, real client, no HTTP
 * in front.
 */
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
  projectRoot,
  rawOf,
  type ServiceOptions,
  tokens,
} from '@domesday/core/tool'
import { madeUpCredentials } from './credentials.ts'
import { openLackingWorld } from './lacking.ts'
import { faultsInAnswer } from './schema.ts'

export interface Looked {
  readonly status: number
  /** The parsed body; of a failure the problem document. */
  readonly body: any
  /** `body.data` and `body._meta` of a success. */
  readonly data: any
  readonly meta: any
}

export interface OpenEndpoint {
  /** `look('/location/WA11UH?depth=full')`. A success that does not agree with the published schema rejects. */
  look(path: string): Promise<Looked>
  /** Example paths of its defaults. */
  readonly examples: readonly string[]
  close(): Promise<void>
}

const noOverrides = join(projectRoot, 'plugins/tools/testing/config')

/**
 * `gateway` may name another stand-in than the sample world, which then has no bulk datasets: for answers that no
 * sample holds. `without` names sources that do not answer, or are not imported; `id/path` what of a source does not
 * answer.
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
  const lacking = without && (await openLackingWorld(loaded.plugins.sources, without, options))
  const standIn = lacking?.origin ?? gateway
  const { container, close } = await openService({
    ...options,
    ...(lacking && { env: madeUpCredentials(loaded.plugins.sources) }),
    ...(standIn !== undefined && { gateway: standIn }),
  })
  const { plugins, current } = container.get(tokens.configured)
  const endpoint = plugins.endpoints.get(declared.id)!
  return {
    examples: Object.keys(current().endpoint(declared.id).examples),
    look: async (path) => {
      try {
        const plan = planOf(endpoint, current().endpoint(declared.id), rawOf(endpoint, path.replaceAll(' ', '%20'), ''))
        const { body: made } = await container
          .get(tokens.answering)
          .answer(plan, { payer: operatorPayer, requestId: randomUUID() })
        const body = JSON.parse(bytesOf(made).toString()) as { data: unknown; _meta: unknown }
        const faults = faultsInAnswer(endpoint, body)
        if (faults.length > 0) throw new Error(`${path} does not agree with its schema:\n${faults.join('\n')}`)
        return { status: 200, body, data: body.data, meta: body._meta }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const body = problemOf(error, 'test')
        return { status: body.status, body, data: undefined, meta: undefined }
      }
    },
    close: async () => {
      await close()
      await lacking?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
