/** A row of the table of decisions: an authority in a quarter. */
import { numeric, sent, stated, wire, type Sent } from '@domesday/core'

/** Decisions of a planning authority in a quarter. Missing counts are null. */
export interface Quarter {
  /** GSS code of a district, national park or development corporation. */
  readonly code: string
  readonly authority: string
  /** The authority's name in the form used for comparison. */
  readonly name: string
  /** `2026 Q1` */
  readonly quarter: string
  readonly decisions: number | null
  readonly granted: number | null
  readonly inTime: number | null
  readonly majorDecisions: number | null
  readonly majorsInTime: number | null
}

export const named = (name: string): string =>
  name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(local planning authority|lpa|authority|council|borough|district council|city of|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const often = sent.often(sent.text)
// Held against programs that read the table, as the publisher states no schema. It has some two hundred columns: a row
// is of an authority and a quarter.
export const tableWire = wire({
  LPACD: often,
  LPANM: often,
  Quarter: often,
  'Total decisions; grand total (all)': often,
  'Total granted; grand total (all)': often,
  'Total decisions in time; grand total (excluding PAs)': often,
  'Total decisions in time; grand total (PAs only)': often,
  'Total decisions; major total (all)': often,
  'Total decisions in time; major total (excluding PAs)': often,
  'Total decisions in time; major total (PAs only)': often,
  ...sent.unread('Region', 'F_Year'),
})
type Wire = Sent<typeof tableWire>

/**
 * The table has separate columns for decisions with an agreed extension (PAs) and without; the number in time is their
 * sum, and not known where one of them is not.
 */
const both = (wire: Wire, what: `Total decisions in time; ${'grand' | 'major'} total`): number | null => {
  const [without, under] = [numeric(wire[`${what} (excluding PAs)`]), numeric(wire[`${what} (PAs only)`])]
  return without === null || under === null ? null : without + under
}

/**
 * Missing figures are `..`, `x` or `z`. Parts of districts within a national park have their own rows, which are
 * dropped.
 */
export const quarterOf = (wire: Wire): Quarter | null => {
  const code = stated(wire['LPACD']),
    authority = stated(wire['LPANM']),
    [quarter] = /\d{4} Q[1-4]/.exec(stated(wire['Quarter']) ?? '') ?? []
  if (code === null || authority === null || quarter === undefined || /within national park/i.test(authority))
    return null
  return {
    code,
    authority,
    name: named(authority),
    quarter,
    decisions: numeric(wire['Total decisions; grand total (all)']),
    granted: numeric(wire['Total granted; grand total (all)']),
    inTime: both(wire, 'Total decisions in time; grand total'),
    majorDecisions: numeric(wire['Total decisions; major total (all)']),
    majorsInTime: both(wire, 'Total decisions in time; major total'),
  }
}
