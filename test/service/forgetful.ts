/**
 * All endpoints over the sample world behind a gateway that can fail, by a service that keeps nothing: each look-up
 * asks all that it needs.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { madeUpCredentials, runService, type RunningService } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const live = [...plugins.sources.keys()].filter(
  (id) => (reading.settings.get(`source:${id}`) as { readonly breaker?: object }).breaker,
)

export const endpoints: readonly string[] = [...plugins.endpoints.keys()]
export const examplesOf = (endpoint: string): readonly string[] =>
  Object.keys((reading.settings.get(`endpoint:${endpoint}`) as { readonly examples: object }).examples)
/** The address of an example at full depth. */
export const inFull = (example: string): string => `/api/v1${example}${example.includes('?') ? '&' : '?'}depth=full`

const settings = (dir: string): void => {
  generous(dir)
  appendFileSync(join(dir, 'service.yaml'), '\nanswers: { entries: 1, bytes: 1B }\n')
  mkdirSync(join(dir, 'clients'), { recursive: true })
  writeFileSync(join(dir, 'clients/http.yaml'), 'cache: { entries: 1, bytes: 1B }\n')
  mkdirSync(join(dir, 'sources'), { recursive: true })
  // Nobody has to wait for a turn, and no source is left alone.
  for (const id of live)
    writeFileSync(
      join(dir, 'sources', `${id}.yaml`),
      'rate: { calls: 100000, per: 1s }\nbreaker: { failures: 10000, for: 1s }\n',
    )
}

/** Opened before the tests of the file that it is called in, and closed after them. */
export const forgetful = (): { world: FaultyWorld; service: RunningService } => {
  const here = {} as { world: FaultyWorld; service: RunningService }
  beforeAll(async () => {
    here.world = await openFaultyWorld(endpoints)
    here.service = await runService({
      gateway: here.world.origin,
      env: madeUpCredentials(plugins.sources),
      configure: settings,
    })
  })
  afterAll(async () => {
    await here.service?.close()
    here.world?.close()
  })
  return here
}
