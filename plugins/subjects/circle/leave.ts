/** Leave of a court to act for a company in spite of a disqualification, as section 17 of its act allows. */
import type { Screening } from '@domesday/source-companies-house'
import { dated } from '@domesday/subject-company'
import { plainName } from '@domesday/vocabulary-companies'
import { areAlike } from './alike.ts'

type Permission = Screening['records'][number]['permissions'][number]

export interface Leave {
  /** `unclear`: whether it is for this company cannot be told. */
  readonly is: 'given' | 'unclear'
  readonly detail: string
}

/** The register states neither what the court made a condition nor all of the order. */
const inWords = ({ court, expires, purpose }: Permission): string =>
  `by leave of ${court ?? 'a court'}${dated(' until', expires)}${purpose ? ` (${purpose})` : ''}, on conditions that only its order states`

/**
 * Leave that is in force today for the company of these names, current and former ones. One that names no company, or
 * one like it, is unclear; one for others is none for it.
 */
export const leaveFor = (
  names: readonly string[],
  { records }: Pick<Screening, 'records'>,
  today: string,
): Leave | null => {
  const plain = names.map(plainName)
  const standing = records
    .flatMap(({ permissions }) => permissions)
    .filter(({ granted, expires }) => (granted ?? '') <= today && (expires === null || expires >= today))
  const isFor = ({ companies, purpose }: Permission): boolean =>
    companies.some((one) => plain.includes(plainName(one))) ||
    (purpose !== null && plain.some((one) => one !== '' && ` ${plainName(purpose)} `.includes(` ${one} `)))
  const given = standing.find(isFor)
  if (given) return { is: 'given', detail: inWords(given) }
  const unclear = standing.find(
    ({ companies }) => companies.length === 0 || companies.some((one) => names.some((name) => areAlike(one, name))),
  )
  return unclear ? { is: 'unclear', detail: inWords(unclear) } : null
}
