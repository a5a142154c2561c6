/** Whether a company goes on with one that failed, and whether those who run it fail again and again. */
import type { Owners, Profile } from '@domesday/source-companies-house'
import { daysBetween, monthsAfter } from '@domesday/subject-company'
import { areAlike, isClosing, isOfItsTime, parentsIn } from './alike.ts'
import type { Followed } from './bodies.ts'
import type { Failure, Past } from './failures.ts'

const divisionsOf = ({ sicCodes }: Profile): readonly string[] => sicCodes.map((code) => code.slice(0, 2))
const sameOffice = (a: Profile, b: Profile): boolean =>
  a.office !== null && b.office !== null && a.postcode !== null && JSON.stringify(a.office) === JSON.stringify(b.office)

/** Above this many companies at one postcode an address is that of an agent, and tells nothing. */
const ofAgents = 50

/**
 * Whether one parent that is older than both by a year holds them: a group that is put in order. Of a parent that was
 * not looked up it counts since when it held the failed company.
 */
const areOneGroup = (failure: Failure, own: Profile, owning: Owners | null, bodies: readonly Followed[]): boolean => {
  const inGroup = parentsIn(owning)
  if (inGroup.length === 0) return false
  const [first] = [failure.began, own.incorporated ?? failure.began].toSorted()
  const isOld = (day: string | null | undefined): boolean => !day || day < monthsAfter(first!, -12)
  const formed = (key: string): string | null =>
    bodies.find(({ number, match }) => number === key && match.sure === 'certain')?.profile.incorporated ?? null
  // Its owners were not read: the parent of this one may be that of both.
  if (failure.owners === null) return inGroup.some(({ key }) => isOld(formed(key)))
  return parentsIn(failure.owners).some(
    ({ key, since }) => inGroup.some((one) => one.key === key) && isOld(formed(key) ?? since),
  )
}

/** Whether more than half of it is held by a company of two years or more: a group may wake what it has. */
export const hasOlderParent = (bodies: readonly Followed[], today: string): boolean =>
  bodies.some(
    ({ isParent, match, profile: { incorporated } }) =>
      isParent && match.sure === 'certain' && incorporated !== null && incorporated < monthsAfter(today, -24),
  )

/** A failed company that this one may go on with. */
export const predecessorIn = (
  { failures, neighbours }: Past,
  own: Profile,
  owning: Owners | null,
  bodies: readonly Followed[] = [],
): { readonly failure: Failure; readonly alike: 'name' | 'address' } | null => {
  for (const failure of failures) {
    if (!isClosing(failure.type) || !isOfItsTime(own.incorporated, failure.began)) continue
    if (areOneGroup(failure, own, owning, bodies)) continue
    if (areAlike(own.name, failure.name)) return { failure, alike: 'name' }
    const { profile } = failure
    if (
      profile &&
      neighbours !== null &&
      neighbours < ofAgents &&
      sameOffice(own, profile) &&
      divisionsOf(own).some((one) => divisionsOf(profile).includes(one))
    )
      return { failure, alike: 'address' }
  }
  return null
}

/** Companies of one group fail together: those of like names within a quarter of a year count once. */
const failedApart = ({ failures }: Past, today: string): readonly Failure[] => {
  const apart: Failure[] = []
  for (const one of failures.filter(({ began }) => began >= monthsAfter(today, -60)))
    if (
      !apart.some(
        (other) =>
          other.number === one.number ||
          (areAlike(other.name, one.name) && Math.abs(daysBetween(other.began, one.began)) <= 92),
      )
    )
      apart.push(one)
  return apart
}

/** Two or more of one director, and a quarter of what that director ran in five years. */
export const serialIn = (past: Past, today: string): readonly Failure[] => {
  const by = [...Map.groupBy(past.failures, ({ director }) => director)].map(([director, failures]) => {
    const apart = failedApart({ ...past, failures }, today)
    return apart.length >= 2 && apart.length * 4 >= (past.ran[director] ?? 0) ? apart : []
  })
  return by.toSorted((a, b) => b.length - a.length)[0] ?? []
}
