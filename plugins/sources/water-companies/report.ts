/** A company's data page in the yearly report on GOV.UK: how to find it, and its table of ratings. */
import { numeric, sent, stated, wire, type Sent } from '@domesday/core'

const publication = (year: number): string =>
  `/government/publications/water-and-sewerage-companies-in-england-environmental-performance-report-${year}`
const api = '/api/content'

/** The list of pages of a year's report, and how to find a company's page in it. */
export const reportOf = (company: string, year: number) => ({
  on: `${api}${publication(year)}`,
  // Page names differ between reports only at the end: thames-water-epa-data-report-2023.
  link: (page: string): string | null => {
    const start = `${publication(year)}/${company.toLowerCase().replace(/ /g, '-')}-epa-data-report`
    const [path] = new RegExp(`${start}[a-z0-9-]*`).exec(page.replaceAll('\\/', '/')) ?? []
    return path === undefined ? null : `${api}${path}`
  },
})

const { text: cell, must } = sent
/** Held against the published tables: a row means nothing without its year and its rating. */
export const rowWire = wire({ year: must(cell), rating: must(cell), outOf: cell, description: cell })
export type RatingRow = Required<Sent<typeof rowWire>>

const cellsOf = (row: string): readonly string[] =>
  Array.from(row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs), ([, cell]) => stated(cell) ?? '')

/**
 * The ratings of all years, from the table with a column of years and one of star or number ratings. `[]` if there is
 * none.
 */
export const ratingsIn = (document: {
  readonly details?: { readonly body?: string | null } | null
}): readonly RatingRow[] => {
  for (const [table] of (document.details?.body ?? '').matchAll(/<table\b.*?<\/table>/gs)) {
    const [header = [], ...rows] = Array.from(table.matchAll(/<tr\b.*?<\/tr>/gs), ([row]) => cellsOf(row))
    const year = header.findIndex((cell) => /^year$/i.test(cell)),
      description = header.findIndex((cell) => /\bdescription\b/i.test(cell))
    const rating = header.findIndex((cell, i) => i !== description && /\brating\b/i.test(cell))
    if (year === -1 || rating === -1) continue
    const outOf = /out of (\d)/i.exec(header[rating]!)?.[1] ?? ''
    return rows.map((cells) => ({
      year: cells[year] ?? '',
      rating: cells[rating] ?? '',
      outOf,
      description: cells[description] ?? '',
    }))
  }
  return []
}

/** `★★☆☆` in the first reports, `2 stars` in later ones; a number from 2026. */
export const starsOf = (rating: string): number | null =>
  rating.includes('★') ? rating.split('★').length - 1 : numeric(/\d/.exec(rating)?.[0])

/** Removes the company from `Company requires improvement` and `Good company`. */
export const wordOf = (description: string | null): string | null => {
  const word = stated(description?.replace(/\b(company|performing)\b/gi, ''))
  return word && word[0]!.toUpperCase() + word.slice(1)
}
