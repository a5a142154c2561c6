/** Company numbers and names, normalised across registers and publishers, and who is meant by them. */
export {
  bySureness,
  doubtOf,
  matchByName,
  matchShape,
  numberMatch,
  sortedBy,
  surest,
  type Match,
  type Sorted,
} from './match.ts'
export {
  companyWords,
  formOf,
  namesOf,
  plainName,
  withoutForm,
  wordsOf,
  type Company,
  type FormerName,
} from './name.ts'
export { companyNumber, numberPattern } from './number.ts'
