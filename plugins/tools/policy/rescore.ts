/** Scores kept answers again under proposed settings. Nothing is asked, and nothing is charged. */
import { depthRank, type Depth, type Node } from '@domesday/core'
import type { EvidenceFound, EvidenceRow, LoadedEndpoint, OpenEvidence } from '@domesday/core/surface'
import type { Plugins, Settings } from '@domesday/core/tool'
import { Failure } from '@domesday/core/tool'
import { openPack } from '@domesday/surface-parts/packs'
import { CannotReplay, replay } from '@domesday/surface-parts/replay'
import { mainScore, type Kept } from '@domesday/surface-parts/replays'
import type { Rescored } from './moves.ts'

/** Rows of one look into the store. */
const page = 500
/** Packs read at once; two batches are in memory. */
const together = 64

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

/** The sections that show a score itself, as `include` names them. */
const scoreSections = ({ declared }: LoadedEndpoint): readonly string[] =>
  Object.entries(declared.sections)
    .filter(([, { inputs }]) => Object.values(inputs).some(({ kind }) => kind === 'score'))
    .map(([name, { beside = name }]) => beside.split('.')[0]!)

/** What only the score rests on: no other section is laid out. What was not asked for then is not asked now. */
const scoreAlone = ({ endpoint, pack }: Kept): readonly string[] =>
  scoreSections(endpoint).filter((name) => pack.include?.includes(name) ?? true)

const resting = new WeakMap<Node<unknown>, boolean>()
const restsOnScore = (node: Node<unknown>): boolean => {
  const known = resting.get(node)
  if (known !== undefined) return known
  const rests = node.kind === 'score' || Object.values(node.inputs).some(restsOnScore)
  resting.set(node, rests)
  return rests
}

/** Whether answers of this endpoint have a score at a depth at all. */
const isScoredAt = ({ declared: { sections } }: LoadedEndpoint, depth: Depth): boolean =>
  Object.values(sections).some(
    ({ from, inputs }) => depthRank(from) <= depthRank(depth) && Object.values(inputs).some(restsOnScore),
  )

export type RescoreOutcome = Rescored | 'unscored' | 'cannot_be_replayed'

export interface Lab {
  readonly evidence: OpenEvidence
  readonly plugins: Plugins
  readonly proposed: Settings
}

/** Known without its pack: the pack is not read. */
const atOnce = ({ endpoint: id, depth }: EvidenceRow, { plugins }: Lab): RescoreOutcome | null => {
  const endpoint = plugins.endpoints.get(id)
  if (endpoint === undefined) return 'cannot_be_replayed'
  return isScoredAt(endpoint, depth) ? null : 'unscored'
}

const rescore = async (row: EvidenceRow, found: EvidenceFound, { plugins, proposed }: Lab): Promise<RescoreOutcome> => {
  try {
    const kept = openPack(plugins, found)
    const settings = proposed.endpoint(row.endpoint).inForce
    const again = await replay(kept.endpoint, kept.pack, { settings, include: scoreAlone(kept) })
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

interface Read {
  readonly row: EvidenceRow
  readonly known: RescoreOutcome | null
  readonly found: EvidenceFound | null
}

/**
 * Scores kept answers again, in their order. `done`: what a run before this one found. A batch of packs is read while
 * the one before is scored: to wake the thread that reads for each costs as much as the scoring.
 */
export async function* rescored(
  rows: AsyncIterable<EvidenceRow>,
  lab: Lab,
  done: ReadonlyMap<string, RescoreOutcome> = new Map(),
): AsyncGenerator<readonly [EvidenceRow, RescoreOutcome]> {
  const read = async (row: EvidenceRow): Promise<Read> => {
    const known = done.get(row.id) ?? atOnce(row, lab)
    return { row, known, found: known === null ? await lab.evidence.find(row.id, null) : null }
  }
  let before: Promise<readonly Read[]> = Promise.resolve([])
  for await (const batch of batches(rows)) {
    const reading = Promise.all(batch.map(read))
    // Whoever waits for it later is told.
    reading.catch(() => {})
    yield* outcomes(await before, lab)
    before = reading
  }
  yield* outcomes(await before, lab)
}

async function* outcomes(reads: readonly Read[], lab: Lab): AsyncGenerator<readonly [EvidenceRow, RescoreOutcome]> {
  for (const { row, known, found } of reads)
    yield [row, known ?? (found === null ? 'cannot_be_replayed' : await rescore(row, found, lab))]
}

async function* batches(rows: AsyncIterable<EvidenceRow>): AsyncGenerator<readonly EvidenceRow[]> {
  let batch: EvidenceRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < together) continue
    yield batch
    batch = []
  }
  yield batch
}

/** The sentences of the factors that moved most, for one answer. */
export const reasonsFor = async (
  { id, endpoint }: Pick<Rescored, 'id' | 'endpoint'>,
  { evidence, plugins, proposed }: Lab,
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
