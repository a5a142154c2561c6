/**
 * One word for a school. The inspectorate gave one until September 2024, and refuses to say what a report card of today would have
 * been then: what is derived here is our own reading, and is marked so.
 */
import type { Grade, Inspection, ReportCard } from './inspection.ts'

export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]

export interface Outcome {
  /** Null where nothing that was found can be put in one word. */
  readonly rating: Rating | null
  /** `graded`: as judged, or said to still stand. `derived`: ours, from a report card or from grades of single areas. */
  readonly basis: 'graded' | 'derived' | 'none'
  /** Day of the inspection that the rating rests on; without a rating, of the newest. */
  readonly on: string | null
  /** That inspection was of the school that this one was before it became an academy. */
  readonly ofPredecessor: boolean
  readonly reportCard: {
    readonly on: string | null
    /** Words by area, `safeguarding` among them. */
    readonly areas: Readonly<Record<string, string>>
    readonly rating: Rating | null
  } | null
}

const word = (grade: Grade): Rating => ratings[grade - 1]!

/** "School remains Good (Concerns) - S5 Next" repeats the grade; "Standards maintained" does not say which. */
const repeated = (outcome: string): Rating | null => {
  const [, said] = /^School remains (Good|Outstanding)\b/i.exec(outcome) ?? []
  return said === undefined ? null : /^g/i.test(said) ? 'Good' : 'Outstanding'
}

const scale = ['Exceptional', 'Strong standard', 'Expected standard', 'Needs attention', 'Urgent improvement']

/**
 * The worst area decides. To be outstanding, a school must be exceptional in achievement and in leadership, and strong in the rest.
 * Null where an area has a word that is not known.
 */
export const ratingOf = ({ areas, safeguarding }: Pick<ReportCard, 'areas' | 'safeguarding'>): Rating | null => {
  const ranks = Object.values(areas).map((said) =>
    scale.findIndex((known) => known.toLowerCase() === said.toLowerCase()),
  )
  const worst = Math.max(...ranks)
  if (/^not met$/i.test(safeguarding ?? '') || worst === 4) return 'Inadequate'
  if (ranks.includes(-1)) return null
  if (worst === 3) return 'Requires Improvement'
  const leads =
    /^exceptional$/i.test(areas['achievement'] ?? '') && /^exceptional$/i.test(areas['leadership_and_governance'] ?? '')
  return leads && worst <= 1 ? 'Outstanding' : 'Good'
}

/** The last graded judgement where there is one, else what follows from the report card, else from the areas that were graded. */
export const outcomeOf = ({ graded, ungraded, card }: Inspection): Outcome => {
  const reportCard = card && {
    on: card.on,
    areas: { ...card.areas, ...(card.safeguarding !== null && { safeguarding: card.safeguarding }) },
    rating: ratingOf(card),
  }
  const resting = (
    rating: Rating | null,
    basis: Outcome['basis'],
    inspected: { on: string | null; ofPredecessor: boolean },
  ): Outcome => ({ rating, basis, on: inspected.on, ofPredecessor: inspected.ofPredecessor, reportCard })

  if (graded && graded.overall !== null) return resting(word(graded.overall), 'graded', graded)
  const still = ungraded && repeated(ungraded.outcome)
  if (still) return resting(still, 'graded', ungraded)
  if (card && reportCard!.rating) return resting(reportCard!.rating, 'derived', card)
  const [worse] = [graded?.quality, graded?.leadership].filter((grade) => grade != null).toSorted((a, b) => b - a)
  if (graded && worse !== undefined && !card) return resting(word(worse), 'derived', graded)
  const [newest] = [graded, ungraded, card]
    .filter((one) => one !== null)
    .toSorted((a, b) => (b.on ?? '').localeCompare(a.on ?? ''))
  return resting(null, 'none', newest ?? { on: null, ofPredecessor: false })
}
