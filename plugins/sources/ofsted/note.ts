/** An explanation of a rating in a sentence. */
import { spoken } from '@domesday/core'
import type { Concern } from './inspection.ts'
import type { InspectionOutcome } from './outcome.ts'

/** ` of 21 April 2026` */
const dated = (day: string | null): string => (day === null ? '' : ` of ${spoken(day)}`)
const onDay = (day: string | null): string => (day === null ? '' : ` on ${spoken(day)}`)

const placed: Readonly<Record<Concern, string>> = {
  special_measures: 'in special measures',
  serious_weaknesses: 'in the category of serious weaknesses',
  requires_significant_improvement: 'in the category of schools that require significant improvement',
  other: 'in a category of concern that is not known here',
}

const ofConcern = (concern: Concern, { rating, basis, on }: InspectionOutcome): string => {
  const put = `Ofsted has put the school ${placed[concern]}${on === null ? '' : `, by its inspection${dated(on)}`}.`
  if (rating === null) return `${put} No word is shown for it.`
  return basis === 'graded' ? put : `${put} It counts as ${rating} here, whatever else was found.`
}

const withoutWord = ({ on, reportCard, visit }: InspectionOutcome): string => {
  if (reportCard) return 'It has a report card, from which no single word follows.'
  const inspected = `Inspected${onDay(on)}, without a grade`
  return visit
    ? `${inspected} (“${visit.outcome}”); its last one is older than the outcomes that are published.`
    : `${inspected}.`
}

const derivation = ({ on, reportCard }: InspectionOutcome): string =>
  reportCard
    ? `Our reading of the report card${dated(reportCard.on ?? on)} by its worst area; Ofsted gives no overall grade.`
    : 'Our reading of the grades for quality of education and leadership: that inspection gave none for the whole.'

/** The last grade, if it is not the rating. */
const before = ({ basis, lastGrade }: InspectionOutcome): string | null =>
  lastGrade && basis !== 'graded'
    ? `Its last overall grade was ${lastGrade.rating}${lastGrade.on === null ? '' : `, on ${spoken(lastGrade.on)}`}.`
    : null

const ofVisit = ({ rating, on, basis, lastGrade, visit }: InspectionOutcome): string | null => {
  if (!visit || rating === null) return null
  if (basis === 'graded' && visit.on === on) {
    const graded = lastGrade?.on ? ` It was last graded${onDay(lastGrade.on)}.` : ''
    return `A visit${dated(visit.on)} found that the school remains ${rating}.${graded}`
  }
  return `A newer visit${dated(visit.on)} gave no grade (“${visit.outcome}”).`
}

/** Null if the rating needs none. */
export const noteOf = (outcome: InspectionOutcome): string | null => {
  const { concern, rating, basis, ofPredecessor } = outcome
  const notes = [
    concern
      ? ofConcern(concern, outcome)
      : rating === null
        ? withoutWord(outcome)
        : basis === 'derived'
          ? derivation(outcome)
          : null,
    concern ? null : ofVisit(outcome),
    before(outcome),
    ofPredecessor ? 'That inspection was of the school that this one succeeded.' : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join(' ') : null
}
