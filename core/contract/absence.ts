/** What an operation or a `derive` may give in place of a value. */

/** Says that a question lies outside what a source covers, where that is finer than a nation. */
export class NotCovered {
  readonly where: string
  constructor(where: string) {
    this.where = where
  }
}
export const notCovered = (where: string): NotCovered => new NotCovered(where)

/** Says that a dataset of several files would answer from one that is not on this machine. */
export class NotImported {
  readonly part: string
  constructor(part: string) {
    this.part = part
  }
}
export const notImported = (part: string): NotImported => new NotImported(part)

/**
 * A subject that may have been meant. What a kind of subject lacks, or the source does not state, is left out or
 * null.
 */
export interface Candidate {
  /** What asks for this subject and no other: a company number, an officer id, a postcode. */
  readonly id: string
  /** What people call it. */
  readonly label: string
  readonly status?: string | null
  /** The day from which it exists. */
  readonly since?: string | null
  /** Where it is, in one line. Never of a person. */
  readonly address?: string | null
  /** A person's month of birth, `YYYY-MM`. */
  readonly born?: string | null
  /** How many appointments a person holds or held. */
  readonly appointments?: number | null
}

/** Says that what was asked for does not exist. For a required node these words are the 404. */
export class NoSuch {
  readonly detail: string
  /** Near misses, the nearest first. */
  readonly suggestions: readonly Candidate[]
  constructor(detail: string, suggestions: readonly Candidate[] = []) {
    this.detail = detail
    this.suggestions = suggestions
  }
}
export const noSuch = (detail: string, suggestions?: readonly Candidate[]): NoSuch => new NoSuch(detail, suggestions)

/** Says that several subjects may be meant, and nobody can tell which. For a required node these words are the 409. */
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
