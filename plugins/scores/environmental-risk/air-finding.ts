/** The air of a year, by the worst of its pollutants. */
import { atLeast, listed, rounded, type FactorReading } from '@domesday/core'
import { pollutants, type AnnualAir, type AnnualMean } from '@domesday/source-defra-air-annual'

/** How far a mean lies on the way from the guideline, at 0, to the limit, at 1. */
const exposure = ({ annual_mean_ug_m3: mean, uk_limit_ug_m3: limit, who_guideline_ug_m3: guideline }: AnnualMean) =>
  rounded((mean - guideline) / (limit - guideline), 3)

const compared = ({ lower_elsewhere_pct: lower }: AnnualMean): string =>
  lower < 1
    ? 'hardly a square kilometre of Great Britain has less'
    : `more than in ${Math.floor(lower)} % of squares in Great Britain`

const beside = ({ pollutant, annual_mean_ug_m3: mean, year, uk_limit_ug_m3: limit }: AnnualMean): string =>
  `${pollutant} ${mean} µg/m³ in ${year} (limit ${limit})`

export const airFinding = ({ pollutants: known }: AnnualAir): FactorReading | null => {
  const [worst, ...others] = known.toSorted((a, b) => exposure(b) - exposure(a))
  if (!worst) return null
  const { pollutant, annual_mean_ug_m3: mean, year, uk_limit_ug_m3: limit, who_guideline_ug_m3: guideline } = worst
  const unknownOnes = pollutants.filter((one) => !known.some(({ pollutant }) => pollutant === one))
  const detail = [
    `${pollutant} averaged ${mean} µg/m³ in ${year}, ${compared(worst)}: modelled background, away from the kerb.`,
    `The UK limit is ${limit}, the guideline of the World Health Organization ${guideline}.`,
    ...(others.length > 0 ? [`Beside it ${listed(others.map(beside))}.`] : []),
    ...(unknownOnes.length > 0 ? [`Not known here: ${listed(unknownOnes)}.`] : []),
  ].join(' ')
  // Another pollutant may be worse.
  return unknownOnes.length > 0 ? atLeast(exposure(worst), detail) : { metric: exposure(worst), detail }
}
