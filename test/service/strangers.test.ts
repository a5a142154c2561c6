/** A 200 with another document in it, as gateways and portals send one in a bad hour, is no answer: it must not pass for an empty one. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/core/testing'
import { inspect } from '../../core/boot/configure.ts'
import { projectRoot } from '../../core/boot/load.ts'
import { envNames } from '../../core/upstream/auth.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const env = Object.fromEntries([...plugins.sources.values()].flatMap((source) => envNames(source).filter((name) => !name.endsWith('_TOKEN_URL')).map((name) => [name, 'sample'])))
const live = [...plugins.sources.keys()].filter((id) => (reading.settings.get(`source:${id}`) as { readonly breaker?: object }).breaker)

/** Nothing is kept, so that each look-up asks all that it needs, and nobody has to wait for it. */
const forgetful = (dir: string): void => {
  generous(dir)
  appendFileSync(join(dir, 'service.yaml'), '\nmemo: { entries: 1, bytes: 1B }\nanswers: { entries: 1, bytes: 1B }\n')
  mkdirSync(join(dir, 'sources'), { recursive: true })
  for (const id of live) writeFileSync(join(dir, 'sources', `${id}.yaml`), 'rate: { calls: 100000, per: 1s }\nbreaker: { failures: 10000, for: 1s }\n')
}

let world: FaultyWorld, service: RunningService
beforeAll(async () => {
  world = await openFaultyWorld([...plugins.endpoints.keys()])
  service = await runService({ gateway: world.origin, env, configure: forgetful })
})
afterAll(async () => {
  await service.close()
  world.close()
})

describe.each([...plugins.endpoints.keys()])('%s', (id) => {
  const examples = Object.keys((reading.settings.get(`endpoint:${id}`) as { examples: object }).examples)
  const pathOf = (target: string): string => target.split('?')[0]!
  const tried = new Set<string>()

  it.each(examples)('%s takes no stranger for an answer', async (example) => {
    const look = () => service.send(`/api/v1${example}${example.includes('?') ? '&' : '?'}depth=full`)
    world.targets.length = 0
    expect((await look()).status).toBe(200)
    // Calls that differ in their query alone are of one operation: one of them is enough.
    const targets = [...new Map(world.targets.map((target) => [pathOf(target), target])).values()].filter((target) => !tried.has(pathOf(target)))
    const believed: string[] = []
    for (const target of targets) {
      tried.add(pathOf(target))
      world.stranger = target
      const { status, body } = await look()
      const [source] = target.split('/')
      const isNamed = status === 502 || body._meta?.missing.some((gap: { source: string; reason: string }) => gap.source === source && gap.reason === 'upstream_failed')
      if (!isNamed) believed.push(target)
    }
    world.stranger = null
    expect(believed).toEqual([])
  })

  it('asks somebody', () => expect(tried.size).toBeGreaterThan(0))
})
