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
    field: 'included › [] › attributes › formatted_description',
    because: 'Headings are shown in the words of `description` without it.',
  },
  ...['OpenDate', 'CloseDate'].map((field) => ({
    source: 'gias',
    operation: '',
    field,
    because: 'The note on a school leaves the day out, which is null in its own member.',
  })),
]
