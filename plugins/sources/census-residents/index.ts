import { dataset, integer, need, quantity, sent, stated, wire, type Node, type Sent, type Shown } from '@domesday/core'

/** The residents of an output area, of about 300 people. */
export interface OutputArea {
  readonly code: string
  readonly residents: number
}

/** Table TS001. Held against the key alone, as there is no schema: an area means nothing without its residents. */
const columns = wire({
  'geography code': sent.must(sent.text),
  'Residence type: Total; measures: Value': sent.must(sent.text),
  ...sent.unread(
    'date',
    'geography',
    'Residence type: Lives in a household; measures: Value',
    'Residence type: Lives in a communal establishment; measures: Value',
  ),
})

export const outputAreaOf = (row: Sent<typeof columns>): OutputArea | null => {
  const code = stated(row['geography code']) ?? '',
    residents = quantity(row['Residence type: Total; measures: Value'])
  return /^[EW]00\d{6}$/.test(code) && residents !== null ? { code, residents } : null
}

export const censusResidents = dataset({
  id: 'census-residents',
  title: 'Census 2021: residents of output areas',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics (Nomis) licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales'],
  coverage: 'England and Wales: usual residents of each of 188,880 output areas at the census of 2021',
  pull: [
    {
      part: '',
      wire: columns,
      addresses: () => ['/output/census/2021/census2021-ts001.zip'],
      as: 'csv',
      zip: /-oa\.csv$/,
    },
  ],
  row: outputAreaOf,
  key: ({ code }) => code,
})

/** Of all these areas together. Null where one of them is not in the table: a sum without it would be too small. */
export const residentsOf = censusResidents.ask(
  'residents',
  (rows, codes: readonly string[]) => {
    let sum = 0
    for (const code of codes) {
      const row = rows.key(code)
      if (row === null) return null
      sum += row.residents
    }
    return sum
  },
  { digest: integer('Usual residents at the census of 2021'), confidence: 'unconfirmed' },
)

export const residentsIn = (areas: Node<readonly string[]>): Shown<number> => need(residentsOf, areas)
