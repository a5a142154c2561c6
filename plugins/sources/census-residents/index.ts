import { dataset, integer, need, quantity, stated, type Node, type Shown } from '@domesday/core'

/** The residents of an output area, of about 300 people. */
export interface OutputArea {
  readonly code: string
  readonly residents: number
}

type Wire = Readonly<Record<string, string | undefined>>
const column = { code: 'geography code', residents: 'Residence type: Total; measures: Value' } as const

export const outputAreaOf = (wire: Wire): OutputArea | null => {
  const code = stated(wire[column.code]) ?? '',
    residents = quantity(wire[column.residents])
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
      demands: [column.code, column.residents],
      addresses: () => ['/output/census/2021/census2021-ts001.zip'],
      as: 'csv',
      zip: /-oa\.csv$/,
    },
  ],
  row: (wire: Wire): OutputArea | null => outputAreaOf(wire),
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
