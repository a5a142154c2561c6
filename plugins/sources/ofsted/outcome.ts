/** The outcome of a school's inspections: a category of concern counts first, then the newest inspection. */
import type { Concern, Graded, Inspection, ReportCard, Ungraded } from './inspection.ts'
import { ratingIn, ratingOf, ratingOfAreas, repeatedIn, wordOf, type Rating } from './rating.ts'

export const bases = ['graded', 'derived', 'no_single_grade'] as const

export interface InspectionOutcome {
  /** Null if the newest inspection has no single grade. */
  readonly rating: Rating | null
  /**
   * `graded`: given or confirmed by the inspectorate. `derived`: ours, from a category of concern, a report card or
   * grades of single areas. `no_single_grade`: inspected, but no grade can be derived.
   */
  readonly basis: (typeof bases)[number]
  /** Day of the inspection behind the rating; without a rating, of the newest inspection. */
  readonly on: string | null
  /** The inspection was of the school's predecessor before it became an academy. */
  readonly ofPredecessor: boolean
  /** The school's current category of concern. */
  readonly concern: Concern | null
  readonly reportCard: {
    readonly on: string | null
    /** Words by area, including `safeguarding`. */
    readonly areas: Readonly<Record<string, string>>
  } | null
  /** The last overall grade, however old. */
  readonly lastGrade: { readonly rating: Rating; readonly on: string | null } | null
  /** A visit without grades after the last graded inspection or report card. */
  readonly visit: { readonly on: string | null; readonly outcome: string } | null
}

type Told = Pick<InspectionOutcome, 'rating' | 'basis' | 'on' | 'ofPredecessor'>
const told = (
  rating: Rating | null,
  basis: InspectionOutcome['basis'],
  of: Pick<Told, 'on' | 'ofPredecessor'> | null,
): Told => ({
  rating,
  basis: rating === null ? 'no_single_grade' : basis,
  on: of?.on ?? null,
  ofPredecessor: of?.ofPredecessor ?? false,
})

/** A report card without a date is newer than any graded inspection: those ended when report cards began. */
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

/** If the inspectorate's own grade equals the category's rating, the basis is `graded`. */
const ofConcern = (concern: Concern, full: ReportCard | Graded | null): Told => {
  const rating = ratingIn[concern]
  const same = full && 'overall' in full && full.overall !== null && wordOf(full.overall) === rating
  return told(rating, same ? 'graded' : 'derived', full)
}

/** Null if there is no inspection. */
export const outcomeOf = (inspection: Inspection): InspectionOutcome | null => {
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
