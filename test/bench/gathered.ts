/** What the service hands over to be kept: of all that the sample data answer, and of recordings of real sources. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeUpCredentials, runService, type RunningService } from '@domesday/tool-testing'
import { depths } from '../../core/contract/node.ts'
import type { KeptGathering, OpenEvidence } from '../../core/contract/evidence.ts'
import { projectRoot, type AnySource } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'
import { tokens } from '../../core/service/tokens.ts'
import { startReplay } from '../../plugins/tools/gateway/replay.ts'

export interface Taken {
  readonly taken: readonly KeptGathering[]
  /** The sources that they rest on. */
  readonly sources: ReadonlyMap<string, AnySource>
}

const unlimited = (dir: string): void =>
  appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 100000, per: 1m } }\n')

/** Asks for every path at every depth. */
const takeAll = async ({ container, send, key: newKey }: RunningService, paths: readonly string[]): Promise<Taken> => {
  const { plugins } = container.get(tokens.configured)
  const kept = container.get(tokens.evidence)! as { -readonly [K in keyof OpenEvidence]: OpenEvidence[K] }
  const { keep } = kept
  const taken: KeptGathering[] = []
  kept.keep = (gathered) => {
    taken.push(gathered)
    return keep(gathered)
  }
  const key = await newKey(1_000_000)
  const flat = new Set([...plugins.endpoints.values()].filter((one) => one.flat).map(({ declared }) => declared.id))
  for (const path of paths)
    for (const depth of flat.has(path.split(/[/?]/)[1]!) ? [''] : depths)
      await send(`/api/v1${path}${depth && `${path.includes('?') ? '&' : '?'}depth=${depth}`}`, { key })
  return { taken, sources: plugins.sources }
}

export const takeGathered = async (): Promise<Taken> => {
  const service = await runService({ configure: unlimited })
  try {
    const { plugins, current } = service.container.get(tokens.configured)
    const paths = [...plugins.endpoints.keys()].flatMap((id) => Object.keys(current().endpoint(id).examples))
    return await takeAll(service, paths)
  } finally {
    await service.close()
  }
}

const recordedPaths = ['WA11UH', 'WA14ET', 'CF243AA', 'BR87RE', 'GY11WR']
  .flatMap((postcode) =>
    ['location', 'environment', 'planning', 'property', 'energy', 'water', 'health', 'political'].map(
      (id) => `/${id}/${postcode}`,
    ),
  )
  .concat('/vehicle/ea12hlk', '/location/WA11UH?radius_m=1609')

/** `dir`: a folder of recordings. Of the paths some are not recorded, and have no answer. */
export const takeRecorded = async (dir: string): Promise<Taken> => {
  const { plugins } = await inspect(join(projectRoot, 'config'), {})
  const gateway = await startReplay({ dirs: [dir], loose: true, sources: plugins.sources })
  const service = await runService({
    mode: 'live',
    gateway: gateway.origin,
    env: madeUpCredentials(plugins.sources),
    configure: (config) => {
      unlimited(config)
      mkdirSync(join(config, 'evidence'), { recursive: true })
      writeFileSync(join(config, 'evidence/sqlite.yaml'), 'keep: { live: 90d }\n')
      appendFileSync(
        join(config, 'service.yaml'),
        'licences: { fca-register: held, planning-applications: accepted, postcodes-io.northern-ireland: held }\n',
      )
    },
    now: () => Date.parse('2026-09-30T12:00:00Z'),
  })
  try {
    return await takeAll(service, recordedPaths)
  } finally {
    await service.close()
    await gateway.close()
  }
}
