/** What tests found in several years: passes and retests do not hide it. */
import { listed } from '@domesday/core'
import type { MotTest } from '@domesday/source-dvsa-mot-history'

export interface Limits {
  readonly recurring_years: number
  readonly recurring_within_years: number
}

/** The item of the inspection manual that a defect names, `5.2.3` or `3.6.B.4`; else its words without their place. */
const itemOf = (defect: string): string =>
  /\((\d+(?:\.(?:\d+|[A-Z]\b))+)/.exec(defect)?.[1] ??
  defect
    .toLowerCase()
    .replace(/\b(?:near|off)side\b|\b(?:front|rear|inner|outer|upper|lower|both|left|right)\b/g, '')
    .replace(/[^a-z]+/g, ' ')
    .trim()

const yearOf = ({ date }: MotTest): string => date.slice(0, 4)
const defectsOf = ({ advisories, failures, dangerous, rectified }: MotTest): readonly string[] =>
  [dangerous, failures, advisories, rectified].flatMap((defects) => defects ?? [])

const recent = (tests: readonly MotTest[], today: string, { recurring_within_years: within }: Limits) =>
  tests.filter((test) => Number(yearOf(test)) > Number(today.slice(0, 4)) - within)
const yearsOf = (tests: readonly MotTest[]): readonly string[] => [...new Set(tests.map(yearOf))].toSorted()

/** In which years a test found what is dangerous: once may happen to anybody. */
const yearsOfDanger = (tests: readonly MotTest[], today: string, limits: Limits): readonly string[] =>
  yearsOf(recent(tests, today, limits).filter(({ dangerous }) => dangerous?.length))
const inWords = (years: readonly string[]): string => `Tests found dangerous defects in ${listed(years)}.`

/** In fewer years than decide. */
export const ofDanger = (tests: readonly MotTest[], today: string, limits: Limits): string | null => {
  const years = yearsOfDanger(tests, today, limits)
  return years.length < 2 || years.length >= limits.recurring_years ? null : inWords(years)
}

/** Who lets it come to that in so many years does not look after it, whatever was mended for each pass. */
export const againDangerous = ({
  tests,
  today,
  own,
}: {
  readonly tests: readonly MotTest[]
  readonly today: string
  readonly own: Limits
}): string | null => {
  const years = yearsOfDanger(tests, today, own)
  return years.length < own.recurring_years ? null : inWords(years)
}

/** Items that were found in several years, the most frequent first. */
export const ofItems = (tests: readonly MotTest[], today: string, limits: Limits): string | null => {
  const found = recent(tests, today, limits).flatMap((test) =>
    defectsOf(test).map((defect) => ({ test, defect, item: itemOf(defect) })),
  )
  const recurring = [...Map.groupBy(found, ({ item }) => item).values()]
    .map((rows) => ({ defect: rows[0]!.defect, years: yearsOf(rows.map(({ test }) => test)) }))
    .filter(({ years }) => years.length >= limits.recurring_years)
    .toSorted((a, b) => b.years.length - a.years.length)
  const told = recurring.slice(0, 2).map(({ defect, years }) => `in ${listed(years)} (last: ${defect})`)
  if (told.length === 0) return null
  const more = recurring.length > told.length ? `, and ${recurring.length - told.length} more so often` : ''
  return `Tests found the same item ${told.join(', and another ')}${more}.`
}
