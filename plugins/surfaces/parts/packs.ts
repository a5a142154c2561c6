/** Finds packs that a caller may read, and opens them for a replay. */
import {
  Failure,
  type EvidenceFound,
  type KeptAsk,
  type LoadedEndpoint,
  type OpenEvidence,
  type Plugins,
  type Replayable,
} from '@domesday/core/surface'
import { cannotReplay, type Kept } from './replays.ts'

/** A pack as it is stored and handed out: its canonical form, and values beside it by their places. */
export interface Pack {
  readonly form: {
    readonly endpoint: string
    readonly depth: Replayable['depth']
    readonly include: readonly string[] | null
    readonly now: string
    readonly asks: readonly (Omit<KeptAsk, 'question' | 'outcome'> & {
      readonly question: string
      readonly outcome: string
    })[]
  }
  readonly values: Readonly<Record<string, { readonly salt: string; readonly value: unknown }>>
}

const idPattern = /^ev_[0-9a-f]{64}$/

const notKept = (): Failure => new Failure('not_kept', 'No evidence of this id is kept that you were charged for.')

/** Throws the 404: an unknown id, one of another form and one of another caller are told alike. */
export const findPack = async (
  evidence: OpenEvidence | null,
  id: string,
  owner: string | null,
): Promise<EvidenceFound> => {
  const found = idPattern.test(id) ? ((await evidence?.find(id, owner)) ?? null) : null
  if (found === null) throw notKept()
  return found
}

/** Throws the 409 where what was asked, the settings or the endpoint are not there. */
export const openPack = ({ endpoints }: Pick<Plugins, 'endpoints'>, { row, pack }: EvidenceFound): Kept => {
  const { form, values } = pack as Pack
  const endpoint: LoadedEndpoint | undefined = endpoints.get(form.endpoint)
  if (endpoint === undefined) throw cannotReplay(row.id, `this server has no endpoint '${form.endpoint}'`)
  const at = (place: string): unknown => {
    if (!(place in values)) throw cannotReplay(row.id, `${place} is not kept`)
    return values[place]!.value
  }
  return {
    id: row.id,
    endpoint,
    score: row.score,
    pack: {
      asked: at('/asked') as Replayable['asked'],
      settings: at('/settings') as Replayable['settings'],
      depth: form.depth,
      include: form.include,
      now: form.now,
      asks: form.asks.map((ask, i) => ({
        ...ask,
        question: at(`/asks/${i}/question`),
        // Beyond the terms of its source only the hash is there.
        outcome: (values[`/asks/${i}/outcome`]?.value ?? null) as KeptAsk['outcome'] | null,
      })),
    },
  }
}
