/** The settings that a kept answer was made with, some of them changed. */
import { object } from '@domesday/core'
import type { ScoreSettings, SettingsInForce } from '@domesday/core/surface'
import { scoreCheck, scoreShape } from '@domesday/core/tool'
import { scoreSettings, type Kept } from '@domesday/surface-parts/replays'
import { changedSettings, faultOf, valueIn, type ChangedSettings, type Setting } from './changed-settings.ts'

const readSetting = (text: string): Setting => {
  const [, path, value] = /^(score\.[^=]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined || value === undefined) throw faultOf(text, 'it has not the form score.weights.<factor>=0.4')
  return { text, path: path.split('.'), value: valueIn(text, value) }
}

/** Each text is `score.weights.<factor>=0.4`, of the score that the endpoint shows. Throws a `ProposalFault`. */
export const withSettings = (
  kept: Kept,
  sets: readonly string[],
): Pick<ChangedSettings, 'scaledBy'> & { readonly settings: SettingsInForce } => {
  const { settings } = kept.pack
  const found = scoreSettings(kept)
  if (found === null) throw faultOf(sets[0]!, `'${kept.endpoint.declared.id}' has no score`)
  const [id] = Object.entries(settings.scores).find(([, one]) => one === found)!
  // The factors and gates are those of the answer, not of today.
  const [factors, gates] = [Object.keys(found.weights), Object.keys(found.gates ?? {})]
  const document = {
    schema: object({ score: scoreShape(factors, gates) }).schema,
    check: scoreCheck(factors),
    weights: ['score', 'weights'],
  }
  const changed = changedSettings(document, { score: found }, sets.map(readSetting))
  const { score } = changed.settings as { readonly score: ScoreSettings }
  return { settings: { ...settings, scores: { ...settings.scores, [id]: score } }, scaledBy: changed.scaledBy }
}
