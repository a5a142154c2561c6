/** What the inspections of a school come to: the newest counts first, and a category of concern before all. */
import type { Concern, Graded, Inspection, ReportCard, Ungraded } from './inspection.ts'
import { ratingIn, ratingOf, ratingOfAreas, repeatedIn, wordOf, type Rating } from './rating.ts'

export const bases = ['graded', 'derived', 'no_single_grade'] as const

export interface Outcome {
  /** Null where the newest inspection cannot be put in one word. */
  readonly rating: Rating | null
  /**
   * `graded`: as the inspectorate judged, or said to still stand. `derived`: ours, from a category of concern, a
   * report card or grades of single areas. `no_single_grade`: inspected, but no word follows.
   */
  readonly basis: (typeof bases)[number]
  /** Day of the inspection that the rating rests on; without a rating, of the newest. */
  readonly on: string | null
  /** That inspection was of the school that this one was before it became an academy. */
  readonly ofPredecessor: boolean
  /** The category of concern that the school is in. */
  readonly concern: Concern | null
  readonly reportCard: {
    readonly on: string | null
    /** Words by area, `safeguarding` among them. */
    readonly areas: Readonly<Record<string, string>>
  } | null
  /** The last judgement of the whole in one word, however old. */
  readonly lastGrade: { readonly rating: Rating; readonly on: string | null } | null
  /** A visit without grades that is newer than the inspections with them. */
  readonly visit: { readonly on: string | null; readonly outcome: string } | null
}

type Told = Pick<Outcome, 'rating' | 'basis' | 'on' | 'ofPredecessor'>
const told = (rating: Rating | null, basis: Outcome['basis'], of: Pick<Told, 'on' | 'ofPredecessor'> | null): Told => ({
  rating,
  basis: rating === null ? 'no_single_grade' : basis,
  on: of?.on ?? null,
  ofPredecessor: of?.ofPredecessor ?? false,
})

/** A report card without a day is still newer than what ended when they began. */
const latest = ({ card, graded }: Inspection): ReportCard | Graded | null =>
  card && graded && card.on !== null && (graded.on ?? '') > card.on ? graded : (card ?? graded)

const newerVisit = (ungraded: Ungraded | null, full: ReportCard | Graded | null): Ungraded | null =>
  ungraded && (!full || (ungraded.on ?? '') > (full.on ?? ('areas' in full ? '9' : ''))) ? ungraded : null

const ofFull = (full: ReportCard | Graded): Told =>
  'areas' in full
    ? told(ratingOf(full), 'derived', full)
    : full.overall !== null
      ? told(wordOf(full.overall), 'graded', full)
      : told(ratingOfAreas(full), 'derived', full)

/** Where the inspectorate's own grade says the same as the category, it stays the inspectorate's. */
const ofConcern = (concern: Concern, full: ReportCard | Graded | null): Told => {
  const rating = ratingIn[concern]
  const same = full && 'overall' in full && full.overall !== null && wordOf(full.overall) === rating
  return told(rating, same ? 'graded' : 'derived', full)
}

/** Null where nothing says that there was an inspection. */
export const outcomeOf = (inspection: Inspection): Outcome | null => {
  const { graded, ungraded, card } = inspection
  const full = latest(inspection)
  const visit = newerVisit(ungraded, full)
  const concern = inspection.concern ?? (visit ? null : (full?.concern ?? null))
  if (!full && !visit && !concern) return null
  const still = visit && repeatedIn(visit.outcome)
  return {
    ...(concern
      ? ofConcern(concern, full)
      : still
        ? told(still, 'graded', visit)
        : full
          ? ofFull(full)
          : told(null, 'no_single_grade', visit)),
    concern,
    reportCard: card && {
      on: card.on,
      areas: { ...card.areas, ...(card.safeguarding !== null && { safeguarding: card.safeguarding }) },
    },
    lastGrade: graded?.overall ? { rating: wordOf(graded.overall), on: graded.on } : null,
    visit: visit && { on: visit.on, outcome: visit.outcome },
  }
}
