/** An answer as text, for terminals: scores with factors, sections as an outline, gaps and cost. */
import { counted } from '@domesday/core'
import type { ShownCandidate } from '@domesday/core/surface'
import { folded, isScore, judgementLines, judgementsOf, scoreLines } from './score.ts'
import { isFields, style, type Fields, type Json, type Style } from './style.ts'

const plain = (value: Json): string =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** The members that a line has room for, and that some item has. */
const columnsOf = (items: readonly Json[]): readonly string[] => {
  const members = items.flatMap((item) => (isFields(item) ? Object.entries(item) : []))
  return [...new Set(members.filter(([, value]) => value !== null && typeof value !== 'object').map(([name]) => name))]
}

/** Columns from which items that are mostly figures are compared side by side: a line for each member. */
const wide = 12
const isSheet = (items: readonly Json[], columns: readonly string[]): boolean => {
  const cells = items.flatMap((item) => (isFields(item) ? columns.map((column) => item[column]) : []))
  return columns.length >= wide && cells.filter((cell) => typeof cell === 'number').length * 2 >= cells.length
}
/** The first member heads the columns. A text too long for one stands in the answer. */
const sheetLines = (items: readonly Fields[], columns: readonly string[]): readonly string[] => {
  const cell = (value: Json): string => (typeof value === 'number' ? value.toLocaleString('en-GB') : plain(value))
  const rows = columns.map((column) => [column, ...items.map((item) => cell(item[column] ?? null))])
  const fitting = rows.filter((row) => row.every((cell) => cell.length <= 40))
  const widthOf = (at: number): number => Math.max(...fitting.map((row) => row[at]!.length))
  return fitting.map(([name, ...cells]) =>
    [name!.padEnd(widthOf(0)), ...cells.map((cell, i) => cell.padStart(widthOf(i + 1)))].join('  '),
  )
}

/**
 * A list has a line with the names of its columns, and one for each item; an object is an indented outline.
 * `shownSentences`: those shown elsewhere.
 */
const lines = (
  name: string,
  value: Json,
  s: Style,
  depth = 0,
  shownSentences: readonly string[] = [],
): readonly string[] => {
  const indent = '  '.repeat(depth)
  if (isScore(value)) return scoreLines(name, value, s, shownSentences).map((line) => indent + line)
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    if (list.length === 0) return [`${indent}${name}  ${s.dim('none')}`]
    const first = list.slice(0, 10)
    const columns = columnsOf(first)
    if (isSheet(first, columns))
      return [
        `${indent}${s.bold(name)} ${s.dim(`(${list.length})`)}`,
        ...sheetLines(first.filter(isFields), columns).map((line) => `${indent}  ${line}`),
      ]
    const shown = first.map(
      (item) =>
        `${indent}  · ${isFields(item) ? columns.map((column) => plain(item[column] ?? null)).join('  ') : plain(item)}`,
    )
    return [
      `${indent}${s.bold(name)} ${s.dim([`(${list.length})`, ...columns].join('  '))}`,
      ...shown,
      ...(list.length > 10 ? [s.dim(`${indent}  … ${list.length - 10} more`)] : []),
    ]
  }
  if (isFields(value))
    return [
      `${indent}${s.bold(name)}`,
      ...Object.entries(value).flatMap(([key, inner]) => lines(key, inner, s, depth + 1)),
    ]
  return [`${indent}${name}  ${plain(value)}`]
}

const sectionLines = (data: Fields, s: Style): readonly string[] => {
  const sections = folded(data),
    judgements = judgementsOf(sections)
  const shownSentences = judgements.flatMap(({ because }) => because)
  const inJudgements = new Set(judgements.flatMap(({ beside }) => beside))
  return Object.entries(sections)
    .filter(([name]) => !inJudgements.has(name))
    .flatMap(([name, value]) => {
      const judgement = judgements.find((each) => each.name === name)
      return [...(judgement ? judgementLines(judgement, s) : lines(name, value, s, 0, shownSentences)), '']
    })
}

/** Subjects to choose from, each with its id and distinguishing facts. */
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

interface Gap {
  readonly source: string
  readonly reason: string
  readonly sections: readonly string[]
  readonly detail: string
  readonly retry_after_s?: number
}
type Missing = Omit<Gap, 'sections' | 'detail'> & { readonly section: string }
const gapLines = (gaps: readonly Gap[]): readonly string[] =>
  gaps.map(({ sections, detail, retry_after_s: wait }) => {
    const again = wait === undefined ? '' : ` Another try may help in ${wait} s.`
    return `  ${sections.join(', ')}: ${detail}${again}`
  })

/** `charged`: whether somebody pays for it. The operator does not. */
export const answerAsText = (
  body: Fields,
  { colour, charged = true }: { readonly colour: boolean; readonly charged?: boolean },
): string => {
  const s = style(colour)
  if (!isFields(body['data'])) {
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
    /** Servers of earlier releases do not say it. */
    as_at?: string
    missing: readonly Missing[]
    /** Servers of earlier releases do not say it. */
    gaps?: readonly Gap[]
    /** The same. */
    beyond?: readonly string[]
    attribution: readonly string[]
    matched?: { chosen: string; asked: string; candidates: readonly string[] }
    sandbox?: boolean
  }
  const { matched, as_at: at, beyond = [] } = meta
  const gaps =
    meta.gaps ??
    meta.missing.map(({ section, ...gap }) => ({ ...gap, sections: [section], detail: `${gap.source} ${gap.reason}` }))
  const behind = [
    charged ? counted(meta.credits_charged, 'credit') : 'not charged',
    ...(at === undefined ? [] : [`as at ${at.slice(0, 16).replace('T', ' ')} UTC`]),
    meta.sources.join(', '),
    ...(meta.sandbox ? ['sample data'] : []),
  ]
  return [
    ...(matched
      ? [
          `${s.bold(matched.chosen)}  ${s.dim(`taken for '${matched.asked}'`)}`,
          ...(matched.candidates.length > 0 ? [s.dim(`could also be: ${matched.candidates.join('; ')}`)] : []),
          '',
        ]
      : []),
    ...sectionLines(body['data'], s),
    ...(gaps.length > 0 ? [s.bold('not known'), ...gapLines(gaps), ''] : []),
    ...(beyond.length > 0 ? [`${s.bold('no source here can know')}  ${beyond.join('; ')}`, ''] : []),
    s.dim(behind.join(' · ')),
    ...meta.attribution.map((line) => s.dim(line)),
  ].join('\n')
}
