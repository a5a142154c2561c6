/** Whether somebody of a register is an entry of the list, and how sure that is. */
import type { Match } from '@domesday/vocabulary-companies'
import type { Entry } from './entry.ts'
import { personKey } from './names.ts'

export interface ListedPerson {
  readonly kind: 'person'
  /** Words of the full name, in any order, without titles. */
  readonly words: readonly string[]
  /** Words of the surname; null where the register does not tell it apart. */
  readonly surname: string | null
  /** `YYYY-MM`; null where the register states none. */
  readonly born: string | null
}
export interface ListedBody {
  readonly kind: 'body'
  /** As `numberIn` gives it; null where it states none. */
  readonly number: string | null
  /** As `bodyKey` gives them. */
  readonly names: readonly string[]
}
export type ListSubject = ListedPerson | ListedBody

type Known = Pick<Entry, 'kind' | 'names' | 'surnames' | 'numbers' | 'british' | 'births'>

/** A birth that differs from each one stated ends a match; the year alone confirms none. */
const birthOf = (born: string | null, births: readonly string[]): 'month' | 'year' | 'differs' | 'unknown' => {
  if (born === null || births.length === 0) return 'unknown'
  if (births.includes(born)) return 'month'
  return births.includes(born.slice(0, 4)) ? 'year' : 'differs'
}

const personMatch = ({ words, surname, born }: ListedPerson, entry: Known): Match | null => {
  const birth = birthOf(born, entry.births)
  if (words.length < 2 || birth === 'differs') return null
  if (entry.names.includes(personKey(words))) {
    const agreed = ['name', ...(birth === 'unknown' ? [] : [`${birth} of birth`])]
    return { by: 'name', agreed, against: [], sure: birth === 'month' ? 'likely' : 'possible' }
  }
  // One of the two has a forename more: registers often leave out a patronymic.
  const isNear =
    birth === 'month' &&
    surname !== null &&
    entry.surnames.includes(surname) &&
    entry.names.some((name) => {
      const other = name.split(' ')
      const [fewer, more] = other.length < words.length ? [other, words] : [words, other]
      return fewer.length > 1 && fewer.every((word) => more.includes(word))
    })
  return isNear ? { by: 'name', agreed: ['surname', 'month of birth'], against: ['forenames'], sure: 'possible' } : null
}

/** A number alone proves nothing: other countries have numbers of eight digits too. */
const bodyMatch = ({ number, names }: ListedBody, entry: Known): Match | null => {
  const isNamed = names.some((name) => name !== '' && entry.names.includes(name))
  if (number !== null && entry.numbers.includes(number) && (isNamed || entry.british.includes(number)))
    return {
      by: 'number',
      agreed: ['number', ...(isNamed ? ['name'] : [])],
      against: isNamed ? [] : ['name'],
      sure: 'certain',
    }
  // Another number of the same register is another company.
  const isAnother = number !== null && entry.british.length > 0
  return isNamed && !isAnother ? { by: 'name', agreed: ['name'], against: [], sure: 'possible' } : null
}

/** Nationality, country and weak aliases confirm nothing: entries hold none of them. */
export const matchOf = (subject: ListSubject, entry: Known): Match | null =>
  subject.kind === 'person'
    ? entry.kind === 'person'
      ? personMatch(subject, entry)
      : null
    : entry.kind === 'body'
      ? bodyMatch(subject, entry)
      : null
