/**
 * One word for a school. The inspectorate gave one until September 2024, and does not say what a report card would have
 * been: what we derive here is our own reading and marked as such.
 */
import type { Tones } from '@domesday/core'
import type { Concern, Grade, Graded, ReportCard } from './inspection.ts'

export const ratings = ['Outstanding', 'Good', 'Requires Improvement', 'Inadequate'] as const
export type Rating = (typeof ratings)[number]
export const ratingTones: Tones<Rating> = {
  good: ['Outstanding', 'Good'],
  fair: ['Requires Improvement'],
  bad: ['Inadequate'],
}

export const wordOf = (grade: Grade): Rating => ratings[grade - 1]!

/** "School remains Good (Concerns) - S5 Next" repeats the grade; "Standards maintained" names none. */
export const repeatedIn = (outcome: string): Rating | null => {
  const [, said] = /^School remains (Good|Outstanding)\b/i.exec(outcome) ?? []
  return said === undefined ? null : /^g/i.test(said) ? 'Good' : 'Outstanding'
}

/** A category of concern outranks every grade. Null for an unknown category: then no grade can be trusted. */
export const ratingIn: Readonly<Record<Concern, Rating | null>> = {
  special_measures: 'Inadequate',
  serious_weaknesses: 'Inadequate',
  requires_significant_improvement: 'Requires Improvement',
  other: null,
}

const scale = ['Exceptional', 'Strong standard', 'Expected standard', 'Needs attention', 'Urgent improvement']

/**
 * The worst area decides. Outstanding needs exceptional achievement and leadership, and strong in all other areas. Null
 * if an area has an unknown word, or there are no areas.
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
 * For an inspection with grades for areas but none overall: the worse of quality and leadership, or Inadequate if
 * safeguarding failed.
 */
export const ratingOfAreas = ({ quality, leadership, safeguarding }: Graded): Rating | null => {
  if (safeguarding === false) return 'Inadequate'
  const [worse] = [quality, leadership].filter((grade) => grade !== null).toSorted((a, b) => b - a)
  return worse === undefined ? null : wordOf(worse)
}
