/** The labour market of a place, and what the score makes of it. */
import { about, choice, figure, integer, object, orNull, text, type FactorReading, type Of } from '@domesday/core'
import { levels, type FigureArea, type LabourMarket } from '@domesday/source-nomis'
import { besideInWords } from '@domesday/vocabulary-comparison'

const areaShape = orNull(
  object({
    area: orNull(text('The area that the figure is of')),
    level: choice(levels, 'What kind of area it is'),
    period: orNull(text('As published')),
  }),
)
export const labourShape = object({
  median_weekly_earnings: orNull(figure('GBP/week', 'Gross, all employees who live there')),
  employment_rate_pct: orNull(figure('%', 'Residents aged 16 to 64 in work')),
  claimant_count: orNull(integer('People who claim benefits for being out of work')),
  claimant_rate_pct: orNull(figure('%', 'Of residents aged 16 to 64')),
  earnings_of: areaShape,
  employment_of: areaShape,
  claimants_of: areaShape,
})

const areaOf = (figure: FigureArea | null) =>
  figure && { area: figure.area, level: figure.level, period: figure.period }
export const labourOf = ({ claimants, employment, earnings }: LabourMarket): Of<typeof labourShape> => ({
  median_weekly_earnings: earnings?.weekly ?? null,
  employment_rate_pct: employment?.percent ?? null,
  claimant_count: claimants?.count ?? null,
  claimant_rate_pct: claimants?.percent ?? null,
  earnings_of: areaOf(earnings),
  employment_of: areaOf(employment),
  claimants_of: areaOf(claimants),
})

/** `£588.40`, `£612` */
const inPounds = (amount: number): string =>
  `£${amount.toLocaleString('en-GB', { maximumFractionDigits: 2, minimumFractionDigits: amount % 1 ? 2 : 0 })}`

/** Figures may be of different areas: names the area of each that differs from the one before. */
export const labourFinding = ({ earnings, employment, claimants }: LabourMarket): FactorReading | null => {
  if (!earnings || !employment) return null
  const place = earnings.area ?? 'the area'
  const of = ({ area }: FigureArea): string => (area === null || area === place ? '' : ` in ${area}`)
  const claiming = claimants?.percent
    ? `, with ${claimants.percent} %${of(claimants)} claiming out-of-work benefits`
    : ''
  const elsewhere = besideInWords(earnings.comparison, { period: earnings.period, except: earnings.area }, inPounds)
  const finding = `median pay is ${inPounds(earnings.weekly)} a week in ${place}${elsewhere && `, against ${elsewhere},`}`
  return about(
    (earnings.weekly * employment.percent) / 100,
    `${finding} and ${employment.percent} %${of(employment)} are in work${claiming}`,
  )
}
