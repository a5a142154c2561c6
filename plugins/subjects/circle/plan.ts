/** How many calls go where: fixed before anything is asked, so that no answer costs more than the limit. */
export interface Plan {
  /** Serving directors who are looked up on the register of disqualified officers. */
  readonly directors: number
  /** Entries of that register that are read. */
  readonly entries: number
  /** Companies of these directors that failed: their cases, and more of those that may have gone on in this one. */
  readonly failures: number
  /** Directors whose other posts are read. */
  readonly records: number
  /** Companies that own it or sit on its board. */
  readonly bodies: number
  /** Insolvency cases of these. */
  readonly casesOfBodies: number
}

/** The calls are shared out by the number of people on the board, who are the most and cost two each. */
export const planOf = (calls: number, directors: number): Plan => {
  const screened = Math.min(directors, Math.max(1, calls - 4))
  const records = Math.min(screened, Math.max(0, Math.floor((calls - screened - 1) / 2)))
  const left = Math.max(0, calls - screened - records)
  const forBodies = Math.min(3, Math.ceil(left / 3))
  const bodies = Math.ceil(forBodies / 2)
  const entries = Math.min(2, screened, Math.ceil((left - forBodies) / 2))
  return {
    directors: screened,
    records,
    bodies,
    casesOfBodies: forBodies - bodies,
    entries,
    failures: left - forBodies - entries,
  }
}
