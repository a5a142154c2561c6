/** Turns readings into a score: metric → curve → points → weighted mean of the known → gates → bounds → rating. */
import type { Part } from '../contract/absence.ts'
import { NotApplicable, PartialReading, type Factor, type Metric } from '../contract/reading.ts'
import type { Curve, ScoreSettings } from '../contract/score-settings.ts'
import type { Scored, ScoreNode, Signal } from '../contract/score.ts'
import { sentence, spelledOut } from '../contract/words.ts'
import type { Assessment, Evidence, WeighedFactor } from './assessment.ts'
import { adviceOf } from './advice.ts'
import { boundsOf, gated, overrideOf } from './gates.ts'
import { pointsOn, spanOf } from './curve.ts'

/** Weights are decimal fractions: without the tolerance 0.1 + 0.2 would fall short of 0.3. */
const tolerance = 1e-9
const tenth = (value: number): number => Math.round(value * 10) / 10
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Rounds to whole parts that add up to `total`, by the largest remainder method. */
export const apportion = (exact: readonly number[], total: number): readonly number[] => {
  const parts = exact.map(Math.floor)
  const left = total - sumOf(parts)
  const order = exact.map((_, i) => i).toSorted((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!) || a - b)
  for (const i of order.slice(0, left)) parts[i]! += 1
  return parts
}

type Read = Pick<WeighedFactor, 'points' | 'between' | 'detail'>
const exactly = (curve: Curve, { metric, detail }: Metric): Read => {
  const points = pointsOn(curve, metric)
  return { points, between: points === null ? spanOf(curve, null, null) : [points, points], detail }
}

/**
 * A metric of which the author did not say how far a part of it may move it. Of a mean or a share, the unknown part
 * moves the points by its share; of a count, the whole is the part divided by its share. Both count, at the worst.
 */
const ofPart = (curve: Curve, reading: Metric, parts: readonly Part[]): Read => {
  const exact = exactly(curve, reading)
  const known = parts.some((part) => part.known === undefined) ? 0 : Math.min(...parts.map((part) => part.known!))
  const detail = `${reading.detail} Known in part: ${sentence(parts.map(({ why }) => why).join('; '))}`
  if (known <= 0 || exact.points === null) return { ...exact, between: spanOf(curve, null, null), detail }
  const { metric } = reading,
    off = 100 * (1 - known)
  const [low, high] =
    typeof metric === 'number'
      ? spanOf(curve, Math.min(metric * known, metric / known), Math.max(metric * known, metric / known))
      : [exact.points, exact.points]
  return {
    points: exact.points,
    between: [Math.max(0, Math.min(low, exact.points - off)), Math.min(100, Math.max(high, exact.points + off))],
    detail,
  }
}

/** At least the spread, and farther where the values found around the place lie farther. */
const widened = (
  curve: Curve,
  { low, high }: PartialReading,
  [least, most]: readonly [number, number],
): readonly [number, number] => {
  if (low === null && high === null) return [least, most]
  const [lowest, highest] = spanOf(curve, low, high)
  return [Math.min(least, lowest), Math.max(most, highest)]
}

const inPart = (curve: Curve, part: PartialReading, spread: number): Read => {
  const { metric, low, high, detail, parts } = part
  const at = metric === null ? null : pointsOn(curve, metric)
  if (part.spread)
    return at === null
      ? { points: null, between: spanOf(curve, null, null), detail }
      : { points: at, between: widened(curve, part, [Math.max(0, at - spread), Math.min(100, at + spread)]), detail }
  const between = spanOf(curve, low, high),
    whole = spanOf(curve, null, null)
  // At least, or at most, what leaves the whole curve open is no finding.
  if ((low === null || high === null) && between[0] === whole[0] && between[1] === whole[1])
    return { points: null, between, detail }
  const read = { points: metric === null ? (between[0] + between[1]) / 2 : at, between, detail }
  if (parts.length === 0 || low === null || high === null) return read
  // Of a part nothing was said: both ends lie as far off as a metric would.
  const ends = [low, high].map((metric) => ofPart(curve, { metric, detail }, parts))
  const all = ends.flatMap((end) => end.between)
  return { ...read, between: [Math.min(...all), Math.max(...all)], detail: ends[0]!.detail }
}

const weighedOf = (
  [name, { called = spelledOut(name) }]: readonly [string, Pick<Factor, 'called'>],
  { weights, curves, spreads }: ScoreSettings,
  reading: Evidence['readings'][string],
): WeighedFactor => {
  const curve = curves[name]!
  const read =
    typeof reading === 'string'
      ? { points: null, between: spanOf(curve, null, null), detail: reading }
      : reading instanceof NotApplicable
        ? { points: null, between: [0, 0] as const, detail: `Does not apply: ${sentence(reading.because)}` }
        : reading instanceof PartialReading
          ? inPart(curve, reading, spreads?.[name] ?? 100)
          : reading.parts
            ? ofPart(curve, reading, reading.parts)
            : exactly(curve, reading)
  return { name, called, weight: weights[name]!, applies: !(reading instanceof NotApplicable), ...read }
}

/** The weighted mean of the known factors, or null where their weight is below the minimum. */
const meanOf = (rows: readonly WeighedFactor[], minimum: number) => {
  const applying = rows.filter(({ applies }) => applies)
  const known = applying.filter(({ points }) => points !== null)
  const all = sumOf(applying.map(({ weight }) => weight))
  const weight = sumOf(known.map((row) => row.weight))
  const share = all > 0 ? weight / all : 0
  const isEnough = weight > 0 && share >= minimum - tolerance
  const mean = isEnough ? sumOf(known.map((row) => row.weight * row.points!)) / weight : null
  return { mean, share, known, weight }
}

const mayBeAnything = ({ low, high }: Scored['bounds']): boolean => low === 0 && high === 100

export const weigh = (
  { factors, grave }: Pick<ScoreNode, 'factors' | 'grave'>,
  settings: ScoreSettings,
  { readings, findings, lacksMain }: Evidence,
): Scored => {
  const rows = Object.entries(factors).map((named) => weighedOf(named, settings, readings[named[0]]!))
  const { mean, share, known, weight: all } = meanOf(rows, settings.minimum_weight)
  const effects = findings.flatMap((finding) => {
    const effect = settings.gates?.[finding.gate]
    return effect ? [{ ...finding, effect }] : []
  })
  const rounded = mean === null ? null : Math.round(mean)
  const bounds = boundsOf(rows, rounded, effects)
  // What may be anything is no score; the likeliest of what was found is one, however wide the doubt.
  const isOpen = mayBeAnything(bounds) && (mean === null || !mayBeAnything(boundsOf(rows, rounded, [])))
  const computed = isOpen || lacksMain ? null : rounded
  const exact = known.map(({ weight, points }) => (points! * weight) / all)
  const shares = new Map(
    computed === null ? [] : apportion(exact, computed).map((part, i) => [known[i]!.name, part] as const),
  )
  const score = isOpen ? null : gated(computed, effects)
  const possible = settings.bands.filter(
    ({ from }, i) => from <= bounds.high && (settings.bands[i - 1]?.from ?? Infinity) > bounds.low,
  )
  const override = overrideOf(computed, score, effects),
    said = effects.flatMap(({ holds, effect, reason }) => (holds && effect.score === undefined ? reason : []))
  const band = score === null ? null : (settings.bands.find(({ from }) => score >= from) ?? settings.bands.at(-1)!)
  const assessment: Assessment = { rows, score, band, possible, share, effects, bounds, grave, settings, readings }
  return {
    score,
    rating: band?.rating ?? null,
    confidence: confidenceOf(assessment),
    recommendation: adviceOf(assessment),
    signals: rows.map((row) => signalOf(row, shares.get(row.name) ?? null)),
    bounds,
    possible_ratings: possible.map(({ rating }) => rating),
    ...(override && { override }),
    ...(said.length > 0 && { said }),
  }
}

const signalOf = (
  { name, weight, points, between: [low, high], applies, detail }: WeighedFactor,
  contribution: number | null,
): Signal => ({
  factor: name,
  contribution,
  weight,
  points: points === null ? null : tenth(points),
  ...(applies && low !== high && { points_between: [tenth(low), tenth(high)] }),
  detail,
})

const levels = ['low', 'medium', 'high'] as const
const confidenceOf = ({ possible, share, effects }: Assessment): Scored['confidence'] => {
  const known = share < 0.5 - tolerance || possible.length > 2 ? 0 : possible.length === 2 ? 1 : 2
  const caps = effects.flatMap(({ holds, effect }) =>
    holds && effect.confidence ? levels.indexOf(effect.confidence.at_most) : [],
  )
  return levels[Math.min(known, ...caps)]!
}
