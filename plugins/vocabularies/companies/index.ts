/** Company numbers and names, normalised across registers and publishers. */
export { companyNumber, numberPattern } from './number.ts'
export { companyWords, formOf, namesOf, plainName, withoutForm, wordsOf } from './name.ts'

/** A company, with everything by which a source may identify it. */
export interface Company {
  /** Eight characters. */
  readonly number: string
  readonly name: string
  readonly formerNames: readonly string[]
}
