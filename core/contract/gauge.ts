/** Metrics that clients and surfaces expose, read at each scrape. */

/** A value, or one for each set of labels. */
export type Reading = number | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]

export interface Gauge {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** It only counts up while the process lives: a counter. */
  readonly counts?: true
  /** No scrape waits for it longer than a moment. */
  read(): Reading | Promise<Reading>
}
