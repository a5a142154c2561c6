/** Finds packs that a caller may read, and opens them for a replay. */
import {
  Failure,
  type EvidenceFound,
  type KeptAsk,
  type LoadedEndpoint,
  type OpenEvidence,
  type Plugins,
} from '@domesday/core/surface'
import { open, type Pack } from '@domesday/verify'
import type { Replayable } from './replay.ts'
import { cannotReplay, type Kept } from './replays.ts'

const idPattern = /^ev_[0-9a-f]{64}$/

const notKept = (): Failure => new Failure('not_kept', 'No evidence of this id is kept that you were charged for.')

/** Throws the 404: an unknown id, one of another form and one of another caller are told alike. */
export const findPack = async (
  evidence: OpenEvidence | null,
  id: string,
  owners: readonly string[],
): Promise<EvidenceFound> => {
  if (idPattern.test(id))
    for (const owner of owners) {
      const found = await evidence?.find(id, owner)
      if (found) return found
    }
  throw notKept()
}

/** Whether this is the answer that was given then; null where its salt is not there. */
export const isAnswerOf = (
  { pack }: Pick<EvidenceFound, 'pack'>,
  { data, missing }: { readonly data: unknown; readonly missing: unknown },
): boolean | null => open(pack as Pack).isAnswer({ data, missing })

/** Throws the 409 where what was asked, the settings or the endpoint are not there. */
export const openPack = ({ endpoints }: Pick<Plugins, 'endpoints'>, { row, pack }: EvidenceFound): Kept => {
  const { gathering, leftOut, isAnswer } = open(pack as Pack)
  const endpoint: LoadedEndpoint | undefined = endpoints.get(gathering.endpoint)
  if (endpoint === undefined) throw cannotReplay(row.id, `this server has no endpoint '${gathering.endpoint}'`)
  const isWithout = (place: string): boolean => leftOut.some((one) => one === place || one.startsWith(`${place}/`))
  const asks = gathering.asks.map((ask, i) => ({
    ...ask,
    // Beyond the terms of its source only the hash is there.
    outcome: isWithout(`/asks/${i}/outcome`) ? null : (ask.outcome as KeptAsk['outcome']),
  }))
  const needed = ['/asked', '/settings', ...asks.map((_, i) => `/asks/${i}/question`)]
  const missing = needed.find(isWithout)
  if (missing !== undefined) throw cannotReplay(row.id, `${missing} is not kept`)
  const { asked, include, now } = gathering
  const [depth, settings] = [gathering.depth, gathering.settings] as [Replayable['depth'], Replayable['settings']]
  return { id: row.id, endpoint, score: row.score, pack: { asked, depth, include, now, settings, asks, isAnswer } }
}

/** What a pack says, in the clear. What the terms of a source did not allow to keep is null. */
export const readPack = ({ row, pack }: EvidenceFound) => {
  const { gathering } = open(pack as Pack)
  const { asked, now, settingsHash, versions, include, asks } = gathering
  const { at, ...rest } = row
  return {
    ...rest,
    at: new Date(at).toISOString(),
    now,
    asked: asked ?? null,
    include,
    settings: settingsHash,
    versions,
    asks: asks.map(({ source, operation, question, outcome, fetched_at, from }) => ({
      source,
      operation,
      question: question ?? null,
      outcome,
      fetched_at,
      from,
    })),
    not_replayable: (pack as Pack).not_replayable,
  }
}
