import { dataset, integer, quantity, sent, stated, wire, type Sent } from '@domesday/core'

/** The households of a postcode. */
export interface PostcodeHouseholds {
  /** Without a blank. */
  readonly postcode: string
  /** `WA1 1` */
  readonly sector: string
  readonly outcode: string
  readonly households: number
}

/** Held against the key alone, as there is no schema: the table has these two columns. */
const columns = wire({ Postcode: sent.must(sent.text), Count: sent.must(sent.text) })

export const householdsRow = ({ Postcode, Count }: Sent<typeof columns>): PostcodeHouseholds | null => {
  const postcode = (stated(Postcode) ?? '').toUpperCase().replace(/\s+/g, ''),
    households = quantity(Count)
  if (!/^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(postcode) || households === null) return null
  const outcode = postcode.slice(0, -3)
  return { postcode, sector: `${outcode} ${postcode.at(-3)}`, outcode, households }
}

export const censusHouseholds = dataset({
  id: 'census-households',
  title: 'Census 2021: households of postcodes',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics (Nomis) licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales'],
  coverage: 'England and Wales: each postcode in which a household lived at the census of 2021',
  pull: [
    {
      part: '',
      wire: columns,
      addresses: () => ['/output/census/2021/pcd_p002.csv'],
      as: 'csv',
    },
  ],
  row: householdsRow,
  key: ({ postcode }) => postcode,
  index: ['sector', 'outcode'],
})

/** Of a postcode sector (`WA1 1`) or an outcode (`WA1`). Null where no postcode of it is in the table. */
export const householdsOf = censusHouseholds.ask(
  'households',
  (rows, area: string) => {
    let sum = 0
    for (const { households } of rows.where(area.includes(' ') ? 'sector' : 'outcode', area)) sum += households
    return sum === 0 ? null : sum
  },
  { digest: integer('Households at the census of 2021'), confidence: 'unconfirmed' },
)
