/** Turns readings into a score: curve → points → weighed over what is known → whole contributions that add up. */
import type { Override, Reading, ScoreNode, Scored, Signal } from '../contract/score.ts'

/** Metric → points: a line through `[metric, points]` corners, flat beyond its ends, or a table of words. */
export type Curve = readonly (readonly [number, number])[] | Readonly<Record<string, number>>
export interface Band {
  readonly from: number
  readonly rating: string
  readonly recommendation: string
}
export interface ScoreSettings {
  /** Fractions that sum to 1. */
  readonly weights: Readonly<Record<string, number>>
  readonly curves: Readonly<Record<string, Curve>>
  /** From the highest down; the last starts at 0. */
  readonly bands: readonly Band[]
  /** Below this known weight there is no score. */
  readonly minimum_weight: number
}

/** 0–100, or null for a word that the table does not know. */
export const pointsOn = (curve: Curve, metric: number | string): number | null => {
  if (!Array.isArray(curve))
    return Object.hasOwn(curve, metric) ? (curve as Readonly<Record<string, number>>)[metric]! : null
  const x = Number(metric)
  if (!Number.isFinite(x)) return null
  const line = curve as readonly (readonly [number, number])[]
  const after = line.findIndex(([at]) => x < at)
  if (after === 0) return line[0]![1]
  if (after === -1) return line.at(-1)![1]
  const [x0, y0] = line[after - 1]!,
    [x1, y1] = line[after]!
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

const bandOf = (bands: readonly Band[], score: number): Band => bands.find(({ from }) => score >= from) ?? bands.at(-1)!

/** Whole parts that add up to `total`: the largest remainders get what rounding down left over. */
export const apportion = (exact: readonly number[], total: number): readonly number[] => {
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((sum, part) => sum + part, 0)
  const order = exact.map((_, i) => i).toSorted((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!) || a - b)
  for (const i of order.slice(0, left)) parts[i]! += 1
  return parts
}

const tooLittle = 'Too little is known for a score. See what is missing, and judge by the sections that are there.'
const tenth = (value: number): number => Math.round(value * 10) / 10

/** `readings` holds, for each factor, its reading or the sentence that says why it is not known. */
export const weigh = (
  { factors }: Pick<ScoreNode, 'factors'>,
  { weights, curves, bands, minimum_weight }: ScoreSettings,
  readings: Readonly<Record<string, Reading | string>>,
  fixed: Override | null,
): Scored => {
  const rows = Object.keys(factors).map((name) => {
    const reading = readings[name]!
    const points = typeof reading === 'string' ? null : pointsOn(curves[name]!, reading.metric)
    const detail = typeof reading === 'string' ? reading : reading.detail
    return { name, weight: weights[name]!, points, detail }
  })
  const known = rows.filter(({ points }) => points !== null)
  const knownWeight = known.reduce((sum, { weight }) => sum + weight, 0)
  // Weights are decimal fractions: without the tolerance 0.1 + 0.2 would fall short of 0.3.
  const enough = knownWeight > 0 && knownWeight >= minimum_weight - 1e-9
  const exact = known.map(({ weight, points }) => (points! * weight) / knownWeight)
  const computed = Math.round(exact.reduce((sum, part) => sum + part, 0))
  const shares = new Map(apportion(exact, computed).map((share, i) => [known[i]!.name, share]))
  const signals: Signal[] = rows.map(({ name, weight, points, detail }) => ({
    factor: name,
    contribution: enough ? (shares.get(name) ?? null) : null,
    weight,
    points: points === null ? null : tenth(points),
    detail,
  }))
  const score = fixed ? fixed.score : enough ? computed : null
  const band = score === null ? null : bandOf(bands, score)
  return {
    score,
    rating: band?.rating ?? null,
    confidence: knownWeight >= 0.8 - 1e-9 ? 'high' : knownWeight >= 0.5 - 1e-9 ? 'medium' : 'low',
    recommendation: band?.recommendation ?? tooLittle,
    signals,
    ...(fixed && { override: { score: fixed.score, reason: fixed.detail } }),
  }
}
