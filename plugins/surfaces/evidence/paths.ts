/** The least changes of what the subject itself can change that reach a rating, each checked by gathering again. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Scored } from '@domesday/core'
import { actionableSteps, Failure, type ScoreSettings } from '@domesday/core/surface'
import type { Changes, Replayed } from '@domesday/surface-parts/replay'
import { mainScore, mustBeScored, replayed, scoreSettings, type Kept } from '@domesday/surface-parts/replays'
import { processorTime } from './processor.ts'
import type { Standing } from './ahead.ts'

export interface Step {
  readonly factor: string
  readonly detail: string
  readonly points: { readonly before: number | null; readonly after: number | null }
  /** What the factor is measured by, where it has to get to: a number on its curve, or a word. */
  readonly metric: number | string
}
export interface Paths {
  readonly to: string
  readonly now: Standing
  /** Each reaches the rating, or a better one in that direction. The fewest factors; empty where none does. */
  readonly paths: readonly { readonly steps: readonly Step[]; readonly reaches: Standing }[]
  /** Facts that keep the rating out of reach whatever the factors are. */
  readonly walls: readonly string[]
  /** How far all that can be changed leads together, where no path reaches the rating. */
  readonly farthest: Standing | null
  /** Whether all combinations of so few factors were tried in the time that a search may take. */
  readonly complete: boolean
}

type Readings = NonNullable<Changes['readings']>
type Curve = ScoreSettings['curves'][string]

const stepsIn = (kept: Kept): ReadonlyMap<string, number> => actionableSteps(scoreSettings(kept) ?? {})

const offersPaths = (kept: Kept): boolean => stepsIn(kept).size > 0

const isTable = (curve: Curve): curve is Readonly<Record<string, number>> => !Array.isArray(curve)

/** The metric that is worth the points, or more of them in the direction. */
const metricAt = (curve: Curve, points: number, up: boolean): number | string => {
  if (isTable(curve)) {
    const fits = Object.entries(curve).filter(([, worth]) => (up ? worth >= points : worth <= points))
    const [word] = fits.toSorted(([, a], [, b]) => Math.abs(a - points) - Math.abs(b - points))[0]!
    return word
  }
  const corners = curve as readonly (readonly [number, number])[]
  for (const [i, [metric, worth]] of corners.entries()) {
    const before = corners[i - 1]
    if (worth === points) return metric
    if (before === undefined) continue
    const [m, w] = before
    if ((w - points) * (worth - points) < 0) return m + ((metric - m) * (points - w)) / (worth - w)
  }
  return corners.toSorted(([, a], [, b]) => Math.abs(a - points) - Math.abs(b - points))[0]![0]
}

/** So much is not a step: quotients of fractions are not exact. */
const tolerance = 1e-9

/** Rounds to steps, away from the current metric, so that the target is still reached. */
const rounded = (metric: number | string, from: number | string, step: number): number | string => {
  if (typeof metric !== 'number' || typeof from !== 'number' || metric === from) return metric
  const steps = metric / step
  return (metric > from ? Math.ceil(steps - tolerance) : Math.floor(steps + tolerance)) * step
}

/** How many whole steps lie between; none between words. */
const stepsBetween = (metric: number | string, from: number | string, step: number): number =>
  typeof metric === 'number' && typeof from === 'number' ? Math.ceil(Math.abs(metric - from) / step - tolerance) : 0

const endOf = (curve: Curve, up: boolean): number => {
  const worths = isTable(curve)
    ? Object.values(curve)
    : (curve as readonly (readonly [number, number])[]).map(([, worth]) => worth)
  return up ? Math.max(...worths) : Math.min(...worths)
}

/** All choices of so many, in order. */
const choices = <T>(of: readonly T[], many: number): readonly (readonly T[])[] =>
  many === 0 ? [[]] : of.flatMap((one, i) => choices(of.slice(i + 1), many - 1).map((rest) => [one, ...rest]))

/** Halvings of the way to the end of the curves: a thousandth of it. */
const halvings = 10
/** Paths that are told. */
const most = 5
/** Milliseconds of processor that the search may take. */
const usualBudget = 2_000

/** The ratings that a path may lead to, from the highest score down. Throws the 404 where no factor can be changed. */
export const ratingsOf = (kept: Kept): readonly string[] => {
  const settings = scoreSettings(kept)
  if (settings === null || !offersPaths(kept))
    throw new Failure('not_offered', `Nothing in the score of ${kept.endpoint.declared.id} is the subject's to change.`)
  return settings.bands.map(({ rating }) => rating)
}

/** Throws as `ratingsOf` does. `to`: one of them. */
export const pathsTo = async (kept: Kept, to: string, budget = usualBudget): Promise<Paths> => {
  const ratings = ratingsOf(kept),
    settings = scoreSettings(kept)!
  const scoreOf = (at: Replayed): Scored => mustBeScored(kept, at)
  const atStart = await replayed(kept),
    start = scoreOf(atStart),
    { readings: read, findings } = atStart.weighed[mainScore(kept.endpoint, atStart)![0]]!
  const now = standingOf(start),
    usual = { to, now, paths: [], walls: [], farthest: null, complete: true }
  // Without a rating nothing says in which direction another one lies.
  if (start.rating === null) return { ...usual, walls: [start.recommendation] }
  const rank = (rating: string | null): number => (rating === null ? NaN : ratings.indexOf(rating))
  // Bands run from the highest score down.
  const up = rank(to) < rank(start.rating)
  const isThere = ({ rating }: Standing): boolean => (up ? rank(rating) <= rank(to) : rank(rating) >= rank(to))
  if (start.rating === to) return { ...usual, paths: [{ steps: [], reaches: now }] }

  const signalOf = (factor: string, { signals }: Scored) => signals.find((signal) => signal.factor === factor)
  const movable = [...stepsIn(kept)].flatMap(([factor, usualStep]): readonly Movable[] => {
    const curve = settings.curves[factor]!,
      points = signalOf(factor, start)?.points ?? null
    if (points === null || points === endOf(curve, up)) return []
    const known = read[factor],
      metric = typeof known === 'object' && 'metric' in known ? known.metric : null
    const step = typeof known === 'object' && 'step' in known ? known.step : undefined
    return [{ factor, curve, points, from: metric ?? metricAt(curve, points, up), step: step ?? usualStep }]
  })
  /** The readings a part of the way, 0 to 1, to the ends of their curves. */
  const readingsAt = (factors: readonly Movable[], part: number): Readings =>
    Object.fromEntries(
      factors.map(({ factor, curve, points, from, step }) => {
        const metric = metricAt(curve, points + (endOf(curve, up) - points) * part, up)
        return [factor, asIf(rounded(metric, from, step))]
      }),
    )
  let used = 0
  const tryOut = async (readings: Readings): Promise<Scored> => {
    await breathe()
    const began = processorTime()
    const scored = scoreOf(await replayed(kept, { readings }))
    used += processorTime() - began
    return scored
  }
  const least = async (factors: readonly Movable[]): Promise<Paths['paths'][number] | null> => {
    let readings = readingsAt(factors, 1),
      reached = await tryOut(readings)
    if (!isThere(reached)) return null
    const reaches = async (closer: Readings): Promise<boolean> => {
      const at = await tryOut(closer)
      if (isThere(at)) [readings, reached] = [closer, at]
      return isThere(at)
    }
    let [short, far] = [0, 1]
    for (let i = 0; i < halvings; i++) {
      const middle = (short + far) / 2
      if (await reaches(readingsAt(factors, middle))) far = middle
      else short = middle
    }
    // Each was rounded by itself, so that one of them may go farther than is needed.
    for (const { factor, from, step } of factors) {
      const metric = readings[factor]!.metric as number
      let [back, tooFar] = [0, stepsBetween(metric, from, step)]
      while (tooFar - back > 1) {
        const middle = Math.floor((back + tooFar) / 2),
          closer = metric + (metric > Number(from) ? -middle : middle) * step
        if (await reaches({ ...readings, [factor]: asIf(closer) })) back = middle
        else tooFar = middle
      }
    }
    const steps = factors.map(({ factor }) => ({
      factor,
      detail: signalOf(factor, start)!.detail,
      points: { before: signalOf(factor, start)!.points, after: signalOf(factor, reached)?.points ?? null },
      metric: readings[factor]!.metric,
    }))
    return { steps, reaches: standingOf(reached) }
  }

  let complete = true
  for (let many = 1; many <= movable.length && complete; many++) {
    const found: Paths['paths'][number][] = []
    for (const factors of choices(movable, many)) {
      complete &&= used <= budget
      const path = complete ? await least(factors) : null
      if (path !== null) found.push(path)
    }
    if (found.length > 0) return { ...usual, paths: found.slice(0, most), complete }
  }
  const isWall = ({ gate, holds }: (typeof findings)[number]): boolean => {
    const limit = holds === true ? settings.gates?.[gate]?.score : undefined
    if (limit === undefined || limit === 'unrated') return limit !== undefined
    const best = limit.exactly ?? (up ? limit.at_most : limit.at_least) ?? (up ? 100 : 0)
    return !isThere({ score: best, rating: settings.bands.find(({ from }) => best >= from)?.rating ?? null })
  }
  const walls = findings.filter(isWall).map(({ reason }) => reason)
  return { ...usual, walls, farthest: standingOf(await tryOut(readingsAt(movable, 1))), complete }
}

interface Movable {
  readonly factor: string
  readonly curve: Curve
  readonly points: number
  readonly from: number | string
  readonly step: number
}

const standingOf = ({ score, rating }: Standing): Standing => ({ score, rating })

const asIf = (metric: number | string): Readings[string] => ({ metric, detail: 'As it would have to be.' })
