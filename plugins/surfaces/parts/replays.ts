/** One kept answer, ready to be gathered again. */
import type { Scored } from '@domesday/core'
import { Failure, type LoadedEndpoint, type ScoreSettings } from '@domesday/core/surface'
import { CannotReplay, replay, type Changes, type Replayable, type Replayed } from './replay.ts'
import { endpointMisfit, scoreMisfit } from './settings-fit.ts'

export interface Kept {
  readonly id: string
  readonly endpoint: LoadedEndpoint
  readonly pack: Replayable
  /** The score that was told then. */
  readonly score: number | null
}

/** The score that an endpoint shows: the first that was weighed. */
export const mainScore = (
  { scores }: LoadedEndpoint,
  replayed: Replayed,
): readonly [id: string, scored: Scored] | null => {
  const id = scores.map((score) => score.id).find((one) => one in replayed.scores)
  return id === undefined ? null : [id, replayed.scores[id]!]
}

/** The same of an answer that must have one. Throws the 404: at its depth no score was weighed. */
export const mustBeScored = (kept: Kept, again: Replayed): Scored => {
  const [, scored] = mainScore(kept.endpoint, again) ?? []
  if (scored === undefined)
    throw new Failure('not_offered', `${kept.id} is of an answer without a score, at its depth.`)
  return scored
}

/** The settings of that score, as they were then. Throws the 409 where the code of today needs others. */
export const scoreSettings = ({ id, endpoint, pack: { settings } }: Kept): ScoreSettings | null => {
  const must = (misfit: string | null): void => {
    if (misfit !== null) throw cannotReplay(id, misfit)
  }
  must(endpointMisfit(endpoint.declared, settings))
  const score = endpoint.scores.find((one) => one.id in settings.scores)
  if (score === undefined) return null
  must(scoreMisfit(score, settings.scores[score.id]))
  return settings.scores[score.id]!
}

/** Gathers it again. Throws the 409 where that is not possible. */
export const replayed = async (kept: Kept, changes?: Changes): Promise<Replayed> => {
  try {
    return await replay(kept.endpoint, kept.pack, changes)
  } catch (error) {
    throw error instanceof CannotReplay ? cannotReplay(kept.id, error.message) : error
  }
}

export const cannotReplay = (id: string, why: string): Failure =>
  new Failure('cannot_be_replayed', `${id} cannot be replayed: ${why}.`)
