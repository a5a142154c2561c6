/**
 * Renamed fields of which an answer does not tell, each with its reason. None moves a score, a verdict or a figure: the
 * test holds that.
 */
export interface Silent {
  readonly source: string
  /** Of a dataset the part of its files. */
  readonly operation: string
  /** With all fields below it. */
  readonly field: string
  readonly because: string
}

const filing = { source: 'companies-house', operation: 'newest-filings' }
const inWords = 'Names and values are shown one beside the other in the words of a filing: the values are all there.'

export const silent: readonly Silent[] = [
  { ...filing, field: 'items › [] › description_values', because: inWords },
  { ...filing, field: 'items › [] › resolutions', because: inWords },
  {
    source: 'trade-tariff',
    operation: 'lookup',
    field: 'included › [] › relationships › additional_code',
    because: 'Few measures have one. Without it the text of the VAT shows the reduced rate beside the usual one.',
  },
]

/**
 * Fields whose absence is an answer of its own, and says something else. They are told from a rename as soon as the
 * source sends something that shows it.
 */
export const undecided: readonly Silent[] = [
  {
    source: 'planning-data',
    operation: 'brownfield',
    field: 'entities › [] › maximum-net-dwellings',
    because: 'Registers leave it out where the least number of homes is also the most.',
  },
  ...(['make', 'fuelType', 'primaryColour'] as const).map((field) => ({
    source: 'dvsa-mot-history',
    operation: 'lookup',
    field,
    because: 'Some test records lack it: it is then taken from the licensing record, or null with a row of that.',
  })),
]

/** Sources that have yet to say what they demand. */
export const notYet: ReadonlySet<string> = new Set([
  'carbon-intensity',
  'elexon-insights',
  'epc',
  'postcodes-io',
  // Releases of open contracting and grants: nearly every field may be absent from one or another.
  'find-a-tender',
  'public-contracts-scotland',
  'sell2wales',
  'threesixty-giving',
])
