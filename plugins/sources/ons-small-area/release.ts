/**
 * One edition of the income estimates. Its workbook names no year in its rows, and the median is worked out over all of
 * them, so that a newer edition needs new words here: addresses are of this edition alone.
 */
import type { Address } from '@domesday/core'

export const edition = {
  year: 'financial year ending 2023',
  /** Of the net annual incomes of all 7,264 neighbourhoods of England and Wales, in pounds. */
  median: 39_478,
} as const

const home =
  '/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets/smallareaincomeestimatesformiddlelayersuperoutputareasenglandandwales'
const own = /\/file\?uri=\/[^"'<>\s]*\/financialyearending2023\/[^"'<>\s]+\.xlsx/i

/** The address of this edition's workbook on the page of the data; null if the page has none. */
export const workbookOn = (page: string): string | null => own.exec(page)?.[0] ?? null

/** The name of the file has changed between editions, and may with a correction. */
export const addresses = (): readonly Address[] => [
  `/file?uri=${home}/financialyearending2023/datasetfinal.xlsx`,
  { on: home, link: workbookOn },
]
