/** What changed between two answers, why, what time alone will change, and what a rating would take. */
import { describe, expect, it } from 'vitest'
import { ahead } from '@domesday/surface-evidence/ahead'
import { changesBetween, type Changed } from '@domesday/surface-parts/changes'
import { pathsTo } from '@domesday/surface-evidence/paths'
import type { Kept } from '@domesday/surface-parts/replays'
import { replay, type Replayable, type Replayed } from '../../plugins/surfaces/parts/replay.ts'
import { tokens } from '../../core/service/tokens.ts'
import { allCases } from '../support/cases.ts'
import { take, throughJson } from './taken.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()

const mainOf = (kept: Pick<Kept, 'endpoint'>, at: Replayed) =>
  kept.endpoint.scores.map(({ id }) => at.scores[id]).find((one) => one !== undefined)

const keptOf = async (id: string, path: string): Promise<Kept> => {
  const endpoint = service.container.get(tokens.configured).plugins.endpoints.get(id)!
  const { kept } = await take(service, endpoint, path, 'full')
  return scored({ id: 'a', endpoint, pack: kept, score: null })
}
const scored = async (kept: Kept): Promise<Kept> => ({
  ...kept,
  score: mainOf(kept, await replay(kept.endpoint, kept.pack))?.score ?? null,
})
const company = () => keptOf('entity', '/entity/SC990082')

const withPack = (kept: Kept, change: Partial<Replayable>): Promise<Kept> =>
  scored({ ...kept, id: 'b', pack: { ...kept.pack, ...change } })

const sumOf = ({ score: { code, settings, clock, evidence } }: Changed): number =>
  (code ?? 0) + (settings ?? 0) + (clock ?? 0) + (evidence ?? 0)

const later = (now: string, days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString()

describe('changes', () => {
  it('are none between an answer and itself', async () => {
    const a = await company()
    expect(await changesBetween(a, a)).toEqual({
      from: 'a',
      to: 'a',
      sections: [],
      factors: [],
      score: { before: a.score, after: a.score, code: 0, settings: 0, clock: 0, evidence: 0 },
    })
  })

  it('give each cause its part, and the parts add up', async () => {
    const a = await company()
    const settings = throughJson(a.pack.settings) as { scores: Record<string, { curves: Record<string, unknown> }> }
    settings.scores['distress']!.curves['active_charges'] = [
      [0, 60],
      [10, 100],
    ]
    const b = await withPack(a, {
      settings: settings as unknown as Replayable['settings'],
      now: later(a.pack.now, 372),
    })
    const changed = await changesBetween(a, b)
    expect(changed.score.settings).toBe(9)
    expect(changed.score.clock).toBeGreaterThan(10)
    expect(changed.score).toMatchObject({ code: 0, evidence: 0, before: a.score, after: b.score })
    expect(sumOf(changed)).toBe(b.score! - a.score!)
    expect(changed.factors.map(({ factor }) => factor)).toContain('filing_delays')
  })

  it('name no factor that says the same for as many points, though another weight makes it add another part', async () => {
    const a = await keptOf('entity', '/entity/99000025')
    const settings = throughJson(a.pack.settings) as { scores: Record<string, { weights: Record<string, number> }> }
    Object.assign(settings.scores['distress']!.weights, { filing_delays: 0.15, insolvency_history: 0.3 })
    const b = await withPack(a, { settings: settings as unknown as Replayable['settings'] })
    const contributions = async (kept: Kept) =>
      mainOf(kept, await replay(kept.endpoint, kept.pack))!.signals.map(({ contribution }) => contribution)
    expect(await contributions(b)).not.toEqual(await contributions(a))
    const changed = await changesBetween(a, b)
    expect(changed.factors).toEqual([])
    expect(changed.score.settings).toBe(b.score! - a.score!)
  })

  it('put down to the code what its answer of today differs by', async () => {
    const a = await company()
    const changed = await changesBetween({ ...a, score: a.score! + 7 }, a)
    expect(changed.score).toMatchObject({ before: a.score! + 7, after: a.score, code: -7, evidence: 0 })
  })

  it('are told of one question alone', async () => {
    const other = await keptOf('entity', '/entity/99000025')
    await expect(changesBetween(await company(), other)).rejects.toMatchObject({ code: 'not_comparable' })
  })
})

/** Numbers from a seed, so that a failure can be repeated. */
const randoms = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

type Leaf = readonly [holder: Record<string, unknown>, key: string]
const leavesIn = (value: unknown): readonly Leaf[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]): readonly Leaf[] =>
        typeof member === 'object' && member !== null ? leavesIn(member) : [[value as Record<string, unknown>, key]],
      )

const oneOf = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!

/** Another value of the same type. */
const mutated = (value: unknown, random: () => number): unknown => {
  if (typeof value === 'number') return value + 1 + Math.floor(random() * 50)
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${2020 + Math.floor(random() * 6)}${value.slice(4)}`
  return `${value}x`
}

const cases = allCases ? 1000 : 240

describe('one changed field of an upstream', () => {
  it(`is told in exactly the sections and factors that it moved (${cases} fields)`, async () => {
    const random = randoms(23)
    const subjects = [
      await keptOf('entity', '/entity/99000025'),
      await keptOf('environment', '/environment/WA11UH'),
      await keptOf('vehicle', '/vehicle/ZZ18TWO'),
    ]
    const rescored = new Set<string>()
    let moved = 0,
      refused = 0
    for (let i = 0; i < cases; i++) {
      const a = subjects[i % subjects.length]!
      // They were recorded as they came.
      const asks = throughJson(a.pack.asks).toSorted((one, other) =>
        JSON.stringify([one.node, one.question]).localeCompare(JSON.stringify([other.node, other.question]), 'en'),
      )
      // Of a question first: of all leaves most are in long lists, of which a score reads little.
      const digests = asks.flatMap(({ outcome }) => (outcome && 'value' in outcome ? [leavesIn(outcome.value)] : []))
      const leaves = oneOf(
        digests.filter(({ length }) => length > 0),
        random,
      )
      const [holder, key] = oneOf(leaves, random)
      holder[key] = mutated(holder[key], random)
      let b: Kept, before: Replayed, after: Replayed
      try {
        b = await withPack(a, { asks })
        before = await replay(a.endpoint, a.pack)
        after = await replay(b.endpoint, b.pack)
      } catch {
        // The code asks another question of it, or the digest has another shape.
        refused += 1
        continue
      }
      const changed = await changesBetween(a, b)
      const differing = (of: (at: Replayed) => Readonly<Record<string, unknown>>): readonly string[] => {
        const [was, is] = [of(before), of(after)]
        return [...new Set([...Object.keys(was), ...Object.keys(is)])]
          .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
          .toSorted()
      }
      expect(changed.sections.map(({ section }) => section).toSorted()).toEqual(differing(({ data }) => data))
      const signals = differing((at) =>
        Object.fromEntries(
          (mainOf(a, at)?.signals ?? []).map(({ factor, points, detail }) => [factor, [points, detail]]),
        ),
      )
      expect(changed.factors.map(({ factor }) => factor).toSorted()).toEqual(signals)
      if (changed.score.evidence !== null) expect(sumOf(changed)).toBe(b.score! - a.score!)
      if (changed.sections.length > 0) moved += 1
      if (changed.score.before !== changed.score.after) rescored.add(a.endpoint.declared.id)
    }
    // Of a company's many fields few decide: its score moves in some of the runs.
    expect([...rescored]).toEqual(expect.arrayContaining(['environment', 'vehicle']))
    expect(moved).toBeGreaterThan(cases / 4)
    expect(refused).toBeLessThan(cases / 2)
  })
})

describe('ahead', () => {
  it('tells the day on which a rating changes if nothing is filed', async () => {
    const a = await keptOf('vehicle', '/vehicle/ZZ19DOM')
    const seen = await ahead(a, 400)
    expect(seen.from).toBe('2026-10-15')
    const [first] = seen.turns
    expect(first!.before).toEqual(seen.now)
    const on = async (days: number) =>
      mainOf(a, await replay(a.endpoint, a.pack, { now: new Date(later(a.pack.now, days)) }))?.rating
    expect([await on(first!.in_days - 1), await on(first!.in_days)]).toEqual([
      first!.before.rating,
      first!.after.rating,
    ])
    expect(first!.because).toEqual([expect.stringContaining('Its MOT expired on')])
  })

  it('is not offered where the clock decides nothing', async () => {
    const a = await keptOf(
      'energy',
      Object.keys(service.container.get(tokens.configured).current().endpoint('energy').examples)[0]!,
    )
    await expect(ahead(a, 10)).rejects.toMatchObject({ code: 'not_offered' })
  })
})

describe('paths', () => {
  it('reach the rating by the fewest factors, and no less would do', async () => {
    const a = await withPack(await company(), { now: later((await company()).pack.now, 372) })
    const { now, paths } = await pathsTo(a, 'LOW_RISK')
    expect(now.rating).not.toBe('LOW_RISK')
    expect(paths.length).toBeGreaterThan(0)
    for (const { steps, reaches } of paths) {
      expect(reaches.rating).toBe('LOW_RISK')
      const readings = Object.fromEntries(steps.map(({ factor, metric }) => [factor, { metric, detail: 'so' }]))
      expect(mainOf(a, await replay(a.endpoint, a.pack, { readings }))?.rating).toBe('LOW_RISK')
    }
  })

  it('name days as whole days', async () => {
    const a = await withPack(await company(), { now: later((await company()).pack.now, 372) })
    const { paths } = await pathsTo(a, 'LOW_RISK')
    const days = paths.flatMap(({ steps }) => steps.filter(({ factor }) => factor === 'filing_delays'))
    expect(days.length).toBeGreaterThan(0)
    for (const { metric } of days) expect(metric).toSatisfy(Number.isInteger)
  })

  it('name the facts that keep a rating out of reach', async () => {
    const a = await keptOf('entity', '/entity/99000033')
    const { paths, walls } = await pathsTo(a, 'LOW_RISK')
    expect(paths).toEqual([])
    expect(walls.length).toBeGreaterThan(0)
  })

  it('say whether there was time to try all', async () => {
    const a = await company()
    expect(await pathsTo(a, 'LOW_RISK')).toMatchObject({ complete: true })
    expect(await pathsTo(a, 'CRITICAL_RISK')).toMatchObject({ complete: true })
    expect(await pathsTo(a, 'CRITICAL_RISK', 0)).toMatchObject({ complete: false })
  })
})
