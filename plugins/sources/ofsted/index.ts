import { dataset, table, type Listing } from '@domesday/core'
import { independent, stateFunded } from './columns.ts'
import { inspectionOf } from './inspection.ts'
import { reachOf, reachShape } from './reach.ts'
import { outcomeOf } from './outcome.ts'
import { publishedOf, publishedShape, type Published } from './published.ts'

export { ratingCountFields, ratingCounts, unknownCounts } from './counts.ts'
export { inspectionOf, type Inspection } from './inspection.ts'
export { outcomeOf, type InspectionOutcome } from './outcome.ts'
export { publishedFields, type Published } from './published.ts'
export type { Reach } from './reach.ts'
export { ratingOf, ratings, type Rating } from './rating.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `…_as_at_31_July_2026.csv` → `2026-07-31`; months may be abbreviated. */
const asAt = (address: string): string => {
  const [, date, month, year] = /_as_at_(\d{1,2})_([a-z]{3})[a-z]*_(\d{4})/i.exec(address) ?? []
  return date === undefined
    ? ''
    : `${year}-${String(months.indexOf(month!.toLowerCase()) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
}

/** Each month's file has its own, unpredictable address: the page links to all of them. */
const newestOn = (page: string, name: string): Listing => ({
  on: `/government/statistical-data-sets/${page}`,
  link: (html) => {
    const links =
      html.match(
        new RegExp(
          String.raw`https://assets\.publishing\.service\.gov\.uk/media/[^"'<>\s]*${name}[^"'<>\s]*\.csv`,
          'gi',
        ),
      ) ?? []
    return links.toSorted((a, b) => asAt(b).localeCompare(asAt(a), 'en'))[0]?.replaceAll('&amp;', '&') ?? null
  },
})

export const ofsted = dataset({
  id: 'ofsted',
  title: 'Ofsted school inspection outcomes',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Ofsted, licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Open Government Licence. Re-users are reminded that “displaying or otherwise using an invalid or inaccurate rating may constitute a criminal offence”: show the date of the inspection with every rating.',
    url: 'https://www.gov.uk/government/statistical-data-sets/monthly-management-information-ofsteds-school-inspections-outcomes',
  },
  covers: ['England'],
  coverage:
    'Outcomes of the latest inspections of state-funded schools in England, and of those independent schools that Ofsted inspects; colleges are not in it',
  pull: [
    {
      part: 'state-funded',
      wire: stateFunded,
      addresses: () => [
        newestOn(
          'monthly-management-information-ofsteds-school-inspections-outcomes',
          'state-funded_schools_-_latest_inspections',
        ),
      ],
      as: 'csv',
      encoding: 'detect', // both Windows-1252 and UTF-8 occur
    },
    {
      part: 'independent',
      wire: independent,
      addresses: () => [
        newestOn(
          'non-association-independent-schools-inspections-and-outcomes-management-information',
          'independent_schools_most_recent_inspections',
        ),
      ],
      as: 'csv',
      encoding: 'detect',
    },
  ],
  row: inspectionOf,
  key: ({ urn }) => urn,
  index: ['month'],
  version: 3,
})

/** Outcomes by unique reference number. Schools without an inspection are left out. */
export const outcomes = ofsted.ask(
  'outcomes',
  (rows, urns: readonly string[]) => {
    const found: Record<string, Published> = {}
    for (const urn of urns) {
      const row = rows.key(urn)
      const outcome = row && outcomeOf(row)
      if (outcome) found[urn] = publishedOf(outcome)
    }
    return found
  },
  // We could get the header of the file of state-funded schools, no rows, and nothing of the independent schools' file.
  { confidence: 'unconfirmed', digest: table(publishedShape), version: 2 },
)

/** The day up to which each of the two files knows schools: one that opened later is not in it yet. */
export const outcomesReach = ofsted.ask('reach', (rows) => reachOf(rows), {
  confidence: 'unconfirmed',
  digest: reachShape,
})
