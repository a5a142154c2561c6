/**
 * One word for a school. The inspectorate gave one until September 2024, and refuses to say what a report card of
 * today would have been then: what is derived here is our own reading, and is marked so.
 */
import type { Concern, Grade, Graded, ReportCard } from './inspection.ts'

export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]

export const wordOf = (grade: Grade): Rating => ratings[grade - 1]!

/** "School remains Good (Concerns) - S5 Next" repeats the grade; "Standards maintained" does not say which. */
export const repeatedIn = (outcome: string): Rating | null => {
  const [, said] = /^School remains (Good|Outstanding)\b/i.exec(outcome) ?? []
  return said === undefined ? null : /^g/i.test(said) ? 'Good' : 'Outstanding'
}

/**
 * A category of concern outranks every grade. Null for one that is not known here: no grade is to be trusted beside
 * it.
 */
export const ratingIn: Readonly<Record<Concern, Rating | null>> = {
  special_measures: 'Inadequate',
  serious_weaknesses: 'Inadequate',
  requires_significant_improvement: 'Requires Improvement',
  other: null,
}

const scale = ['Exceptional', 'Strong standard', 'Expected standard', 'Needs attention', 'Urgent improvement']

/**
 * The worst area decides. To be outstanding, a school must be exceptional in achievement and in leadership, and
 * strong in the rest. Null where an area has a word that is not known, and where there are none.
 */
export const ratingOf = ({ areas, safeguarding }: Pick<ReportCard, 'areas' | 'safeguarding'>): Rating | null => {
  const ranks = Object.values(areas).map((said) =>
    scale.findIndex((known) => known.toLowerCase() === said.toLowerCase()),
  )
  const worst = Math.max(-1, ...ranks)
  if (/^not met$/i.test(safeguarding ?? '') || worst === 4) return 'Inadequate'
  if (worst === -1 || ranks.includes(-1) || !/^met$/i.test(safeguarding ?? 'met')) return null
  if (worst === 3) return 'Requires Improvement'
  const leads =
    /^exceptional$/i.test(areas['achievement'] ?? '') && /^exceptional$/i.test(areas['leadership_and_governance'] ?? '')
  return leads && worst <= 1 ? 'Outstanding' : 'Good'
}

/**
 * Of an inspection that graded areas and not the whole: the worse of quality and leadership, unless children were not
 * safe.
 */
export const ratingOfAreas = ({ quality, leadership, safeguarding }: Graded): Rating | null => {
  if (safeguarding === false) return 'Inadequate'
  const [worse] = [quality, leadership].filter((grade) => grade !== null).toSorted((a, b) => b - a)
  return worse === undefined ? null : wordOf(worse)
}
