/** The spending power of a place's residents, with weights that the interface fixes. */
import { about, between, derive, factor, first, score, type FactorReading, type Node } from '@domesday/core'
import type { Deprivation } from '@domesday/source-imd'
import {
  areaInWords,
  type BesideOthers,
  type censusOf,
  type FigureArea,
  type LabourMarket,
  type NeighbourhoodClaimants,
} from '@domesday/source-nomis'
import { percentOfMedian, type HouseholdIncome } from '@domesday/source-ons-small-area'
import { besideInWords } from '@domesday/vocabulary-comparison'

const percent = (value: number): string => `${value} %`
const weekly = (pounds: number): string => `£${pounds.toFixed(2)}`

/**
 * A finding with its period, and what the same figure is elsewhere. A published figure of a wider area is only
 * approximate for the neighbourhood.
 */
const reading = (
  of: FigureArea & Partial<BesideOthers>,
  metric: number,
  finding: string,
  write = percent,
): FactorReading => {
  const others = of.comparison ? besideInWords(of.comparison, { period: of.period, except: of.area }, write) : ''
  const detail = `${finding}${of.period === null ? '' : ` (${of.period})`}${others && `; it is ${others}`}.`
  return of.level === 'neighbourhood' ? { metric, detail } : about(metric, detail)
}

const pounds = (amount: number): string => `£${Math.round(amount).toLocaleString('en-GB')}`

/** The model says between what limits the mean lies. Without them it is as rough as a figure of a wider area. */
const incomeReading = (of: HouseholdIncome): FactorReading => {
  const { net_annual_income: net, lower_limit: lower, upper_limit: upper, pct_of_median: metric } = of
  const limits = lower !== null && upper !== null ? ` within ${pounds(lower)} and ${pounds(upper)}` : ''
  const detail =
    `The net income of households in the neighbourhood ${of.area ?? of.area_code} is ${pounds(net)} a year before housing costs: ` +
    `a modelled mean${limits} (${of.period}). It is ${metric} % of the ${pounds(of.median_neighbourhood)} of the median neighbourhood of England and Wales.`
  return lower !== null && upper !== null
    ? between(percentOfMedian(lower), percentOfMedian(upper), detail, metric)
    : about(metric, detail)
}

/** Of a district or a wider area. `medianPay` is the pay that the curve takes for a median income. */
export const payReading = ({ earnings: of }: Pick<LabourMarket, 'earnings'>, medianPay: number) => {
  if (of === null) return null
  const pay = `${weekly(of.weekly)} a week at the median`
  return reading(of, (100 * of.weekly) / medianPay, `Employees who live in ${areaInWords(of)} earn ${pay}`, weekly)
}

const outOfWork = 'claim benefits for being out of work'

const nearReading = (near: NeighbourhoodClaimants): FactorReading | null => {
  const { claimant_rate_pct: rate, claimant_count: count, residents_16_to_64: residents, area, period } = near
  if (rate === null || residents === null) return null
  const of = { level: 'neighbourhood', area, period } as const
  const who = `${count} of the ${residents.toLocaleString('en-GB')} residents of 16 to 64`
  return reading(of, rate, `${rate} %, ${who} that the census of 2021 counted in ${areaInWords(of)}, ${outOfWork}`)
}

const districtReading = ({ claimants: of }: LabourMarket): FactorReading | null => {
  if (of === null || of.percent === null) return null
  return reading(of, of.percent, `${of.percent} % of residents of 16 to 64 in ${areaInWords(of)} ${outOfWork}`)
}

/** Inputs of the score. Census tables are separate, so that a gap in one does not affect the others. */
export interface Weighed extends Pick<ReturnType<typeof censusOf>, 'tenure' | 'activity' | 'age'> {
  /** Not asked where no income of neighbourhoods is published. */
  readonly income: Node<HouseholdIncome>
  readonly near: Node<NeighbourhoodClaimants>
  readonly labour: Node<LabourMarket>
  readonly deprivation: Node<Deprivation>
  readonly medianPay: Node<number>
}

/**
 * The district stands in where the neighbourhood has no figure. It does not where that figure failed to come: a poor
 * neighbourhood of a rich district would be taken for a rich one.
 */
export const spendingPower = ({ income, near, age, labour, medianPay, tenure, activity, deprivation }: Weighed) =>
  score('spending-power', {
    median_earnings: factor(
      first(
        derive(income, incomeReading),
        derive({ labour, medianPay }, ({ labour, medianPay }) => payReading(labour, medianPay)),
      ),
      (found) => found,
      'income or pay',
    ),
    imd_deprivation: factor(
      deprivation,
      ({ nation, area_name, area_code, less_deprived_than_pct: standing, income_deprived_pct: poor, index, year }) =>
        standing !== null && {
          metric: standing,
          detail:
            `${standing} % of the small areas of ${nation} have more income deprivation than ${area_name ?? `the data zone ${area_code}`}` +
            `${poor === null ? '' : `, where ${poor} % of residents live on low income`} (${index} ${year}).`,
        },
    ),
    employment_rate: factor(
      labour,
      ({ employment: of }) =>
        of && reading(of, of.percent, `${of.percent} % of residents of 16 to 64 in ${areaInWords(of)} are in work`),
    ),
    home_ownership: factor(tenure, ({ owner_occupied_pct: owned, ...of }) =>
      owned === null ? null : reading(of, owned, `${owned} % of households in ${areaInWords(of)} own their home`),
    ),
    economic_activity: factor(activity, ({ economically_active_pct: active, ...of }) => {
      if (active === null) return null
      const residents = `${active} % of residents of 16 and over in ${areaInWords(of)}`
      return reading(of, active, `${residents} are economically active`)
    }),
    benefit_dependency: factor(
      // Its rate tolerates that the ages did not come: named here, their failure is one of this factor.
      first(
        derive({ near, age }, ({ near }) => nearReading(near)),
        derive(labour, districtReading),
      ),
      (found) => found,
    ),
  })
