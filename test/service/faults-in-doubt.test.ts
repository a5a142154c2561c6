/**
 * Each example of each scored endpoint, with each of its sources failing, not imported or not configured: what the
 * score is in truth lies within the bounds that are told, its rating and verdict are among those that are called
 * possible, and the recommendation tells nothing that the answer does not hold.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planOf } from '../../core/engine/plan.ts'
import { gather } from '../../core/engine/gather.ts'
import { RequiredGap, type Missing } from '../../core/engine/gap.ts'
import { weigh } from '../../core/engine/weigh.ts'
import { rawOf } from '../../core/http/raw.ts'
import { tokens } from '../../core/service/tokens.ts'
import { nodesOf } from '../../core/registry/graph.ts'
import { projectRoot, type LoadedEndpoint } from '../../core/registry/load.ts'
import type { Scored } from '../../core/contract/score.ts'
import { UpstreamFault, type Reason } from '../../core/contract/upstream.ts'
import { sourceIdsIn } from '../../core/contract/node-kinds.ts'
import { toldIn } from '../golden/judged.ts'
import { sharedService } from '../support/shared-service.ts'
import { strayIn } from '../support/told.ts'

const service = await sharedService()

interface Judged {
  readonly scored: Scored
  /** By its top section. */
  readonly data: Readonly<Record<string, unknown>>
  readonly missing: readonly Missing[]
  readonly verdict: string | undefined
  readonly possibleVerdicts: readonly string[] | undefined
  /** What is recommended and stands nowhere in the answer. */
  readonly stray: string
}

/** Looks an example up with a source failing for a reason; null where there is no answer without it. */
const look = async (
  endpoint: LoadedEndpoint,
  path: string,
  failing: string | null,
  reason: Reason,
): Promise<Judged | null> => {
  const { container } = service
  const settings = container.get(tokens.configured).current()
  const { depth: _, ...raw } = rawOf(endpoint, path, '')
  const plan = planOf(endpoint, settings.endpoint(endpoint.declared.id), { ...raw, depth: 'full' })
  const upstream = container.get(tokens.clients)
  let scored: Scored | undefined
  try {
    const { data, missing } = await gather({
      endpoint: endpoint.declared,
      asked: plan.asked,
      depth: plan.depth,
      include: null,
      settings: plan.settings.own,
      now: new Date(settings.service.sandbox.date),
      deadline: 60_000,
      ask: (operation, question) =>
        operation.source.id === failing
          ? Promise.reject(new UpstreamFault(failing, reason, 'made to fail'))
          : upstream.ask(operation, question),
      weigh: (score, evidence) => (scored = weigh(score, plan.settings.scoreOf(score), evidence)),
      settingsOf: plan.settings.scoreOf,
      onPluginError: (where, fault) => {
        throw new Error(`${endpoint.declared.id} ${where}`, { cause: fault })
      },
    })
    const { verdict, possible_verdicts: possibleVerdicts } = data as {
      verdict?: string
      possible_verdicts?: readonly string[]
    }
    const told = toldIn(path, data)
    const stray = told === null ? '' : strayIn(endpoint.declared.id, told)
    return scored === undefined ? null : { scored, data, missing, verdict, possibleVerdicts, stray }
  } catch (fault) {
    if (fault instanceof RequiredGap) return null
    throw fault
  }
}

/** The reasons for which a source may be without an answer. */
const reasonsFor = (endpoint: LoadedEndpoint, source: string): readonly Reason[] => {
  const about = service.container.get(tokens.configured).plugins.sources.get(source)!
  return ['upstream_failed', about.kind === 'dataset' ? 'not_imported' : 'not_configured']
}
const sourcesUnder = (endpoint: LoadedEndpoint): readonly string[] => sourceIdsIn(nodesOf(endpoint.declared))

/** Sections that say something else without a source, and do not say that it is missing. */
const untold = (whole: Judged, seen: Judged, source: string): readonly string[] => {
  const told = new Set(seen.missing.flatMap(({ section, source: of }) => (of === source ? section.split('.')[0]! : [])))
  return Object.keys(whole.data).filter(
    (section) => !told.has(section) && JSON.stringify(whole.data[section]) !== JSON.stringify(seen.data[section]),
  )
}

interface Row {
  readonly id: string
  readonly widths: readonly number[]
  readonly failing: readonly number[]
  readonly unrated: number
}
/** A score tells by its factors and bounds. */
const isScore = (section: unknown): boolean =>
  typeof section === 'object' && section !== null && 'bounds' in section && 'possible_ratings' in section
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
const width = ({ bounds: { low, high } }: Scored): number => high - low

const heading =
  '| look-up | examples | width, all sources | cases with one failing | width, one failing | unrated |\n' +
  '|---|---|---|---|---|---|\n'
const tableOf = (rows: readonly Row[]): string => {
  const line = (id: string, { widths, failing, unrated }: Omit<Row, 'id'>): string =>
    `| ${id} | ${widths.length} | ${median(widths)} | ${failing.length} | ${failing.length === 0 ? '–' : median(failing)} | ${unrated} |`
  const all = {
    widths: rows.flatMap(({ widths }) => widths),
    failing: rows.flatMap(({ failing }) => failing),
    unrated: rows.reduce((sum, { unrated }) => sum + unrated, 0),
  }
  return [...rows.map((row) => line(row.id, row)), line('**all**', all)].join('\n')
}

describe('doubt', () => {
  it('holds the truth in its bounds, whatever source fails, and says something', async () => {
    const { plugins, current } = service.container.get(tokens.configured)
    const faults: string[] = []
    const rows: Row[] = []
    for (const endpoint of plugins.endpoints.values()) {
      if (endpoint.scores.length === 0) continue
      const widths: number[] = [],
        failing: number[] = []
      let unrated = 0
      for (const path of Object.keys(current().endpoint(endpoint.declared.id).examples)) {
        const truth = await look(endpoint, path, null, 'upstream_failed')
        if (truth === null) continue
        widths.push(width(truth.scored))
        for (const source of sourcesUnder(endpoint)) {
          for (const reason of reasonsFor(endpoint, source)) {
            const seen = await look(endpoint, path, source, reason)
            if (seen === null) continue
            failing.push(width(seen.scored))
            if (seen.scored.rating === null) unrated += 1
            for (const section of untold(truth, seen, source))
              if (!isScore(truth.data[section])) faults.push(`${path}, ${source} ${reason}: ${section} does not tell`)
            const { score, rating } = truth.scored
            const { bounds, possible_ratings: possible } = seen.scored
            const say = (what: string): number => faults.push(`${path}, ${source} ${reason}: ${what}`)
            if (score !== null && (score < bounds.low || score > bounds.high))
              say(`${score} is not within ${bounds.low} to ${bounds.high}`)
            if (rating !== null && !possible.includes(rating)) say(`${rating} is not among ${possible.join(', ')}`)
            if (seen.stray !== '') say(`it tells what it does not hold: ${seen.stray}`)
            if (truth.verdict !== undefined && !seen.possibleVerdicts!.includes(truth.verdict))
              say(`${truth.verdict} is not among ${seen.possibleVerdicts!.join(', ')}`)
          }
        }
      }
      rows.push({ id: endpoint.declared.id, widths, failing, unrated })
    }
    expect(faults).toEqual([])
    const all = rows.flatMap(({ widths }) => widths),
      hurt = rows.flatMap(({ failing }) => failing)
    expect(median(all)).toBeLessThanOrEqual(15)
    expect(median(hurt)).toBeLessThanOrEqual(45)
    expect(rows.reduce((sum, { unrated }) => sum + unrated, 0) / hurt.length).toBeLessThanOrEqual(0.2)
    // The page that tells of it ends in these figures: `npm test -- <this file> --update` writes them anew.
    const page = join(projectRoot, 'docs/doubt.md')
    const [text] = readFileSync(page, 'utf8').split(heading) as [string]
    await expect(`${text}${heading}${tableOf(rows)}\n`).toMatchFileSnapshot(page)
  })
})
