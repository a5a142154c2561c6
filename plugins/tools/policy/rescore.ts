/** Scores kept answers again under proposed settings. Nothing is asked, and nothing is charged. */
import { CannotReplay, replay, type EvidenceRow, type OpenEvidence } from '@domesday/core/surface'
import type { Plugins, Settings } from '@domesday/core/tool'
import { Failure } from '@domesday/core/tool'
import { openPack } from '@domesday/surface-parts/packs'
import { mainScore, type Kept } from '@domesday/surface-parts/replays'
import type { Rescored } from './moves.ts'

/** Rows of one look into the store. */
const page = 500

/** The kept answers, the newest first. */
export async function* keptAnswers(
  evidence: OpenEvidence,
  { since, most }: { readonly since: number; readonly most: number },
): AsyncGenerator<EvidenceRow> {
  let cursor: string | undefined,
    count = 0
  do {
    const { rows, next } = await evidence.list({ owner: null, since, limit: page, ...(cursor && { cursor }) })
    for (const row of rows) {
      if (count++ === most) return
      yield row
    }
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** What only the score rests on: the other sections need not be laid out. */
const scoreAlone = ({ endpoint, pack }: Kept): Kept['pack'] => ({
  ...pack,
  include: Object.keys(endpoint.declared.sections).filter((name) =>
    Object.values(endpoint.declared.sections[name]!.inputs).some(({ kind }) => kind === 'score'),
  ),
})

export type Outcome = Rescored | 'unscored' | 'cannot_be_replayed'

export const rescore = async (
  row: EvidenceRow,
  {
    evidence,
    plugins,
    proposed,
  }: { readonly evidence: OpenEvidence; readonly plugins: Plugins; readonly proposed: Settings },
): Promise<Outcome> => {
  const found = await evidence.find(row.id, null)
  if (found === null) return 'cannot_be_replayed'
  try {
    const kept = openPack(plugins, found)
    if (kept.endpoint.scores.length === 0) return 'unscored'
    const settings = proposed.endpoint(row.endpoint).inForce
    const again = await replay(kept.endpoint, scoreAlone(kept), { settings })
    const scored = mainScore(kept.endpoint, again)?.[1]
    if (scored === undefined) return 'unscored'
    return {
      id: row.id,
      endpoint: row.endpoint,
      path: row.path,
      nation: again.nation,
      before: { score: row.score, rating: row.rating },
      after: { score: scored.score, rating: scored.rating },
    }
  } catch (error) {
    if (error instanceof CannotReplay || (error instanceof Failure && error.code === 'cannot_be_replayed'))
      return 'cannot_be_replayed'
    throw error
  }
}

/** The sentences of the factors that moved most, for one answer. */
export const reasonsFor = async (
  { id, endpoint }: Pick<Rescored, 'id' | 'endpoint'>,
  {
    evidence,
    plugins,
    proposed,
  }: { readonly evidence: OpenEvidence; readonly plugins: Plugins; readonly proposed: Settings },
): Promise<readonly string[]> => {
  const found = await evidence.find(id, null)
  if (found === null) return []
  const kept = openPack(plugins, found)
  const signals = async (settings = kept.pack.settings) =>
    mainScore(kept.endpoint, await replay(kept.endpoint, kept.pack, { settings }))?.[1].signals ?? []
  const before = new Map((await signals()).map((signal) => [signal.factor, signal]))
  return (await signals(proposed.endpoint(endpoint).inForce))
    .map(({ factor, contribution, detail }) => ({
      factor,
      detail,
      by: (contribution ?? 0) - (before.get(factor)?.contribution ?? 0),
    }))
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 3)
    .map(({ factor, by, detail }) => `${factor} ${by > 0 ? '+' : '−'}${Math.abs(by)}: ${detail}`)
}
