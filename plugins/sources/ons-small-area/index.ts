import {
  dataset,
  described,
  figure,
  need,
  notCovered,
  object,
  orNull,
  quantity,
  rounded,
  sent,
  stated,
  text,
  wire,
  type Node,
  type Of,
  type Sent,
  type Shape,
  type Shown,
} from '@domesday/core'
import { comparisonIn } from '@domesday/vocabulary-comparison'
import { incomeBeside } from './comparison.ts'
import { addresses, edition } from './release.ts'

/** The income of households of a neighbourhood of about 8,000 people, in whole pounds a year. */
export interface Income {
  /** GSS code of a middle layer super output area of 2021. */
  readonly code: string
  readonly name: string | null
  readonly net: number
  readonly lower: number | null
  readonly upper: number | null
}

const { scalar, must, often } = sent
/**
 * Held against the key alone, as there is no schema. The columns of the limits are not confirmed: without them a mean
 * has no limits, which counts as doubt.
 */
const columns = wire({
  'MSOA code': must(scalar),
  'Disposable (net) annual income (£)': often(scalar),
  'MSOA name': scalar,
  'Upper confidence limit (£)': scalar,
  'Lower confidence limit (£)': scalar,
  ...sent.unread(
    'Local authority code',
    'Local authority name',
    'Region code',
    'Region name',
    'Confidence interval (£)',
  ),
})

/** Null for a row of no neighbourhood, or without its income. Limits that do not hold the income are unknown. */
export const incomeOf = (row: Sent<typeof columns>): Income | null => {
  const code = stated(row['MSOA code'])?.toUpperCase() ?? '',
    net = quantity(row['Disposable (net) annual income (£)'])
  if (!/^[EW]02\d{6}$/.test(code) || !net) return null
  const lower = quantity(row['Lower confidence limit (£)']),
    upper = quantity(row['Upper confidence limit (£)'])
  return {
    code,
    name: stated(row['MSOA name']),
    net,
    lower: lower !== null && lower > 0 && lower <= net ? lower : null,
    upper: upper !== null && upper >= net ? upper : null,
  }
}

export const onsSmallArea = dataset({
  id: 'ons-small-area',
  title: 'Household income of small areas',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v.3.0',
  covers: ['England', 'Wales'],
  coverage:
    'Net annual household income by neighbourhood of about 8,000 people in England and Wales, financial year ending 2023: means of a model, before housing costs',
  pull: [
    {
      part: '',
      addresses,
      as: 'xlsx',
      sheet: 'Net annual income',
      header: 'MSOA code',
      wire: columns,
    },
  ],
  row: incomeOf,
  key: ({ code }) => code,
})

const pounds = (about: string) => figure('GBP/year', about)
const incomeFields = object({
  net_annual_income: pounds(
    'Net income of a household: a mean that a model estimates, before housing costs, not adjusted for the size of households',
  ),
  lower_limit: orNull(pounds('Lower confidence limit of that mean')),
  upper_limit: orNull(pounds('Upper confidence limit of that mean')),
  median_neighbourhood: pounds('Of the median neighbourhood of England and Wales, by the same model'),
  pct_of_median: figure('%', 'The income as a percentage of that of the median neighbourhood'),
  area: orNull(text('Name of the neighbourhood, of about 8,000 people')),
  area_code: text('Its GSS code, census of 2021'),
  period: text('As published'),
  comparison: described(comparisonIn('GBP/year'), 'The same income of the median neighbourhood of wider areas'),
})
/** The income of a neighbourhood, beside that of the median one. */
export interface HouseholdIncome extends Of<typeof incomeFields> {}
const incomeShape: Shape<HouseholdIncome> = incomeFields

/** A figure as a percentage of the median neighbourhood's, one decimal. */
export const percentOfMedian = (pounds: number): number => rounded((100 * pounds) / edition.median, 1)

/** By the code of a neighbourhood. */
export const income = onsSmallArea.ask(
  'income',
  (rows, code: string) => {
    const row = rows.key(code)
    return (
      row && {
        net_annual_income: row.net,
        lower_limit: row.lower,
        upper_limit: row.upper,
        median_neighbourhood: edition.median,
        pct_of_median: percentOfMedian(row.net),
        area: row.name,
        area_code: row.code,
        period: edition.year,
        comparison: incomeBeside(rows, row.name),
      }
    )
  },
  { digest: incomeShape, confidence: 'unconfirmed' },
)

interface Locality {
  readonly postcode: string
  readonly nation: string
  readonly codes: { readonly msoa: string | null }
}

export const incomeAt = (place: Node<Locality>): Shown<HouseholdIncome> =>
  need(income, place, ({ postcode, codes: { msoa } }) => msoa ?? notCovered(`${postcode} lies in no neighbourhood`))

/** The same where it is published, and not asked elsewhere: for what another figure may stand in for. */
export const incomeIn = (place: Node<Locality>): Shown<HouseholdIncome> =>
  need(income, place, ({ nation, codes: { msoa } }) => (nation === 'England' || nation === 'Wales' ? msoa : null))
