/** What two companies have in common: their names, their time, their parents. */
import type { Owners } from '@domesday/source-companies-house'
import { monthsAfter } from '@domesday/subject-company'
import { companyNumber, companyWords, plainName } from '@domesday/vocabulary-companies'
import { isMajority } from './bodies.ts'

/** Whether an insolvency closes a business: liquidation or administration. */
export const isClosing = (type: string): boolean => /liquidation$|administration/.test(type)

/** Whether a company was formed within a year of a day, before or after. */
export const isOfItsTime = (incorporated: string | null, began: string): boolean =>
  incorporated !== null && incorporated >= monthsAfter(began, -12) && incorporated <= monthsAfter(began, 12)

/** Words that tell no business from another. */
const common = new Set(
  'THE AND OF A CO COMPANY UK GB GROUP HOLDINGS HOLDING SERVICES SERVICE SOLUTIONS TRADING ENTERPRISES INTERNATIONAL NORTH SOUTH EAST WEST NORTHERN SOUTHERN LONDON ENGLAND SCOTLAND WALES NEW PROPERTIES PROPERTY INVESTMENTS'.split(
    ' ',
  ),
)
const distinctive = (name: string): readonly string[] =>
  companyWords(name).filter((word) => word.length > 2 && !common.has(word) && !/^\d+$/.test(word))

/** The first word that tells it apart, and half of the others or all of the shorter name’s. */
export const areAlike = (a: string, b: string): boolean => {
  const [one, other] = [distinctive(a), distinctive(b)]
  if (one.length === 0 || other.length === 0 || one[0] !== other[0]) return false
  const shared = one.filter((word) => other.includes(word)).length
  return shared >= Math.min(one.length, other.length, 2)
}

interface Parent {
  /** Its number, or its name where it states none. */
  readonly key: string
  /** Since when it holds more than half; null if not stated. */
  readonly since: string | null
}
export const parentsIn = (owners: Owners | null): readonly Parent[] =>
  (owners?.items ?? [])
    .filter((owner) => owner.kind === 'corporate-entity' && isMajority(owner))
    .map(({ registration_number: number, name, notified_on: since }) => ({
      key: companyNumber(number) ?? plainName(name ?? ''),
      since,
    }))
