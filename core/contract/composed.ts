/** Advice of a bounded length: facts with what to do about each, as far as the words reach, then what holds anyway. */

export interface Fact {
  readonly told: string
  /** What to do about it. */
  readonly advice?: string | null | undefined
  /** Whatever the score: several of its kind have more room. */
  readonly decides?: boolean
}

export const wordsIn = (text: string): number => text.split(' ').filter(Boolean).length

/** Ends after a word, a figure or a bracket, and not after an abbreviation. */
export const firstSentence = (text: string): string =>
  /^.*?(?:[a-z]{3}|[A-Z]{4}|\d|[%)’”])[.!?](?=\s+[‘“A-Z\d])/.exec(text)?.[0] ?? text

/** Words at most where one fact decides; where none does, further findings are added up to so many. */
const whole = 60,
  more = 40

/** A fact that decides is told without its advice where that has no room, and the first whatever its length. */
export const composed = (facts: readonly Fact[], ending: readonly (string | null | undefined)[]): string => {
  const deciding = facts.filter(({ decides }) => decides).length
  const end = ending.filter(Boolean).join(' ')
  const most = whole + 15 * Math.min(2, Math.max(0, deciding - 1))
  let words = wordsIn(end)
  const told = new Set<string>()
  for (const { told: fact, advice, decides } of facts) {
    const both = [fact, advice].filter((text) => typeof text === 'string')
    const left = (decides || told.size === 0 ? most : deciding === 0 ? more : most) - words
    const isShort = decides && (told.size === 0 || wordsIn(fact) <= left)
    const texts = wordsIn(both.join(' ')) <= left ? both : isShort ? [fact] : []
    words += wordsIn(texts.join(' '))
    for (const text of texts) told.add(text)
  }
  return [...told, end].join(' ').trim()
}
