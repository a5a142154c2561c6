import { dataset, integer, numeric, object, sent, stated, wire, type Of, type Sent } from '@domesday/core'

const addresses = integer({ minimum: 0 })
const riskShape = object({ high: addresses, medium: addresses, low: addresses })
/** Addresses of a postcode by likelihood of flooding: the worse of rivers and sea, and surface water. */
export interface PostcodeRisk extends Of<typeof riskShape> {}
/** Short, because there are 1.5 million rows: the numbers are high, medium and low. */
interface Row {
  readonly postcode: string
  readonly at: readonly [number, number, number]
}

const compact = (postcode: string): string => postcode.toUpperCase().replace(/\s/g, '')

const { scalar, must, often } = sent
/** Held against the recorded header, as there is no schema: the postcode is the key, and a blank count is unknown. */
const columns = wire({
  Postcode: must(scalar),
  HIGH_CNT: often(scalar),
  MED_CNT: often(scalar),
  LOW_CNT: often(scalar),
  ...sent.unread('GWTR_RISK'),
})

/** A count of addresses; null if it is not a valid number. */
const count = (said: unknown): number | null => {
  const number = numeric(said)
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null
}

/**
 * Null for a row without a postcode, and for one in which a count is blank: zeros mean very low, but a postcode that is
 * not listed is unknown. Throws for what is no count.
 */
export const rowOf = (row: Sent<typeof columns>): Row | null => {
  const postcode = stated(row.Postcode)
  if (postcode === null || [row.HIGH_CNT, row.MED_CNT, row.LOW_CNT].some((said) => stated(said) === null)) return null
  const [high, medium, low] = [count(row.HIGH_CNT), count(row.MED_CNT), count(row.LOW_CNT)]
  if (high === null || medium === null || low === null) throw new TypeError('a postcode without its counts')
  return { postcode: compact(postcode), at: [high, medium, low] }
}

export const eaFloodPostcodes = dataset({
  id: 'ea-flood-postcodes',
  title: 'Flood risk of postcodes',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right; contains public sector information licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: for nearly every postcode, how many of its addresses lie where the chance of flooding is high, medium or low. Asked where the maps of ea-flood-risk give no band',
  pull: [
    {
      part: '',
      wire: columns,
      addresses: () => [
        [
          '/api/file/download',
          {
            fileDataSetId: 'fb921496-1788-4fc2-b469-7b51e2a45553',
            fileName: 'Postcodes_Risk_Assessment_All.csv',
          },
        ],
      ],
      as: 'csv',
    },
  ],
  row: rowOf,
  key: ({ postcode }) => postcode,
  optional: true,
})

/**
 * By postcode in any spacing. Null if the file does not list it; that says nothing, as some postcodes at risk are
 * missing.
 */
export const postcodeRisk = eaFloodPostcodes.ask(
  'postcode',
  (rows, postcode: string): PostcodeRisk | null => {
    const row = rows.key(compact(postcode))
    if (row === null) return null
    const [high, medium, low] = row.at
    return { high, medium, low }
  },
  { digest: riskShape },
)
