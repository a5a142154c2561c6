/** What readers of sheets share. */

/** A workbook: a zip of XML documents. */
export interface Workbook {
  /** The text of a document; null where there is none of that name. */
  readonly text: (name: string) => AsyncIterable<string> | null
  /** Whether this is the sheet to read. */
  readonly wanted: (sheet: string) => boolean
}

export const noSheet = (): Error => new Error('the workbook has no such sheet')

/** The most that a sheet can have. A hostile workbook may claim more in a few bytes. */
export const mostColumns = 16_384
