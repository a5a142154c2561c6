/** The spending power of a place's residents, with weights that the interface fixes. */
import { about, factor, score, type Metric, type Node } from '@domesday/core'
import type { Deprivation } from '@domesday/source-imd'
import type { censusOf, LabourMarket, FigureArea } from '@domesday/source-nomis'

/** Adds the article to a region named after a direction: the North West, the East of England. */
const named = ({ level, area }: FigureArea): string =>
  area === null ? `the ${level}` : level === 'region' && /^(North|East|South|West) /.test(area) ? `the ${area}` : area

/** A region or nation is named `as a whole`, because the place is only a small part of it. */
const where = (of: FigureArea): string => {
  if (of.level === 'neighbourhood') return `the neighbourhood ${of.area ?? ''}`.trim()
  return of.level === 'district' ? named(of) : `${named(of)} as a whole`
}
const when = ({ period }: FigureArea): string => (period === null ? '' : ` (${period})`)

/** A published figure of a wider area is only approximate for the neighbourhood. */
const reading = (of: FigureArea, metric: number, detail: string): Metric | ReturnType<typeof about> =>
  of.level === 'neighbourhood' ? { metric, detail } : about(metric, detail)

/** Inputs of the score. Census tables are separate, so that a gap in one does not affect the others. */
export interface Weighed extends Pick<ReturnType<typeof censusOf>, 'tenure' | 'activity'> {
  readonly labour: Node<LabourMarket>
  readonly deprivation: Node<Deprivation>
}

export const spendingPower = ({ labour, tenure, activity, deprivation }: Weighed) =>
  score('spending-power', {
    median_earnings: factor(
      labour,
      ({ earnings }) =>
        earnings &&
        reading(
          earnings,
          earnings.weekly,
          `Employees who live in ${where(earnings)} earn £${earnings.weekly.toFixed(2)} a week at the median${when(earnings)}.`,
        ),
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
      ({ employment }) =>
        employment &&
        reading(
          employment,
          employment.percent,
          `${employment.percent} % of residents of 16 to 64 in ${where(employment)} are in work${when(employment)}.`,
        ),
    ),
    home_ownership: factor(tenure, ({ owner_occupied_pct: owned, ...of }) =>
      owned === null ? null : reading(of, owned, `${owned} % of households in ${where(of)} own their home${when(of)}.`),
    ),
    economic_activity: factor(activity, ({ economically_active_pct: active, ...of }) =>
      active === null
        ? null
        : reading(
            of,
            active,
            `${active} % of residents of 16 and over in ${where(of)} are economically active${when(of)}.`,
          ),
    ),
    benefit_dependency: factor(
      labour,
      ({ claimants }) =>
        claimants !== null &&
        claimants.percent !== null &&
        reading(
          claimants,
          claimants.percent,
          `${claimants.percent} % of residents of 16 to 64 in ${where(claimants)} claim benefits for being out of work${when(claimants)}.`,
        ),
    ),
  })
