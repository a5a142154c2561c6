/** A depth asks only what its sections rest on: upstream calls are counted at a gateway, for every endpoint. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService } from '@domesday/tool-testing'
import { projectRoot } from '../core/registry/load.ts'
import { inspect } from '../core/service/configure.ts'
import { depthRank, depths, type Depth } from '../core/contract/node.ts'
import { sourceIdsIn } from '../core/contract/node-kinds.ts'
import { sourcesOf } from '../core/engine/endpoint-facts.ts'
import { requiredNodes } from '../core/engine/endpoint-facts.ts'
import { envNames } from '../core/registry/credentials.ts'
import { generous } from './service/generous.ts'
import { openFaultyWorld, type FaultyWorld } from './service/faulty-world.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const env = Object.fromEntries(
  [...plugins.sources.values()].flatMap((source) => envNames(source).map((name) => [name, 'sample'])),
)
let world: FaultyWorld
beforeAll(async () => {
  world = await openFaultyWorld([...plugins.endpoints.keys()])
})
afterAll(() => world.close())

describe.each(
  [...plugins.endpoints.values()]
    .filter(({ flat }) => !flat)
    .map((endpoint) => [endpoint.declared.id, endpoint] as const),
)('%s', (id, { declared }) => {
  const [example] = Object.keys((reading.settings.get(`endpoint:${id}`) as { examples: object }).examples)
  const required = sourceIdsIn(requiredNodes(declared))
  const allowed = (depth: Depth): ReadonlySet<string> =>
    new Set([
      ...required,
      ...Object.entries(declared.sections)
        .filter(([, { from }]) => depthRank(from) <= depthRank(depth))
        .flatMap(([name]) => sourcesOf(declared, name)),
    ])

  it('asks no source before its depth, and nothing twice', async () => {
    const service = await runService({ gateway: world.origin, env, configure: generous })
    const asked = new Set<string>()
    for (const depth of depths) {
      world.calls.length = 0
      const { status } = await service.send(`/api/v1${example}${example!.includes('?') ? '&' : '?'}depth=${depth}`)
      expect([depth, status]).toEqual([depth, 200])
      expect([depth, [...new Set(world.calls)].filter((source) => !allowed(depth).has(source))]).toEqual([depth, []])
      for (const source of world.calls) asked.add(source)
      world.calls.length = 0
      await service.send(`/api/v1${example}${example!.includes('?') ? '&' : '?'}depth=${depth}`)
      expect([depth, world.calls]).toEqual([depth, []])
    }
    expect(asked.size).toBeGreaterThan(0)
    await service.close()
  })
})
