/** What a reader should know of a rating, in a sentence; null where it is plain. */
import { spoken } from '@domesday/core'
import type { SchoolNear } from '@domesday/source-gias'
import type { Outcome } from '@domesday/source-ofsted'

const inspectorates: Readonly<Record<string, string>> = { ISI: 'the Independent Schools Inspectorate' }

const uninspected = ({ inspectorate, group }: Pick<SchoolNear, 'inspectorate' | 'group'>): string | null => {
  if (inspectorate !== null && inspectorate !== 'Ofsted') {
    return `Inspected by ${inspectorates[inspectorate] ?? inspectorate}, which gives no such rating.`
  }
  return group === 'college'
    ? 'Colleges are inspected as further education, whose outcomes are not among those of schools.'
    : null
}

/** ` of 21 April 2026` */
const dated = (day: string | null): string => (day === null ? '' : ` of ${spoken(day)}`)

const without = ({ on, reportCard }: Outcome): string =>
  reportCard
    ? 'It has a report card, from which no single word follows.'
    : `Inspected${on === null ? '' : ` on ${spoken(on)}`}, without a grade; its last one is older than the outcomes that are published.`

const derivation = ({ on, reportCard }: Outcome): string =>
  reportCard
    ? `Our reading of the report card${dated(reportCard.on ?? on)} by its worst area; Ofsted gives no overall grade.`
    : 'Our reading of the grades for quality of education and leadership: that inspection gave none for the whole.'

const newerCard = ({ on, reportCard }: Outcome): string | null =>
  reportCard && (reportCard.on ?? '') > (on ?? '')
    ? `A newer report card${dated(reportCard.on)} ${reportCard.rating === null ? 'gives no single word' : `would read ${reportCard.rating}`}.`
    : null

export const ratingNote = (
  school: Pick<SchoolNear, 'inspectorate' | 'group'>,
  outcome: Outcome | undefined,
): string | null => {
  if (!outcome) return uninspected(school)
  if (outcome.rating === null) return without(outcome)
  const notes = [
    outcome.basis === 'derived' ? derivation(outcome) : newerCard(outcome),
    outcome.ofPredecessor ? 'That inspection was of the school that this one succeeded.' : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join(' ') : null
}
