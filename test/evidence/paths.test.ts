/** What another rating would take: in steps that can be taken, or how far they lead and what stands in the way. */
import { describe, expect, it } from 'vitest'
import { pathsTo, ratingsOf } from '@domesday/surface-evidence/paths'
import type { Kept } from '@domesday/surface-parts/replays'
import { actionableSteps } from '../../core/contract/score-settings.ts'
import { replay, type Replayable, type Replayed } from '../../plugins/surfaces/parts/replay.ts'
import { tokens } from '../../core/service/tokens.ts'
import { take, throughJson } from './taken.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()

const keptOf = async (id: string, path: string): Promise<Kept> => {
  const endpoint = service.container.get(tokens.configured).plugins.endpoints.get(id)!
  const { kept } = await take(service, endpoint, path, 'full')
  return { id: 'a', endpoint, pack: kept, score: null }
}

const mainOf = ({ endpoint }: Kept, at: Replayed) => {
  const [id] = endpoint.scores.map((score) => score.id).filter((one) => at.scores[one] !== undefined)
  return id === undefined ? null : { scored: at.scores[id]!, weighed: at.weighed[id]! }
}

/** Every example whose score has something to change. */
const subjects = async (): Promise<readonly Kept[]> => {
  const { plugins, current } = service.container.get(tokens.configured)
  const found: Kept[] = []
  for (const endpoint of plugins.endpoints.values()) {
    const settings = current().endpoint(endpoint.declared.id)
    if (endpoint.scores.every((score) => actionableSteps(settings.scoreOf(score)).size === 0)) continue
    for (const path of Object.keys(settings.examples)) {
      const kept = await keptOf(endpoint.declared.id, path).catch(() => null)
      if (kept !== null && mainOf(kept, await replay(kept.endpoint, kept.pack)) !== null) found.push(kept)
    }
  }
  return found
}

describe('paths', () => {
  it('of all examples take whole steps, reach the rating, and no step less would do', async () => {
    let paths = 0,
      companies = 0
    for (const kept of await subjects()) {
      const { weighed } = mainOf(kept, await replay(kept.endpoint, kept.pack))!
      const under = async (readings: Readonly<Record<string, number | string>>) => {
        const asRead = Object.entries(readings).map(([factor, metric]) => [factor, { metric, detail: 'so' }] as const)
        return mainOf(kept, await replay(kept.endpoint, kept.pack, { readings: Object.fromEntries(asRead) }))!.scored
      }
      const ratings = ratingsOf(kept)
      for (const to of ratings) {
        const found = await pathsTo(kept, to)
        const isThere = ({ rating }: { rating: string | null }): boolean =>
          ratings.indexOf(to) < ratings.indexOf(found.now.rating!)
            ? ratings.indexOf(rating!) <= ratings.indexOf(to)
            : ratings.indexOf(rating!) >= ratings.indexOf(to)
        if (found.now.rating !== to && found.now.rating !== null)
          expect(found.farthest === null).toBe(found.paths.length > 0)
        for (const { steps, reaches } of found.paths.filter((path) => path.steps.length > 0)) {
          paths += 1
          const readings = Object.fromEntries(steps.map(({ factor, metric }) => [factor, metric]))
          const scored = await under(readings)
          expect([scored.score, scored.rating]).toEqual([reaches.score, reaches.rating])
          expect(isThere(scored)).toBe(true)
          for (const { factor, metric } of steps) {
            const read = weighed.readings[factor] as { readonly metric: number; readonly step?: number }
            const step = read.step ?? (factor === 'filing_compliance' ? 100 : 1)
            if (read.step !== undefined) companies += 1
            const taken = Number(metric) / step
            expect([factor, Math.abs(taken - Math.round(taken)) < 1e-6]).toEqual([factor, true])
            if (Math.abs(Number(metric) - read.metric) < step + 1e-6) continue
            const less = Number(metric) + (Number(metric) > read.metric ? -step : step)
            expect(isThere(await under({ ...readings, [factor]: less }))).toBe(false)
          }
        }
      }
    }
    expect(paths).toBeGreaterThan(10)
    expect(companies).toBeGreaterThan(0)
  })

  it('are found in packs whose settings list the factors without their steps', async () => {
    const kept = await keptOf('vehicle', '/vehicle/ZZ08BUK')
    const settings = throughJson(kept.pack.settings) as unknown as { scores: Record<string, { actionable: unknown }> }
    const [score] = Object.values(settings.scores)
    score!.actionable = ['recent_advisories', 'recent_failures']
    const before = { ...kept, pack: { ...kept.pack, settings: settings as unknown as Replayable['settings'] } }
    for (const to of ratingsOf(kept)) expect(await pathsTo(before, to)).toEqual(await pathsTo(kept, to))
  })

  it('name a gate as a wall only where it keeps the rating out of reach', async () => {
    const car = await keptOf('vehicle', '/vehicle/ZZ08BUK')
    const better = await pathsTo(car, 'GOOD')
    expect(better.walls).toEqual(expect.arrayContaining([expect.stringContaining('miles')]))
    const worse = await pathsTo(car, 'CRITICAL')
    expect([worse.paths, worse.walls]).toEqual([[], []])
    expect(worse.farthest!.score).toBeLessThanOrEqual(worse.now.score!)
  })

  it.each([
    ['director', '/director/Perrin%20Vasswood', 'LOW_RISK', 'less'],
    ['entity', '/entity/99000017', 'CRITICAL_RISK', 'more'],
  ])(
    'of %s say how far all that can be changed leads, where neither path nor wall is there',
    async (id, path, to, way) => {
      const kept = await keptOf(id, path)
      const { paths, walls, now, farthest, complete } = await pathsTo(kept, to)
      expect([paths, walls, complete]).toEqual([[], [], true])
      expect(farthest!.rating).not.toBe(to)
      if (way === 'less') expect(farthest!.score).toBeLessThan(now.score!)
      else expect(farthest!.score).toBeGreaterThan(now.score!)
    },
  )
})
