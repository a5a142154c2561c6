/** Turns metrics into points by the curves of the settings. */
import { PartialReading, type Metric } from '../contract/reading.ts'
import { isList, type Curve, type ScoreSettings } from '../contract/score-settings.ts'

/** 0–100, or null for a word that the table does not know. */
export const pointsOn = (curve: Curve, metric: number | string): number | null => {
  if (!isList(curve)) return Object.hasOwn(curve, metric) ? curve[metric]! : null
  const x = Number(metric)
  if (!Number.isFinite(x)) return null
  const after = curve.findIndex(([at]) => x < at)
  if (after === 0) return curve[0]![1]
  if (after === -1) return curve.at(-1)![1]
  const [x0, y0] = curve[after - 1]!
  const [x1, y1] = curve[after]!
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** Why the settings of its score do not fit a factor's reading; null where they do. */
export const misfitOf = (score: ScoreSettings, factor: string, reading: Metric | PartialReading): string | null => {
  if (reading instanceof PartialReading && reading.spread && score.spreads?.[factor] === undefined)
    return `the settings do not say within how many points about(…) is right: spreads: { ${factor}: … }`
  const curve = score.curves[factor]!
  const metrics =
    reading instanceof PartialReading
      ? [reading.metric, reading.low, reading.high].filter((one) => one !== null)
      : [reading.metric]
  const misfits = metrics.filter((one) => pointsOn(curve, one) === null)
  if (misfits.length === 0) return null
  const said = String(misfits[0]).slice(0, 60)
  return isList(curve)
    ? `the metric '${said}' is no number, and the curve is a line`
    : `the curve has no word '${said}': it has '${Object.keys(curve).join("', '")}'`
}

/**
 * The fewest and the most points of any metric between `low` and `high` (null: to the end of the curve). In a table of
 * words: between the points of the two words, or of all words where one of the two is missing.
 */
export const spanOf = (
  curve: Curve,
  low: number | string | null,
  high: number | string | null,
): readonly [number, number] => {
  const ends = [low, high].map((end) => (end === null ? null : pointsOn(curve, end)))
  const all = isList(curve)
    ? curve
        .filter(([at]) => (low === null || at > Number(low)) && (high === null || at < Number(high)))
        .map(([, y]) => y)
    : ends.some((end) => end === null)
      ? Object.values(curve)
      : []
  const points = [...all, ...ends.filter((end) => end !== null)]
  return [Math.min(...points), Math.max(...points)]
}
