import {
  choice,
  dataset,
  each,
  figure,
  integer,
  list,
  maybe,
  notImported,
  number,
  numeric,
  object,
  render,
  rounded,
  sent,
  stated,
  wire,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'
import { toGrid } from '@domesday/vocabulary-geography'
import { addressesOf, meanColumn, pollutants, standards, type Pollutant } from './pollutants.ts'
import { spreadOf, tenthsOf, wordOf } from './spread.ts'

export { pollutants, type Pollutant } from './pollutants.ts'

/** The mean of a pollutant in a square. Short, because there are 760,000. */
interface Row {
  readonly key: string
  readonly of: Pollutant
  readonly year: number
  /** µg/m³. */
  readonly mean: number
}

/** Squares are named by their centres: 500 m past whole kilometres. */
const keyOf = (pollutant: Pollutant, x: number, y: number): string => `${pollutant} ${x} ${y}`
const centre = (metres: number): number => Math.floor(metres / 1000) * 1000 + 500

/** Null for a square that is not modelled. Throws for a row that is not of this layout. */
export const rowOf = (square: Readonly<Record<string, unknown>>, pollutant: Pollutant): Row | null => {
  const [column, year] = meanColumn(square, pollutant)
  const x = numeric(square['x']),
    y = numeric(square['y'])
  if (x === null || y === null || centre(x) !== x || centre(y) !== y) throw new TypeError('no centre of a square')
  if (stated(square[column]) === 'MISSING') return null
  const mean = numeric(square[column])
  if (mean === null || mean < 0) throw new TypeError('a square without its mean')
  return { key: keyOf(pollutant, x, y), of: pollutant, year, mean: rounded(mean, 1) }
}

/**
 * Held against the recorded first lines: a square means nothing without its centre; the column of its mean has the year
 * in its name, so that code looks for it. The first column has two names.
 */
const columns = wire({
  x: sent.must(sent.scalar),
  y: sent.must(sent.scalar),
  ...sent.unread('gridcode', 'ukgridcode'),
})

export const defraAirAnnual = dataset({
  id: 'defra-air-annual',
  title: 'Modelled background air quality',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: '© Crown 2026 copyright Defra via uk-air.defra.gov.uk, licenced under the Open Government Licence (OGL)',
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: annual means of nitrogen dioxide and particles in each square kilometre, modelled for the newest year, away from the kerb',
  pull: pollutants.map((pollutant) => ({
    part: pollutant,
    wire: columns,
    addresses: (day: Date) => addressesOf(pollutant, day),
    as: 'csv' as const,
    skip: 5,
  })),
  row: (square: Readonly<Record<string, unknown>>, part): Row | null => rowOf(square, part as Pollutant),
  key: ({ key }) => key,
  text: ({ of, mean }) => [wordOf(of, tenthsOf(mean))],
})

const meanFields = object({
  pollutant: choice(pollutants, 'Nitrogen dioxide, and particles of up to 2.5 and 10 µm'),
  annual_mean_ug_m3: figure('µg/m³', 'Modelled background of the square kilometre, away from the kerb'),
  year: integer('That the mean is of'),
  uk_limit_ug_m3: figure('µg/m³', 'Annual limit value in the United Kingdom'),
  who_guideline_ug_m3: figure('µg/m³', 'Annual guideline of the World Health Organization, 2021'),
  lower_elsewhere_pct: number({
    description: 'Square kilometres of Great Britain with a lower mean',
    unit: '%',
    minimum: 0,
    maximum: 100,
  }),
})
/** The mean of a pollutant over a year, with what it is compared with. */
export interface AnnualMean extends Of<typeof meanFields> {}
const meanShape: Shape<AnnualMean> = meanFields

/** Rounded down: a hundred would say that it is lower here too. */
const percent = (part: number, whole: number): number => Math.floor((1000 * part) / whole) / 10

/** Of the square that holds a point of Great Britain; null if the square is not modelled. */
export const annualMean = defraAirAnnual.ask(
  'annual-mean',
  (rows, { pollutant, at }: { readonly pollutant: Pollutant; readonly at: Point }) => {
    const { squares, less } = spreadOf(rows, pollutant)
    if (squares === 0) return notImported(pollutant)
    const { easting, northing } = toGrid(at)
    const row = rows.key(keyOf(pollutant, centre(easting), centre(northing)))
    if (row === null) return null
    const { limit, guideline } = standards[pollutant]
    return {
      pollutant,
      annual_mean_ug_m3: row.mean,
      year: row.year,
      uk_limit_ug_m3: limit,
      who_guideline_ug_m3: guideline,
      lower_elsewhere_pct: percent(less[tenthsOf(row.mean)]!, squares),
    }
  },
  { digest: meanShape },
)

const airFields = object({ pollutants: list(meanShape, 'Those that are modelled in the square kilometre') })
export interface AnnualAir extends Of<typeof airFields> {}
const airShape: Shape<AnnualAir> = airFields

/** The newest annual means at a point; none where no pollutant is modelled. */
export const annualAirAt = (point: Node<Point>): Shown<AnnualAir> =>
  render(
    airShape,
    each(maybe(annualMean), point, (at) => pollutants.map((pollutant) => ({ pollutant, at }))),
    (means) => ({ pollutants: means.filter((mean) => mean !== null) }),
  )
