/** The least changes of what the subject itself can change that reach a rating, each checked by gathering again. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Scored } from '@domesday/core'
import { Failure, type Changes, type Replayed, type ScoreSettings } from '@domesday/core/surface'
import { mustBeScored, replayed, scoreSettings, type Kept } from '@domesday/surface-parts/replays'
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
  /** Facts that decide whatever the factors are: what keeps the rating out of reach. */
  readonly walls: readonly string[]
  /** Whether all combinations of so few factors were tried in the time that a search may take. */
  readonly complete: boolean
}

type Readings = NonNullable<Changes['readings']>
type Curve = ScoreSettings['curves'][string]

const actionableOf = (kept: Kept): readonly string[] => scoreSettings(kept)?.actionable ?? []

export const offersPaths = (kept: Kept): boolean => actionableOf(kept).length > 0

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

/** Rounds away from the current value, so that the target is still reached; to a hundredth of the curve or finer. */
const rounded = (curve: Curve, metric: number | string, from: number | string): number | string => {
  if (typeof metric !== 'number' || typeof from !== 'number' || isTable(curve)) return metric
  const corners = curve.map(([at]) => at)
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(...corners) - Math.min(...corners))))
  const parts = 10 ** digits
  return (metric > from ? Math.ceil(metric * parts) : Math.floor(metric * parts)) / parts
}

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
  const start = scoreOf(await replayed(kept))
  const now = { score: start.score, rating: start.rating }
  // Without a rating nothing says in which direction another one lies.
  if (start.rating === null) return { to, now, paths: [], walls: [start.recommendation], complete: true }
  const rank = (rating: string | null): number => (rating === null ? NaN : ratings.indexOf(rating))
  // Bands run from the highest score down.
  const up = rank(to) < rank(start.rating)
  const isThere = ({ rating }: Scored): boolean => (up ? rank(rating) <= rank(to) : rank(rating) >= rank(to))
  if (start.rating === to) return { to, now, paths: [{ steps: [], reaches: now }], walls: [], complete: true }

  const pointsOf = (factor: string): number | null =>
    start.signals.find((signal) => signal.factor === factor)?.points ?? null
  const movable = actionableOf(kept).filter((factor) => {
    const points = pointsOf(factor)
    return points !== null && points !== endOf(settings.curves[factor]!, up)
  })
  /** The readings a part of the way, 0 to 1, to the ends of their curves. */
  const readingsAt = (factors: readonly string[], part: number): Readings =>
    Object.fromEntries(
      factors.map((factor) => {
        const curve = settings.curves[factor]!,
          from = pointsOf(factor)!
        const metric = metricAt(curve, from + (endOf(curve, up) - from) * part, up)
        return [
          factor,
          { metric: rounded(curve, metric, metricAt(curve, from, up)), detail: 'As it would have to be.' },
        ]
      }),
    )
  let used = 0,
    complete = true
  const tryOut = async (factors: readonly string[], part: number): Promise<Scored> => {
    await breathe()
    const began = performance.now()
    const scored = scoreOf(await replayed(kept, { readings: readingsAt(factors, part) }))
    used += performance.now() - began
    return scored
  }
  const least = async (factors: readonly string[]): Promise<Paths['paths'][number] | null> => {
    if (used > budget) {
      complete = false
      return null
    }
    let reached = await tryOut(factors, 1)
    if (!isThere(reached)) return null
    let [short, far] = [0, 1]
    for (let i = 0; i < halvings; i++) {
      const middle = (short + far) / 2,
        at = await tryOut(factors, middle)
      if (isThere(at)) [far, reached] = [middle, at]
      else short = middle
    }
    const readings = readingsAt(factors, far)
    return {
      steps: factors.map((factor) => ({
        factor,
        detail: start.signals.find((signal) => signal.factor === factor)!.detail,
        points: {
          before: pointsOf(factor),
          after: reached.signals.find((signal) => signal.factor === factor)?.points ?? null,
        },
        metric: readings[factor]!.metric,
      })),
      reaches: { score: reached.score, rating: reached.rating },
    }
  }

  for (let many = 1; many <= movable.length && complete; many++) {
    const found = (await all(choices(movable, many), least)).filter((path) => path !== null)
    if (found.length > 0) return { to, now, paths: found.slice(0, most), walls: [], complete }
  }
  const override = start.override
  const walls = override === undefined ? [] : [override.reason, ...(override.also ?? [])]
  return { to, now, paths: [], walls, complete }
}

/** One after the other: each works the processor. */
const all = async <T, U>(of: readonly T[], work: (one: T) => Promise<U>): Promise<readonly U[]> => {
  const done: U[] = []
  for (const one of of) done.push(await work(one))
  return done
}
