/**
 * Companies as registers and publishers write them: one number, and one name without what each writes as it pleases.
 */
export { companyNumber } from './number.ts'
export { companyWords, formOf, namesOf, plainName, withoutForm, wordsOf } from './name.ts'

/** A company, by all that a source may know it by. */
export interface Company {
  /** Of eight characters. */
  readonly number: string
  readonly name: string
  readonly formerNames: readonly string[]
}
