/** The settings that a kept answer was made with, some of them changed. */
import type { ScoreSettings, SettingsInForce } from '@domesday/core/surface'
import type { Kept } from '@domesday/surface-parts/replays'
import { parse } from 'yaml'
import { ProposalFault } from './proposed.ts'

const tolerance = 1e-9

/** Each text is `score.weights.<factor>=0.4`, of the score that the endpoint shows. Throws a `ProposalFault`. */
export const withSettings = ({ endpoint, pack }: Kept, sets: readonly string[]): SettingsInForce => {
  const [id] = endpoint.scores.map((score) => score.id).filter((one) => one in pack.settings.scores)
  if (id === undefined) throw new ProposalFault(`'${endpoint.declared.id}' has no score`)
  const settings = structuredClone(pack.settings) as { scores: Record<string, ScoreSettings> } & SettingsInForce
  for (const text of sets) {
    const [, path, value] = /^score\.([^=]+)=(.*)$/s.exec(text) ?? []
    if (path === undefined || value === undefined)
      throw new ProposalFault(`'${text}' has not the form score.weights.<factor>=0.4`)
    const steps = path.split('.')
    let at = settings.scores[id] as unknown as Record<string, unknown>
    for (const step of steps.slice(0, -1)) {
      if (typeof at[step] !== 'object' || at[step] === null) throw new ProposalFault(`there is no score.${path}`)
      at = at[step] as Record<string, unknown>
    }
    if (!Object.hasOwn(at, steps.at(-1)!)) throw new ProposalFault(`there is no score.${path}`)
    at[steps.at(-1)!] = parse(value) as unknown
  }
  const sum = Object.values(settings.scores[id]!.weights).reduce((all, weight) => all + weight, 0)
  if (Math.abs(sum - 1) > tolerance)
    throw new ProposalFault(`the weights would sum to ${Number(sum.toFixed(6))}, and must to 1: set others too`)
  return settings
}
