/** Names of the list and of the registers in one form, so that they can be compared. */
import { plainName, wordsOf } from '@domesday/vocabulary-companies'

/** The words of a person's name in one order: lists write the surname first, last, or in capitals. */
export const personKey = (words: readonly string[]): string => words.toSorted().join(' ')

/** Legal forms that have two spellings, each before or after the name. Those of the United Kingdom are left out. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(OOO|LIMITED LIABILITY COMPANY|LLC) | (OOO|LIMITED LIABILITY COMPANY|LLC)$/, 'LLC'],
  [/^(PAO|PUBLIC JOINT STOCK COMPANY|PJSC) | (PAO|PUBLIC JOINT STOCK COMPANY|PJSC)$/, 'PJSC'],
  [/^(OAO|OPEN JOINT STOCK COMPANY|OJSC) | (OAO|OPEN JOINT STOCK COMPANY|OJSC)$/, 'OJSC'],
  [/^(ZAO|CLOSED JOINT STOCK COMPANY|CJSC) | (ZAO|CLOSED JOINT STOCK COMPANY|CJSC)$/, 'CJSC'],
  [/^(AO|JOINT STOCK COMPANY|JSC) | (AO|JOINT STOCK COMPANY|JSC)$/, 'JSC'],
]

/**
 * A company's name. A form of another country stays: a limited company is no LLC of the same name. Empty where nothing
 * of it can be compared.
 */
export const bodyKey = (name: string): string => {
  const plain = plainName(name)
  const found = spellings.find(([form]) => form.test(plain))
  return found ? `${plain.replace(found[0], '')} ${found[1]}` : plain
}

/** Whether an alias is too weak to tell anybody by: held low by the list, or too short where it does not say. */
export const isWeakAlias = (name: string, isPerson: boolean, strength: string | null): boolean => {
  if (strength !== null) return /low/i.test(strength)
  const words = wordsOf(name)
  return words.length < 2 && (isPerson || (words[0] ?? '').length < 6)
}
