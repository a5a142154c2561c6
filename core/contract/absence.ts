/** What an operation or a `derive` may return in place of a value. */

/** What is asked lies outside what a source covers, though the source covers its nation. */
export class NotCovered {
  readonly where: string
  constructor(where: string) {
    this.where = where
  }
}
export const notCovered = (where: string): NotCovered => new NotCovered(where)

/** The part of a dataset that could answer is not on this machine. */
export class NotImported {
  readonly part: string
  constructor(part: string) {
    this.part = part
  }
}
export const notImported = (part: string): NotImported => new NotImported(part)

/** A subject that may be meant. Members that do not apply, or that the source does not state, are left out or null. */
export interface Candidate {
  /** Identifies the subject: a company number, an officer id, a postcode. */
  readonly id: string
  /** Its name. */
  readonly label: string
  readonly status?: string | null
  /** The day from which it exists. */
  readonly since?: string | null
  /** Its address in one line. Never that of a person. */
  readonly address?: string | null
  /** A person's month of birth, `YYYY-MM`. */
  readonly born?: string | null
  /** How many appointments a person holds or held. */
  readonly appointments?: number | null
}

/** The subject does not exist. For a required node `detail` is the text of the 404. */
export class NoSuch {
  readonly detail: string
  /** Near misses, the nearest first. */
  readonly suggestions: readonly Candidate[]
  /** The source knows it, and that it is no more: so do sample data. */
  readonly existed: boolean
  constructor(detail: string, suggestions: readonly Candidate[] = [], existed = false) {
    this.detail = detail
    this.suggestions = suggestions
    this.existed = existed
  }
}
export const noSuch = (detail: string, suggestions?: readonly Candidate[], existed?: boolean): NoSuch =>
  new NoSuch(detail, suggestions, existed)

/** Several subjects may be meant. For a required node `detail` is the text of the 409. */
export class Ambiguous {
  readonly detail: string
  /** The likeliest first. */
  readonly candidates: readonly Candidate[]
  constructor(detail: string, candidates: readonly Candidate[]) {
    this.detail = detail
    this.candidates = candidates
  }
}
export const ambiguous = (detail: string, candidates: readonly Candidate[]): Ambiguous =>
  new Ambiguous(detail, candidates)

/** The ways not to have a value. */
export type Absent = null | undefined | NoSuch | Ambiguous | NotCovered | NotImported
/** A type without the ways not to have a value. */
export type Some<T> = Exclude<T, Absent>
