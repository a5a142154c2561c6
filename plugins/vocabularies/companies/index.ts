/** Company numbers and names, normalised across registers and publishers. */
export { companyNumber, numberPattern } from './number.ts'
export { companyWords, formOf, namesOf, plainName, withoutForm, wordsOf } from './name.ts'

/** A company, with everything by which a source may identify it. */
export interface Company {
  /** Eight characters. */
  readonly number: string
  readonly name: string
  readonly formerNames: readonly string[]
  /** The day on which it was formed; null or absent if not known. */
  readonly since?: string | null
}

/** Whether it was not there yet: what bears its name then is that of another, or of what it came from. */
export const isBefore = (day: string | null, { since }: Pick<Company, 'since'>): boolean =>
  day !== null && typeof since === 'string' && day < since
