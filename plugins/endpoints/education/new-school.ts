/**
 * A school without an outcome under its own number. An academy is a new school in law: what an inspector found of the
 * school before it is not its grade, and to show it as such is what the inspectorate warns of. It is told by name and
 * date instead, and the school's own rating is not known. “Not Inspected” is said where nothing stood before.
 */
import { listed, spoken } from '@domesday/core'
import type { PredecessorOfSchool, SchoolNear } from '@domesday/source-gias'
import type { Published, Reach } from '@domesday/source-ofsted'

export type Before = PredecessorOfSchool &
  Pick<Published, 'inspectorate_rating' | 'inspectorate_rating_basis' | 'category_of_concern' | 'inspected_on'>

const followed: Readonly<Record<Before['kind'], string>> = {
  continued: 'continues',
  merged: 'was formed from',
  split: 'was split off from',
  replaced: 'was founded in the place of',
}

const named = ({ name, until, kind }: Before): string =>
  until === null ? name : `${name} (${kind === 'split' ? 'on' : 'until'} ${spoken(until)})`

const succession = (led: readonly Before[]): readonly string[] =>
  Object.entries(followed).flatMap(([kind, verb]) => {
    const those = led.filter((one) => one.kind === kind)
    return those.length === 0 ? [] : [`It ${verb} ${listed(those.map(named))}.`]
  })

const lastOutcome = ({ name, ...found }: Before): readonly string[] => {
  if (found.inspectorate_rating_basis === null) return []
  const on = found.inspected_on === null ? '' : ` on ${spoken(found.inspected_on)}`
  const concern = found.category_of_concern === null ? '' : ` (${found.category_of_concern.replaceAll('_', ' ')})`
  return [
    found.inspectorate_rating === null
      ? `${name} was last inspected${on}, without a single grade${concern}.`
      : `${name} was last ${found.inspectorate_rating}${concern}${on}; that is not the grade of this school.`,
  ]
}

const opened = ({ opened_on: on }: SchoolNear): string => (on === null ? 'It' : `It opened on ${spoken(on)} and`)

/** Ofsted inspects independent schools too, and lists them in another file. */
const reachedBy = ({ inspectorate }: SchoolNear, reach: Reach | null): string | null =>
  (inspectorate === 'Ofsted' ? reach?.independent : null) ?? reach?.['state-funded'] ?? null

/** Why nothing is known of a school without an outcome; null if it was not inspected and nothing stood before it. */
export const newSchool = (school: SchoolNear, led: readonly Before[], reach: Reach | null): string | null => {
  const until = reachedBy(school, reach)
  const young = until !== null && school.opened_on !== null && school.opened_on > until
  // Such academies succeed a school by what they are.
  const converted = /converter|sponsor/.test(school.type)
  if (led.length === 0 && !converted && !young) return null
  return [
    young
      ? `${opened(school)} is not among the outcomes yet, which reach to ${spoken(until)}.`
      : `${opened(school)} has no outcome under its own number.`,
    ...succession(led),
    ...led.flatMap(lastOutcome),
    led.length === 0 && converted ? 'It succeeded a school that the register does not name.' : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
