/**
 * Each example of each endpoint at each depth is gathered again from what was kept of it, to the same bytes: members in
 * their order and the verdict too, which no pack holds. `offline.sampled.test.ts` does it from packs.
 */
import { describe, expect, it } from 'vitest'
import { depths } from '../../core/contract/node.ts'
import { CannotReplay, replay, type Replayable } from '../../plugins/surfaces/parts/replay.ts'
import { tokens } from '../../core/service/tokens.ts'
import { take, throughJson, type Taken } from './taken.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()

const answerOf = async ({ endpoint, kept }: Pick<Taken, 'endpoint' | 'kept'>): Promise<string> => {
  const { data, missing, verdict } = await replay(endpoint, kept)
  return JSON.stringify([data, missing, verdict])
}

/** Every example that has an answer: some show a refusal. */
const takeAll = async (): Promise<readonly Taken[]> => {
  const { plugins, current } = service.container.get(tokens.configured)
  const taken: Taken[] = []
  for (const endpoint of plugins.endpoints.values())
    for (const path of Object.keys(current().endpoint(endpoint.declared.id).examples))
      for (const depth of endpoint.flat ? (['full'] as const) : depths) {
        const one = await take(service, endpoint, path, depth).catch(() => null)
        if (one !== null) taken.push(one)
      }
  return taken
}

describe('a replay', () => {
  it('gives the same bytes for every example at every depth', async () => {
    const taken = await takeAll()
    expect(taken.length).toBeGreaterThan(300)
    const others: string[] = []
    for (const one of taken)
      if ((await answerOf(one)) !== one.answer)
        others.push(`${one.endpoint.declared.id} ${JSON.stringify(one.kept.asked)}`)
    expect(others).toEqual([])
    expect(new Set(taken.map(({ endpoint }) => endpoint)).size).toBe(22)
  })

  const company = () => {
    const endpoint = service.container.get(tokens.configured).plugins.endpoints.get('entity')!
    return take(service, endpoint, '/entity/99000025', 'full')
  }
  const withAsks = (one: Taken, change: (ask: Replayable['asks'][number]) => object): Taken => ({
    ...one,
    kept: { ...one.kept, asks: one.kept.asks.map((ask) => ({ ...ask, ...change(ask) })) },
  })

  it('weighs again under other settings', async () => {
    const { endpoint, kept } = await company()
    const [id] = Object.keys(kept.settings.scores) as [string]
    const settings = throughJson(kept.settings) as { scores: Record<string, { weights: Record<string, number> }> }
    const weights = settings.scores[id]!.weights
    const [first] = Object.keys(weights) as [string]
    weights[first] = weights[first]! * 3
    const before = await replay(endpoint, kept)
    const after = await replay(endpoint, kept, { settings: settings as unknown as Replayable['settings'] })
    expect(after.scores[id]!.score).not.toBe(before.scores[id]!.score)
  })

  it('is refused where a digest is withheld, means something else or has another shape', async () => {
    const one = await company()
    for (const [change, why] of [
      [() => ({ outcome: null }), /is not kept/],
      [() => ({ digest_version: 99 }), /has version 99 of its digest, and the code has \d/],
      [() => ({ outcome: { value: { of: 'another shape' } } }), /has another shape than its digest has today/],
    ] as const)
      await expect(answerOf(withAsks(one, change))).rejects.toThrow(why)
    await expect(answerOf(withAsks(one, () => ({ outcome: null })))).rejects.toBeInstanceOf(CannotReplay)
  })

  it('finds an ask whose question differs in a date alone, and no other', async () => {
    const one = await company()
    const redated = (by: (text: string) => string) =>
      withAsks(one, ({ question }) => ({ question: JSON.parse(by(JSON.stringify(question))) as unknown }))
    expect(await answerOf(redated((text) => text.replaceAll(/20\d\d-/g, '1999-')))).toBe(one.answer)
    await expect(answerOf(redated((text) => text.replaceAll('99000025', '99000026')))).rejects.toThrow(
      /asks what was not asked then/,
    )
  })
})
