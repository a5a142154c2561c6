/** What the factors of the score find, as sentences. */
import { capitalised, counted, sentence, type Scored } from '@domesday/core'

export const someOf = (count: number, one: string, several = `${one}s`): string =>
  count === 0 ? `no ${several}` : counted(count, one, several)

const titles: Readonly<Record<string, string>> = {
  labour_strength: 'Labour market',
  property_activity: 'Property market',
  competition_density: 'Competition',
}
/** `Labour market: median pay is … (adds 24 points).` */
export const sentenceOf = ({
  factor,
  detail,
  contribution,
  points_between: [low, high] = [],
}: Scored['signals'][number]): string => {
  const words = detail
    .replace(/\.$/, '')
    .replace(/^Not known: /, 'not known, ')
    .replace(/^Does not apply: /, 'not weighed, because ')
  const span = low === undefined ? '' : `worth between ${low} and ${high} of 100`
  const adds = contribution === null ? '' : `adds ${counted(contribution, 'point')}`
  return `${titles[factor]}: ${words}${adds || span ? ` (${[adds, span].filter(Boolean).join('; ')})` : ''}.`
}

export const asSentence = (words: string): string => capitalised(sentence(words))
