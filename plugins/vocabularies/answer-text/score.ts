/** A score as text, for terminals: its number with bounds, overrides and factors. */
import { isFields, type Fields, type Json, type Style } from './style.ts'

interface Row {
  readonly factor: string
  readonly weight: number
  readonly points?: number | null
  readonly contribution?: number | null
  readonly risk_contribution?: number | null
  readonly points_between?: readonly [number, number]
  readonly detail: string
}
/** A score in an answer. A server of an older release sends no bounds. */
interface Shown {
  readonly score: number | null
  readonly rating: string | null
  readonly confidence?: string
  readonly recommendation?: string
  readonly bounds?: { readonly low: number; readonly high: number }
  readonly possible_ratings?: readonly string[]
  readonly override?: { readonly reason: string; readonly also: readonly string[] }
  readonly signals?: readonly Row[]
  readonly factors?: readonly (Row | string)[]
}

const width = 40
const bar = (score: number): string => '█'.repeat(Math.round((score / 100) * width)).padEnd(width, '░')
const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** `FAIR, possibly GOOD or POOR` */
const withOthers = (word: string | null, possible: readonly string[] = []): string => {
  const others = possible.filter((each) => each !== word)
  return [word, others.length > 0 ? `possibly ${either(others)}` : null].filter(Boolean).join(', ')
}

/** `78 (between 60 and 95): GOOD, possibly FAIR; confidence medium` */
const headOf = ({ score, rating, bounds, possible_ratings, confidence }: Shown, { bold }: Style): string => {
  const span = bounds && bounds.low !== bounds.high ? ` (between ${bounds.low} and ${bounds.high})` : ''
  const ratings = withOthers(rating, possible_ratings)
  return [
    `${score === null ? 'no score' : bold(String(score))}${span}${ratings === '' ? '' : `: ${ratings}`}`,
    ...(confidence === undefined ? [] : [`confidence ${confidence}`]),
  ].join('; ')
}

/** The text without the sentences that are shown above it. */
const without = (words: string, above: readonly string[]): string =>
  above
    .reduce((rest, sentence) => rest.replace(sentence, ''), words)
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const factorLines = (rows: readonly Row[], { dim }: Style): readonly string[] => {
  const names = Math.max(...rows.map(({ factor }) => factor.length))
  const partOf = (row: Row): number | null => row.contribution ?? row.risk_contribution ?? null
  // What is known is weighed as if it were all: its weights add up to 1.
  const known = rows.reduce((sum, row) => sum + (partOf(row) === null ? 0 : row.weight), 0)
  return rows.map((row) => {
    const { factor, points, points_between: span, detail } = row
    const part = partOf(row)
    const adds = part !== null ? String(part) : points === null && span ? '?' : '–'
    const weight = part === null ? row.weight : row.weight / known
    const worth = span ? ` Worth between ${span[0]} and ${span[1]} of 100 points.` : ''
    return `    ${factor.padEnd(names)}  ${adds.padStart(3)} of ${String(Math.round(weight * 100)).padStart(2)}  ${dim(detail + worth)}`
  })
}

export const isScore = (value: Json): value is Fields => isFields(value) && 'score' in value && 'rating' in value

/** `shownSentences`: sentences that are shown elsewhere. */
export const scoreLines = (
  name: string,
  value: Fields,
  s: Style,
  shownSentences: readonly string[] = [],
): readonly string[] => {
  const shown = value as unknown as Shown
  const { score, override, recommendation } = shown
  const facts = override ? [override.reason, ...override.also] : []
  const advice = recommendation === undefined ? '' : without(recommendation, [...facts, ...shownSentences])
  const rows = shown.signals ?? shown.factors ?? []
  const sentences = rows.filter((row) => typeof row === 'string')
  // An override need not change the score: the factors may give the same sum.
  const parts = rows.flatMap((row) =>
    typeof row === 'string' ? [] : (row.contribution ?? row.risk_contribution ?? []),
  )
  const isMoved = parts.length === 0 || parts.reduce((sum, part) => sum + part, 0) !== score
  const by =
    score === null
      ? 'no score because:'
      : isMoved
        ? `set to ${score} because:`
        : 'decides, though the factors add up to as much:'
  return [
    `${s.bold(name)}  ${score === null ? '' : `${bar(score)} `}${headOf(shown, s)}`,
    ...facts.map((fact, i) => `    ${i > 0 ? 'and also:' : by} ${fact}`),
    ...(advice === '' ? [] : [`    ${advice}`]),
    ...(sentences.length > 0
      ? sentences.map((sentence) => `    · ${sentence}`)
      : factorLines(rows as readonly Row[], s)),
  ]
}

const flat = ['rating', 'confidence', 'recommendation', 'signals', 'bounds', 'possible_ratings', 'override']

/** Joins a score whose parts are flat sections into one object; leaves the rest unchanged. */
export const folded = (data: Fields): Fields => {
  const name = Object.keys(data).find((key) => key.endsWith('_score'))
  if (name === undefined || !('bounds' in data)) return data
  const score = Object.fromEntries([
    ['score', data[name]!],
    ...flat.flatMap((key) => (key in data ? [[key, data[key]!]] : [])),
  ])
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      key === name ? [[key, score]] : flat.includes(key) ? [] : [[key, value]],
    ),
  )
}

/** A verdict with other possible ones and its reasons: `verdict`, `possible_verdicts` and `verdict_because`. */
interface Judgement {
  readonly name: string
  readonly word: string
  readonly possible: readonly string[]
  readonly because: readonly string[]
  readonly beside: readonly string[]
}

export const judgementsOf = (data: Fields): readonly Judgement[] =>
  Object.entries(data).flatMap(([name, word]) => {
    const beside = [`possible_${name}s`, `${name}_because`] as const
    const [possible, because] = beside.map((key) => data[key])
    if (typeof word !== 'string' || !Array.isArray(possible)) return []
    return [{ name, word, possible, because: Array.isArray(because) ? [...new Set(because)] : [], beside }]
  })

export const judgementLines = ({ name, word, possible, because }: Judgement, { bold }: Style): readonly string[] => [
  `${bold(name)}  ${withOthers(word, possible)}`,
  ...because.map((fact) => `    because: ${fact}`),
]
