/** Counts what a service asks of its sources, at a gateway with their samples. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@domesday/core'
import { collectPlugins } from '@domesday/core/tool'
import { createSandbox, json, listenOnLoopback } from '@domesday/tool-gateway'
import { runAlone } from './alone.ts'
import { madeUpCredentials } from './credentials.ts'
import type { RunningService } from './service.ts'

export interface CountedService extends RunningService {
  /** The sources that were asked so far, one entry for each call. A test may empty it. */
  readonly calls: string[]
}

/** A service with one endpoint, whose datasets are imported from the samples before anything is counted. */
export const runCounted = async (endpoint: Endpoint): Promise<CountedService> => {
  const { sources } = collectPlugins([[endpoint.id, endpoint]]).plugins
  const dataDir = mkdtempSync(join(tmpdir(), 'domesday-counted-'))
  const sandbox = createSandbox({ sources })
  const token = json(200, { access_token: 'sample', expires_in: 3600, token_type: 'Bearer' })
  const calls: string[] = []
  const gateway = await listenOnLoopback(async (call) => {
    if (Buffer.from(call.body).includes('grant_type=')) return token
    calls.push(call.source)
    return sandbox.answer(call)
  })
  // With a gateway nothing is imported: start a service without one first.
  if ([...sources.values()].some(({ kind }) => kind === 'dataset'))
    await (await runAlone(endpoint, { dataDir })).close()
  const service = await runAlone(endpoint, { dataDir, gateway: gateway.origin, env: madeUpCredentials(sources) })
  return {
    ...service,
    calls,
    close: async () => {
      await service.close()
      await gateway.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
