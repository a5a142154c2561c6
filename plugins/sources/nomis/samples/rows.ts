/** Nomis tables as CSV: quoted strings and codes, unquoted values, an empty body if no cell matches. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Figures {
  readonly code: string
  readonly name: string
  /** Without a percentage where the area is a neighbourhood. */
  readonly claimants?: readonly [count: number, percent?: number]
  readonly employment?: number
  readonly earnings?: number
  readonly population?: number
  readonly tenure?: readonly [number, number, number, number, number]
  readonly adults?: number
  readonly active?: number
  readonly profile?: string
}
interface Profile {
  readonly profile: string
  readonly age: readonly number[]
  readonly occupation: readonly number[]
}
interface Cell {
  readonly code: number
  readonly name: string
  readonly value: number
}
interface Table {
  readonly dimension: string
  readonly period: string
  readonly cells: (figures: Figures) => readonly Cell[]
}

const figures = yamlRows<Figures>(import.meta.dirname, 'figures.yaml')
const profiles = new Map(yamlRows<Profile>(import.meta.dirname, 'profiles.yaml').map((row) => [row.profile, row]))

const one = (code: number, name: string, value: number | undefined): readonly Cell[] =>
  value === undefined ? [] : [{ code, name, value }]

/** A total and its parts: whole people, from percentages. */
const parted = (
  total: number | undefined,
  whole: string,
  names: readonly string[],
  shares: readonly number[] | undefined,
): readonly Cell[] =>
  total === undefined || shares === undefined
    ? []
    : [
        { code: 0, name: whole, value: total },
        ...names.map((name, i) => ({ code: i + 1, name, value: Math.round((total * shares[i]!) / 100) })),
      ]

const ages = [
  '4 years and under',
  '5 to 9 years',
  '10 to 15 years',
  '16 to 19 years',
  '20 to 24 years',
  '25 to 34 years',
  '35 to 49 years',
  '50 to 64 years',
  '65 to 74 years',
  '75 to 84 years',
  '85 years and over',
].map((band) => `Aged ${band}`)
const occupations = [
  'Managers, directors and senior officials',
  'Professional occupations',
  'Associate professional and technical occupations',
  'Administrative and secretarial occupations',
  'Skilled trades occupations',
  'Caring, leisure and other service occupations',
  'Sales and customer service occupations',
  'Process, plant and machine operatives',
  'Elementary occupations',
].map((group, i) => `${i + 1}. ${group}`)
const tenures = [
  [1001, 'Owned'],
  [1002, 'Shared ownership'],
  [1003, 'Social rented'],
  [1004, 'Private rented'],
  [8, 'Lives rent free'],
] as const

const work = [
  ...['Employee', 'Self-employed with employees', 'Self-employed without employees'].flatMap((kind) =>
    ['Part-time', 'Full-time'].map((hours) => `In employment: ${kind}: ${hours}`),
  ),
  'Unemployed',
]
const activities = [
  ...['(excluding full-time students)', 'and a full-time student'].flatMap((who) =>
    work.map((kind) => `Economically active ${who}: ${kind}`),
  ),
  ...['Retired', 'Student', 'Looking after home or family', 'Long-term sick or disabled', 'Other'].map(
    (kind) => `Economically inactive: ${kind}`,
  ),
]
// Percentages: first of active residents, then of inactive ones.
const activeShares = [17, 61.5, 0.4, 2.1, 4.2, 6.4, 4.6, 2.3, 0.6, 0, 0, 0.1, 0.1, 0.7]
const inactiveShares = [53, 14, 12.5, 12, 8.5]

const activity = ({ adults, active = 0 }: Figures): readonly Cell[] =>
  parted(adults, 'Total: All usual residents aged 16 years and over', activities, [
    ...activeShares.map((share) => (share * active) / 100),
    ...inactiveShares.map((share) => (share * (100 - active)) / 100),
  ])

const profiled = ({ profile }: Figures): Profile | undefined => profiles.get(profile ?? '')

const tables: Readonly<Record<string, Table>> = {
  NM_162_1: {
    dimension: 'measure',
    period: 'August 2026',
    cells: ({ claimants }) => [
      ...one(1, 'Claimant count', claimants?.[0]),
      ...one(2, 'Claimants as a proportion of residents aged 16-64', claimants?.[1]),
    ],
  },
  NM_17_5: {
    dimension: 'variable',
    period: 'Jul 2025-Jun 2026',
    cells: ({ employment }) => one(45, 'Employment rate - aged 16-64', employment),
  },
  NM_30_1: { dimension: 'pay', period: '2025', cells: ({ earnings }) => one(1, 'Weekly pay - gross', earnings) },
  NM_2021_1: {
    dimension: 'c2021_restype_3',
    period: '2021',
    cells: ({ population }) => one(0, 'Total: All usual residents', population),
  },
  NM_2072_1: {
    dimension: 'c2021_tenure_9',
    period: '2021',
    cells: ({ tenure }) =>
      tenure === undefined
        ? []
        : [
            { code: 0, name: 'Total: All households', value: tenure.reduce((sum, households) => sum + households, 0) },
            ...tenures.map(([code, name], i) => ({ code, name, value: tenure[i]! })),
          ],
  },
  NM_2083_1: { dimension: 'c2021_eastat_20', period: '2021', cells: activity },
  NM_2018_1: {
    dimension: 'c2021_age_12a',
    period: '2021',
    cells: (area) => parted(area.population, 'Total', ages, profiled(area)?.age),
  },
  NM_2080_1: {
    dimension: 'c2021_occ_10',
    period: '2021',
    cells: (area) =>
      parted(
        area.adults && Math.round(area.adults * (area.active ?? 0) * 0.0095),
        'Total: All usual residents aged 16 years and over in employment the week before the census',
        occupations,
        profiled(area)?.occupation,
      ),
  },
}

/** A test for a list such as `0,1001...1004,8`. */
const listed = (list: string): ((code: number) => boolean) => {
  const ranges = list
    .split(',')
    .map((part) => part.split('...').map(Number))
    .map(([from = NaN, to = from]) => ({ from, to }))
  return (code) => ranges.some(({ from, to }) => code >= from && code <= to)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const answer: SampleAnswer = ({ segments: [, , , file = ''], query }) => {
  const table = tables[file.replace('.data.csv', '')]
  if (!table || query.get('date') !== 'latest')
    return { text: '<html><body>Cannot create query</body></html>', type: 'text/html' }
  const wanted = listed(query.get(table.dimension) ?? '')
  const rows = (query.get('geography') ?? '')
    .split(',')
    .flatMap((code) => figures.filter((area) => area.code === code))
    .flatMap((area) =>
      table
        .cells(area)
        .filter((cell) => wanted(cell.code))
        .map((cell): Readonly<Record<string, string>> => ({
          date_name: quoted(table.period),
          geography_code: quoted(area.code),
          geography_name: quoted(area.name),
          [table.dimension]: quoted(String(cell.code)),
          [`${table.dimension}_name`]: quoted(cell.name),
          obs_value: String(cell.value),
        })),
    )
  if (rows.length === 0) return { text: '', type: 'text/csv' }
  const columns = (query.get('select') ?? '').split(',')
  const lines = [
    columns.map((name) => quoted(name.toUpperCase())),
    ...rows.map((row) => columns.map((name) => row[name] ?? '""')),
  ]
  return { text: lines.map((cells) => `${cells.join(',')}\r\n`).join(''), type: 'text/csv' }
}
