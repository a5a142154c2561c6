/**
 * A 200 with another document in it, as gateways and portals send one in a bad hour, is no answer: it must not pass
 * for an empty one.
 */
import { describe, expect, it } from 'vitest'
import { endpoints, examplesOf, forgetful, inFull } from './forgetful.ts'

const here = forgetful()

describe.each(endpoints)('%s', (id) => {
  const pathOf = (target: string): string => target.split('?')[0]!
  const tried = new Set<string>()

  it.each(examplesOf(id))('%s takes no stranger for an answer', async (example) => {
    const { world, service } = here
    world.targets.length = 0
    expect((await service.send(inFull(example))).status).toBe(200)
    // Calls that differ in their query alone are of one operation: one of them is enough.
    const targets = [...new Map(world.targets.map((target) => [pathOf(target), target])).values()].filter(
      (target) => !tried.has(pathOf(target)),
    )
    const believed: string[] = []
    for (const target of targets) {
      tried.add(pathOf(target))
      world.stranger = target
      const { status, body } = await service.send(inFull(example))
      const [source] = target.split('/')
      const isNamed =
        status === 502 ||
        body._meta?.missing.some(
          (gap: { source: string; reason: string }) => gap.source === source && gap.reason === 'upstream_failed',
        )
      if (!isNamed) believed.push(target)
    }
    world.stranger = null
    expect(believed).toEqual([])
  })

  it('asks somebody', () => expect(tried.size).toBeGreaterThan(0))
})
