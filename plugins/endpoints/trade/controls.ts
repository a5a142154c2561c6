/** What forbids an import, or needs a licence: it comes before what it costs. */
import { list, listed, text, unknown, type Unknown } from '@domesday/core'
import type { Goods } from '@domesday/source-trade-tariff'

type Control = Goods['controls'][number]
export const licences = {
  licence_words: list(
    text(),
    'Words of controls, and of the documents that they ask for, by which a licence is needed',
  ),
}

const holdsForAll = ({ forAll, limited }: Control): boolean => forAll && !limited

/** A prohibition of goods from anywhere, which nothing lifts. */
export const prohibited = ({ controls }: Goods): string | Unknown | null => {
  const all = controls.filter((control) => control.prohibits && holdsForAll(control))
  const sure = all.find(({ allows }) => allows === false)
  if (sure)
    return `Import is prohibited from every origin, and no condition allows it (${sure.control}). Do not order these goods.`
  return all.some(({ allows }) => allows === null)
    ? unknown('import is prohibited, and the tariff does not state whether a condition allows it')
    : null
}

const documentsIn = ({ documents }: Control): string =>
  documents === null || documents.length === 0
    ? ''
    : `, but with ${listed(documents.slice(0, 2), 'or')}${documents.length > 2 ? `, or ${documents.length - 2} more documents` : ''}`
/** Prohibitions that are bound to origins, documents or additional codes. */
const bound = (controls: readonly Control[]): readonly string[] => {
  const some = controls.filter((control) => control.prohibits && !(holdsForAll(control) && control.allows !== true))
  return [
    ...Map.groupBy(some, (one) => `${one.control} ${documentsIn(one)} ${one.limited} ${one.allows}`).values(),
  ].map((alike) => {
    const [first] = alike as [Control]
    const from = first.forAll
      ? first.limited
        ? 'of some goods of this code or from some origins'
        : 'from every origin'
      : `from ${listed(alike.map(({ origin }) => origin))}`
    const otherwise = documentsIn(first) || (first.allows === true ? ', but on conditions' : '')
    return `Import ${from} is prohibited (${first.control})${otherwise}.`
  })
}

const needsLicence =
  (words: readonly string[]) =>
  (control: Control): boolean => {
    const isSaid = (texts: readonly string[]): boolean =>
      texts.some((one) => words.some((word) => one.toLowerCase().includes(word.toLowerCase())))
    return (
      !control.prohibits &&
      (isSaid([control.control]) || (control.exempts === false && isSaid(control.documents ?? [])))
    )
  }
const licence = ({ control, origin, forAll, exempts, documents }: Control): string => {
  const from = forAll ? '' : ` for goods from ${origin}`
  const which = documents?.length ? ` (${documents[0]})` : ''
  return `${control}: a licence is needed${from}${which}${exempts !== false ? ', unless the goods are exempt' : ''}. Have it before you order.`
}

const inSentences = (sentences: readonly string[]): string | null =>
  sentences.length > 0 ? sentences.slice(0, 2).join(' ') : null

export const prohibitedForSome = ({ controls }: Goods): string | null => inSentences(bound(controls))
export const licencesNeeded = ({ controls }: Goods, words: readonly string[]): string | null =>
  inSentences(controls.filter(needsLicence(words)).map(licence))
