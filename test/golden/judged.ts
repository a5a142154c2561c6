/** Whether an answer can be signed: what is wrong with it, in words. */
import type { ServiceReply } from '@domesday/tool-testing'
import { leavesOpen, strayIn, type Told } from '../support/told.ts'
import type { Expected } from './case.ts'

interface Scored {
  readonly score: number | null
  readonly rating: string | null
  readonly confidence: string
  readonly recommendation: string
  readonly bounds: { readonly low: number; readonly high: number }
  readonly possible_ratings: readonly string[]
  readonly override?: { readonly score: number | null; readonly reason: string; readonly also: readonly string[] }
}

/** Where a score sits in the answers that have it in a shape of their own. */
const own: Readonly<Record<string, { readonly score: string; readonly rating: string; readonly home: string }>> = {
  report: { score: 'distress_score', rating: 'rating', home: '' },
  energy: { score: 'esg_score', rating: 'esg_rating', home: 'esg_assessment' },
  transport: { score: 'connectivity_score', rating: 'connectivity_rating', home: 'connectivity' },
  vehicle: { score: 'health_score', rating: 'health_rating', home: 'health_assessment' },
}
const whole: Readonly<Record<string, string>> = {
  entity: 'distress_score',
  director: 'risk_score',
  environment: 'risk_score',
  property: 'environmental_risk',
  water: 'water_quality_score',
  innovation: 'innovation_score',
  demographics: 'spending_power_score',
  political: 'engagement_score',
  funding: 'funding_score',
  connectivity: 'digital_readiness_score',
  planning: 'development_score',
  market: 'market_opportunity',
  health: 'service_quality_score',
  legal: 'regulatory_relevance_score',
  tenders: 'procurement_opportunity_score',
  trade: 'tariff_impact_score',
}

/** What stands at `a.b[0].c`, or in the row of a list at `a[name=x].b`. */
export const at = (root: unknown, path: string): unknown =>
  path === ''
    ? root
    : path
        .replaceAll('[', '.[')
        .split('.')
        .filter((step) => step !== '')
        .reduce<any>((value, step) => {
          if (value === null || value === undefined) return undefined
          const [, pick] = /^\[(.+)\]$/.exec(step) ?? []
          if (pick === undefined) return value[step]
          const [key, wanted] = pick.split('=')
          return wanted === undefined
            ? value[Number(key)]
            : (value as readonly any[]).find((row) => String(row?.[key!]) === wanted)
        }, root)

const scoreIn = (path: string, data: unknown): Scored | null => {
  const id = /^\/([a-z]+)/.exec(path)![1]!
  const { score, rating, home } = own[id] ?? {}
  if (score === undefined) return whole[id] ? ((at(data, whole[id]) as Scored | undefined) ?? null) : null
  const rest = at(data, home!) as Scored | null | undefined
  return rest ? { ...rest, score: at(data, score) as number | null, rating: at(data, rating!) as string | null } : null
}

/** A score with all that its answer shows of it. */
export const toldIn = (path: string, data: any): Told | null => {
  const scored = scoreIn(path, data)
  if (scored === null) return null
  const rows: readonly any[] = (scored as any).signals ?? (scored as any).factors ?? []
  return {
    ...(scored as unknown as Told),
    signals: rows.map((row) => (typeof row === 'string' ? { detail: row, points: null } : row)),
    ...('verdict' in data && {
      verdict_because: data.verdict_because,
      possible_verdicts: data.possible_verdicts,
      red_flags: data.red_flags ?? [],
    }),
  }
}

/** What is told and stands nowhere in the answer, and what decides and is not told. */
const toldFaults = (path: string, data: any): readonly string[] => {
  const told = toldIn(path, data)
  if (told !== null && leavesOpen(/^\/([a-z]+)/.exec(path)![1]!, told))
    return [
      `the recommendation does not name what decides between ${orOf(told.possible_ratings)}: ${short(told.recommendation, 600)}`,
    ]
  // Of some look-ups the factors are shown at another depth.
  if (told === null || told.signals.length === 0) return []
  const stray = strayIn(/^\/([a-z]+)/.exec(path)![1]!, told)
  return stray === '' ? [] : [`the recommendation tells what the answer does not hold: ${short(stray, 600)}`]
}

const short = (value: unknown, most = 300): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > most ? `${text.slice(0, most)}…` : text
}
const patterns = (of: RegExp | readonly RegExp[] | undefined): readonly RegExp[] =>
  of === undefined ? [] : Array.isArray(of) ? (of as readonly RegExp[]) : [of as RegExp]
const orOf = (words: readonly unknown[]): string => words.map(String).join(' or ')

/** Nobody says this where a fact decides, or where one that decides may hold. */
const calm =
  /little cause for concern|usual searches are enough|speak well of how it was kept|in sound order|little in the record|deal on usual terms|little stands in the way/i

const saysNot = (what: string, text: string, wanted: RegExp | readonly RegExp[] | undefined): readonly string[] =>
  patterns(wanted).flatMap((one) =>
    one.test(text) ? [] : [`${what} does not say ${String(one)}: ${short(text, 600)}`],
  )
const says = (what: string, text: string, forbidden: RegExp | readonly RegExp[] | undefined): readonly string[] =>
  patterns(forbidden).flatMap((one) => (one.test(text) ? [`${what} says ${String(one)}: ${short(text, 600)}`] : []))

const factorsOf = (scored: any): readonly any[] => scored?.signals ?? scored?.factors ?? []

/** Faults that no score may have, whatever its case. */
const alwaysFaulty = ({ score, rating, confidence, bounds, possible_ratings: possible }: Scored): readonly string[] => [
  ...(score !== null && (score < bounds.low || score > bounds.high)
    ? [`the score ${score} lies outside its bounds, ${short(bounds)}`]
    : []),
  ...(rating !== null && !possible.includes(rating) ? [`the rating ${rating} is not among ${short(possible)}`] : []),
  ...(possible.length > 1 && confidence === 'high' ? [`its confidence is high, and it may be ${orOf(possible)}`] : []),
]

const scoreFaults = (scored: Scored | null, data: any, expected: Expected): readonly string[] => {
  const { rating, notRating, atLeast, atMost, decidedBy, notDecidedBy, confidence, possible, reaches } = expected
  const { certain, narrow, advises, neverAdvises, factors = {} } = expected
  if (scored === null) return ['there is no score in the answer']
  const { score, override, bounds } = scored
  const has = `${String(score)} (${String(scored.rating)})`
  const recommendation = scored.recommendation ?? data.recommendation
  const reasons = override ? [override.reason, ...override.also] : []
  const of = factorsOf(scored).length > 0 ? factorsOf(scored) : (data.signals ?? [])
  const wrong = (is: boolean, line: string): readonly string[] => (is ? [line] : [])
  return [
    ...alwaysFaulty(scored),
    ...wrong(
      rating !== undefined && !rating.includes(scored.rating),
      `it is ${has}, where ${orOf(rating ?? [])} is due`,
    ),
    ...wrong(notRating?.includes(scored.rating ?? '') === true, `it is ${has}`),
    ...wrong(
      atLeast !== undefined && !(score !== null && score >= atLeast),
      `it is ${has}, where ${atLeast} at least is due`,
    ),
    ...wrong(
      atMost !== undefined && !(score !== null && score <= atMost),
      `it is ${has}, where ${atMost} at most is due`,
    ),
    ...wrong(
      decidedBy !== undefined && !reasons.some((reason) => decidedBy.test(reason)),
      `nothing decides that says ${String(decidedBy)}: ${short(override ?? 'no override')}`,
    ),
    ...reasons.flatMap((reason) => wrong(notDecidedBy?.test(reason) === true, `a fact decides: ${reason}`)),
    ...wrong(
      confidence !== undefined && !confidence.includes(scored.confidence),
      `its confidence is ${scored.confidence}, where ${orOf(confidence ?? [])} is due`,
    ),
    ...(possible ?? []).flatMap((one) =>
      wrong(!scored.possible_ratings.includes(one), `${one} is not possible, only ${orOf(scored.possible_ratings)}`),
    ),
    ...wrong(
      reaches !== undefined && (bounds.low > reaches || bounds.high < reaches),
      `its bounds ${bounds.low} to ${bounds.high} leave out ${reaches}`,
    ),
    ...wrong(
      certain === true && (bounds.low !== score || bounds.high !== score),
      `its bounds are ${bounds.low} to ${bounds.high}, though everything is known`,
    ),
    ...wrong(
      narrow !== undefined && bounds.high - bounds.low > narrow,
      `its bounds ${bounds.low} to ${bounds.high} are wider than ${narrow}`,
    ),
    ...saysNot('the recommendation', recommendation, advises),
    ...says('the recommendation', recommendation, neverAdvises),
    ...says('the recommendation', recommendation, decidedBy !== undefined || possible !== undefined ? calm : undefined),
    ...Object.entries(factors).flatMap(([name, wanted]) =>
      saysNot(`the factor ${name}`, of.find((one: any) => one.factor === name)?.detail ?? 'nothing', wanted),
    ),
  ]
}

const scoreWords: readonly (keyof Expected)[] = [
  'rating',
  'notRating',
  'atLeast',
  'atMost',
  'decidedBy',
  'notDecidedBy',
  'confidence',
  'possible',
  'reaches',
  'certain',
  'narrow',
  'advises',
  'neverAdvises',
  'factors',
]

/** Whether what arrived is what was given: a value, or words in it. */
const isRead = (found: unknown, wanted: unknown): boolean =>
  wanted instanceof RegExp
    ? wanted.test(typeof found === 'string' ? found : (JSON.stringify(found) ?? ''))
    : JSON.stringify(found) === JSON.stringify(wanted)

/** What is wrong with an answer; nothing where it can be signed. */
export const misleads = (path: string, { status, body, text }: ServiceReply, expected: Expected): readonly string[] => {
  const { status: due = 200, read = {}, verdict, possibleVerdicts = [], because, missing, never } = expected
  if (status !== due) return [`the status is ${status}, where ${due} is due: ${short(body?.detail ?? text)}`]
  const data = body?.data
  const unread = Object.entries(read).flatMap(([place, wanted]) => {
    const found = at(place.startsWith('_meta') ? body : data, place)
    return isRead(found, wanted) ? [] : [`${place} reads ${short(found)}, and not ${short(String(wanted))}`]
  })
  // What a case describes has not arrived: nothing can be judged.
  if (unread.length > 0) return unread
  const rows: readonly any[] = body?._meta?.missing ?? []
  return [
    ...(scoreWords.some((word) => word in expected) ? scoreFaults(scoreIn(path, data), data, expected) : []),
    ...(verdict && !verdict.includes(data.verdict)
      ? [`the verdict is ${data.verdict}, where ${orOf(verdict)} is due: ${short(data.verdict_because)}`]
      : []),
    ...possibleVerdicts.flatMap((one) =>
      data.possible_verdicts?.includes(one)
        ? []
        : [`${one} is no possible verdict, only ${short(data.possible_verdicts)}`],
    ),
    ...saysNot('verdict_because', (data?.verdict_because ?? []).join(' '), because),
    ...(missing &&
    !rows.some(
      (row) => row.source === missing.source && (missing.reason === undefined || row.reason === missing.reason),
    )
      ? [`no row of ${short(missing)} is missing: ${short(rows)}`]
      : []),
    ...toldFaults(path, data),
    ...says('the answer', text, never),
    ...(rows.some(({ reason }) => reason === 'plugin_failed') ? [`a plugin failed: ${short(rows)}`] : []),
  ]
}
