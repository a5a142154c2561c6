/** An answer for a terminal: score bar, factor table, the sections as an outline, gaps and cost. */
import type { ShownCandidate } from '../serve/candidates.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
interface Row {
  readonly factor: string
  readonly weight: number
  readonly points?: number | null
  readonly contribution?: number | null
  readonly risk_contribution?: number | null
  readonly detail: string
}

const width = 40
const style = (colour: boolean) => ({
  bold: (text: string) => (colour ? `\u001b[1m${text}\u001b[22m` : text),
  dim: (text: string) => (colour ? `\u001b[2m${text}\u001b[22m` : text),
})
type Style = ReturnType<typeof style>

const bar = (score: number, of = width): string => '█'.repeat(Math.round((score / 100) * of)).padEnd(of, '░')

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScore = (value: Json): value is { readonly [key: string]: Json } =>
  isObject(value) && 'score' in value && 'rating' in value

const factorLines = (rows: readonly Row[], { dim }: Style): readonly string[] => {
  const names = Math.max(...rows.map(({ factor }) => factor.length))
  return rows.map((row) => {
    const part = row.contribution ?? row.risk_contribution ?? null
    return `    ${row.factor.padEnd(names)}  ${part === null ? '  –' : String(part).padStart(3)} of ${String(Math.round(row.weight * 100)).padStart(2)}  ${dim(row.detail)}`
  })
}

const scoreLines = (name: string, value: { readonly [key: string]: Json }, s: Style): readonly string[] => {
  const { score, rating, confidence, recommendation } = value
  const rows = (value['signals'] ?? value['factors'] ?? []) as unknown as readonly Row[]
  return [
    typeof score === 'number'
      ? `${s.bold(name)}  ${bar(score)} ${s.bold(String(score))} ${String(rating)}${confidence ? s.dim(` (${String(confidence)} confidence)`) : ''}`
      : `${s.bold(name)}  ${s.dim('no score: too little is known')}`,
    ...(typeof recommendation === 'string' ? [`    ${recommendation}`] : []),
    ...(rows.length === 0
      ? []
      : isObject(rows[0] as unknown as Json)
        ? factorLines(rows, s)
        : rows.map((row) => `    · ${String(row)}`)),
  ]
}

const plain = (value: Json): string =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** A list of like objects is a line each; an object is an indented outline. */
const lines = (name: string, value: Json, s: Style, depth = 0): readonly string[] => {
  const indent = '  '.repeat(depth)
  if (isScore(value)) return scoreLines(name, value, s).map((line) => indent + line)
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    if (list.length === 0) return [`${indent}${name}  ${s.dim('none')}`]
    const shown = list.slice(0, 10).map(
      (item) =>
        `${indent}  · ${
          isObject(item)
            ? Object.entries(item)
                .filter(([, v]) => v !== null && typeof v !== 'object')
                .map(([, v]) => plain(v))
                .join('  ')
            : plain(item)
        }`,
    )
    return [
      `${indent}${s.bold(name)} ${s.dim(`(${list.length})`)}`,
      ...shown,
      ...(list.length > 10 ? [s.dim(`${indent}  … ${list.length - 10} more`)] : []),
    ]
  }
  if (isObject(value))
    return [
      `${indent}${s.bold(name)}`,
      ...Object.entries(value).flatMap(([key, inner]) => lines(key, inner, s, depth + 1)),
    ]
  return [`${indent}${name}  ${plain(value)}`]
}

/** Subjects to choose from, each with its id and what tells it from the others. */
const choiceLines = (
  words: string,
  candidates: readonly ShownCandidate[] = [],
  { bold, dim }: Style,
): readonly string[] =>
  candidates.length === 0
    ? []
    : [
        words,
        ...candidates.map(({ id, label, status, since, address }) => {
          const facts = [status, since && `since ${since}`, address].filter(Boolean).join(', ')
          return `  ${bold(id)}${label === id ? '' : `  ${label}`}${facts === '' ? '' : dim(`  ${facts}`)}`
        }),
      ]

export const drawn = (body: { readonly [key: string]: Json }, { colour }: { readonly colour: boolean }): string => {
  const s = style(colour)
  if (!isObject(body['data'])) {
    const { title, detail, errors, suggestions, candidates } = body as {
      title?: string
      detail?: string
      errors?: readonly { parameter: string; detail: string; allowed?: readonly string[] }[]
      suggestions?: readonly ShownCandidate[]
      candidates?: readonly ShownCandidate[]
    }
    return [
      s.bold(title ?? 'Failed'),
      detail ?? '',
      ...(errors ?? []).flatMap(({ parameter, detail, allowed }) => [
        `  ${parameter} ${detail}`,
        ...(allowed ? [`    allowed: ${allowed.join(', ')}`] : []),
      ]),
      ...choiceLines('which one is meant? ask again by its id:', candidates, s),
      ...choiceLines('try:', suggestions, s),
    ].join('\n')
  }
  const meta = body['_meta'] as unknown as {
    credits_charged: number
    sources: readonly string[]
    missing: readonly { section: string; source: string; reason: string }[]
    attribution: readonly string[]
    matched?: { chosen: string; asked: string; candidates: readonly string[] }
    sandbox?: boolean
  }
  const { matched } = meta
  return [
    ...(matched
      ? [
          `${s.bold(matched.chosen)}  ${s.dim(`taken for '${matched.asked}'`)}`,
          ...(matched.candidates.length > 0 ? [s.dim(`could also be: ${matched.candidates.join('; ')}`)] : []),
          '',
        ]
      : []),
    ...Object.entries(body['data']).flatMap(([name, value]) => [...lines(name, value, s), '']),
    ...(meta.missing.length > 0
      ? [
          s.bold('not known'),
          ...meta.missing.map(({ section, source, reason }) => `  ${section}: ${source} ${reason}`),
          '',
        ]
      : []),
    s.dim(`${meta.credits_charged} credits · ${meta.sources.join(', ')}${meta.sandbox ? ' · sample data' : ''}`),
    ...meta.attribution.map((line) => s.dim(line)),
  ].join('\n')
}
