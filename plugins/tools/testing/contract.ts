/** What every endpoint promises, told from its answers: a line for each promise that is broken. */
import { depthRank, depths, type Depth } from '@domesday/core'
import { identitySections, sourcesOf, type LoadedEndpoint, type Settings } from '@domesday/core/tool'
import { faultsInAnswer } from './schema.ts'

/** An answer to one example at one depth, as it came over HTTP. */
export interface AnswerAt {
  readonly depth: Depth
  readonly status: number
  readonly body: any
  /** The header `x-credits-charged`. */
  readonly charged: string | undefined
}

/** The path of an example with a depth. */
export const atDepth = (path: string, depth: Depth): string => `${path}${path.includes('?') ? '&' : '?'}depth=${depth}`

/**
 * It answers 200, fits its published schema, and is charged: an answer that knows nothing is no example. `isExplained`:
 * something failed under it that is told already, so that a refusal or a lower price is no news.
 */
export const faultsOfAnswer = (
  endpoint: LoadedEndpoint,
  credits: ReturnType<Settings['endpoint']>['credits'],
  { depth, status, body, charged }: AnswerAt,
  { isExplained = false }: { readonly isExplained?: boolean } = {},
): readonly string[] => {
  if (status !== 200 && isExplained) return []
  if (status !== 200) return [`answers ${status}, ${body?.code ?? 'without a code'}: ${body?.detail ?? ''}`]
  // One to which its depth adds nothing costs what the depth below it costs.
  const asked = endpoint.flat ? 'full' : depth
  const prices = depths.filter((one) => depthRank(one) <= depthRank(asked)).map((one) => credits[one])
  const cost: number = body._meta.credits_charged
  return [
    ...faultsInAnswer(endpoint, body).map((fault) => `does not fit its schema: ${fault}`),
    ...(prices.includes(cost) || isExplained
      ? []
      : [
          cost === 0
            ? `knows nothing beyond its subject, and costs nothing${whyNothing(body)}`
            : `is charged ${cost} credits, not ${[...new Set(prices)].join(' or ')}`,
        ]),
    ...(Number(charged) === cost ? [] : [`says ${charged} credits in its header and ${cost} in its body`]),
  ]
}

/** What its sections lack, each once: `: no_data of 'gleif'`. */
const whyNothing = ({ _meta: { missing } }: AnswerAt['body']): string => {
  const rows = missing as readonly Readonly<Record<'source' | 'reason', string>>[]
  const lacks = [...new Set(rows.map(({ source, reason }) => `${reason} of '${source}'`))]
  return lacks.length === 0 ? '' : `: ${lacks.join(', ')}`
}

/** A score is the same at every depth at which it appears, and its contributions add up to it. */
export const faultsOfScores = (answers: readonly AnswerAt[]): readonly string[] => {
  const first = new Map<string, { readonly depth: Depth; readonly said: string }>()
  return answers.flatMap(({ depth, body }) =>
    scoresIn(body?.data).flatMap(([where, score]) => {
      const said = `${score['score']} ${score['rating']}`
      const before = first.get(where)
      if (before === undefined) first.set(where, { depth, said })
      return [
        ...(before === undefined || before.said === said
          ? []
          : [`the score at ${where} is ${before.said} at ${before.depth} and ${said} at ${depth}`]),
        ...sumFaults(where, score),
      ]
    }),
  )
}

const sumFaults = (where: string, score: Readonly<Record<string, unknown>>): readonly string[] => {
  const parts = (score['signals'] ?? score['factors']) as readonly Readonly<Record<string, unknown>>[] | undefined
  const contributions = (parts ?? [])
    .map((part) => part['contribution'] ?? part['risk_contribution'])
    .filter((part) => typeof part === 'number')
  const sum = contributions.reduce((total, part) => total + part, 0)
  return contributions.length === 0 || score['override'] !== undefined || sum === score['score']
    ? []
    : [`the contributions of the score at ${where} add up to ${sum}, not to ${String(score['score'])}`]
}

/** Every score in an answer, with where it stands. */
const scoresIn = (value: unknown, at = ''): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'score' in value && 'rating' in value ? [[at, value as unknown as Readonly<Record<string, unknown>>] as const] : []
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => scoresIn(inner, `${at}.${key}`))]
}

const valueAt = (data: unknown, name: string): unknown =>
  name.split('.').reduce<any>((inner, key) => inner?.[key], data)

/** A section that is null names a source and a reason. `full`: the answer at full depth. */
export const faultsOfGaps = ({ declared }: LoadedEndpoint, { body }: AnswerAt): readonly string[] =>
  Object.keys(declared.sections)
    .filter((name) => valueAt(body?.data, name) === null)
    .filter((name) => !body._meta.missing.some(({ section }: { readonly section: string }) => section === name))
    .map((name) => `the section '${name}' is null, and _meta.missing does not say why`)

/** Sections are shown only from their depth up. */
export const faultsOfDepth = ({ declared }: LoadedEndpoint, { depth, body }: AnswerAt): readonly string[] =>
  Object.entries(declared.sections)
    .filter(([name, { from }]) => depthRank(from) > depthRank(depth) && valueAt(body?.data, name) !== undefined)
    .map(([name, { from }]) => `the section '${name}' is from ${from} up, and is shown at ${depth}`)

/** Every section rests on sources, or on who and where the subject is. */
export const faultsOfSections = ({ declared }: LoadedEndpoint): readonly string[] => {
  const identity = identitySections(declared)
  return Object.keys(declared.sections)
    .filter((name) => !identity.has(name) && sourcesOf(declared, name).length === 0)
    .map((name) => `the section '${name}' rests on no source`)
}
