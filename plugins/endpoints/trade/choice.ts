/** What words or a short code may mean, where they fit several goods. */
import { ambiguous, counted, derive, listed, maybe, type Matched, type NameMatch, type Node } from '@domesday/core'
import { candidateOf, label, othersOf, type Found, type Goods } from '@domesday/source-trade-tariff'
import { dueInWords } from './rates.ts'

/** Other goods that may be meant. */
export interface Choice {
  readonly goods: readonly Goods[]
  /** How many could not be read. */
  readonly lost: number
}

/** Nothing is asked of the others where the call is refused for them. */
export const choiceIn = (asked: Node<{ readonly match: NameMatch }>, found: Node<Found>) => {
  const wanted = derive({ asked, found }, ({ asked, found }) =>
    asked.match === 'one' ? { ...found, matched: null } : found,
  )
  return derive(maybe(othersOf(wanted)), (entries): Choice => {
    const goods = (entries ?? []).flatMap((entry) => entry?.goods ?? [])
    return { goods, lost: (entries ?? []).length - goods.length }
  })
}

/** Refuses what may mean several goods, if the caller wants only one. */
export const isOne = (asked: Node<{ readonly match: NameMatch }>, found: Node<Found>) =>
  derive({ asked, found }, ({ asked, found: { goods, matched } }) =>
    asked.match === 'one' && matched !== null && matched.others.length > 0
      ? ambiguous(`‘${matched.asked}’ may mean several goods. Ask again by the code of those that are meant.`, [
          candidateOf(goods),
          ...matched.others.map(candidateOf),
        ])
      : true,
  )

const withDuty = (goods: Goods): string => `${label(goods)}: duty ${dueInWords(goods) ?? 'not stated'}`

export const matchedIn = (found: Node<Found>, choice: Node<Choice>): Node<Matched> =>
  derive(
    { found, choice },
    ({ found: { goods, matched }, choice }): Matched | null =>
      matched && {
        asked: matched.asked,
        chosen: label(goods),
        candidates: matched.others.map((other) => {
          const read = choice.goods.find(({ code }) => code === other.code)
          return read ? withDuty(read) : `${label(other)}: duty not read`
        }),
      },
  )

/** The first sentence of the advice, where the choice decides the duty. */
export const choiceInWords = ({ goods, matched }: Found, { goods: others, lost }: Choice): string | null => {
  const own = dueInWords(goods)
  const unlike = others.filter((other) => dueInWords(other) !== own)
  if (matched === null || (unlike.length === 0 && lost === 0)) return null
  const told = unlike.slice(0, 2).map(withDuty)
  const more = unlike.length - told.length
  const rest = [
    ...(more > 0 ? [`${more} more with another duty`] : []),
    ...(lost > 0 ? [`${counted(lost, 'code')} whose duty could not be read`] : []),
  ]
  return `Choose the code first: ‘${matched.asked}’ is taken for ${withDuty(goods)}, and may mean ${listed([...told, ...rest], 'or')}.`
}
