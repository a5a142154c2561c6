/** The spending power of a place's residents, with weights that the interface fixes. */
import { about, factor, score, type Metric, type Node } from '@domesday/core'
import { incomeStanding, type Deprivation } from '@domesday/source-imd'
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
      { labour },
      ({ labour: { earnings } }) =>
        earnings &&
        reading(
          earnings,
          earnings.weekly,
          `Employees who live in ${where(earnings)} earn £${earnings.weekly.toFixed(2)} a week at the median${when(earnings)}.`,
        ),
    ),
    imd_deprivation: factor({ deprivation }, ({ deprivation }) => {
      const { nation, index, area } = deprivation,
        standing = incomeStanding(deprivation)
      return (
        area &&
        standing !== null && {
          metric: standing,
          detail:
            `${standing} % of the small areas of ${nation} have more income deprivation than ${area.name ?? `the data zone ${area.code}`}` +
            `${area.incomePercent === null ? '' : `, where ${area.incomePercent} % of residents live on low income`} (${index.title} ${index.year}).`,
        }
      )
    }),
    employment_rate: factor(
      { labour },
      ({ labour: { employment } }) =>
        employment &&
        reading(
          employment,
          employment.percent,
          `${employment.percent} % of residents of 16 to 64 in ${where(employment)} are in work${when(employment)}.`,
        ),
    ),
    home_ownership: factor(
      { tenure },
      ({ tenure }) =>
        tenure.ownerOccupied !== null &&
        reading(
          tenure,
          tenure.ownerOccupied,
          `${tenure.ownerOccupied} % of households in ${where(tenure)} own their home${when(tenure)}.`,
        ),
    ),
    economic_activity: factor(
      { activity },
      ({ activity }) =>
        activity.active !== null &&
        reading(
          activity,
          activity.active,
          `${activity.active} % of residents of 16 and over in ${where(activity)} are economically active${when(activity)}.`,
        ),
    ),
    benefit_dependency: factor(
      { labour },
      ({ labour: { claimants } }) =>
        claimants !== null &&
        claimants.percent !== null &&
        reading(
          claimants,
          claimants.percent,
          `${claimants.percent} % of residents of 16 to 64 in ${where(claimants)} claim benefits for being out of work${when(claimants)}.`,
        ),
    ),
  })
