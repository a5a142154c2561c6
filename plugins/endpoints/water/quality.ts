/** Water quality around a place, as a score. */
import { counted, factor, notApplicable, rounded, score, unknown, type Node } from '@domesday/core'
import type { BathingWaterNear } from '@domesday/source-ea-bathing-water'
import { isAssessed, type NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { Spills } from '@domesday/source-storm-overflows'
import type { Rating } from '@domesday/source-water-companies'

export const grades = ['Excellent', 'Good', 'Sufficient', 'Poor'] as const
export const gradeOf = ({ classification }: Pick<BathingWaterNear, 'classification'>): (typeof grades)[number] | null =>
  grades.find((grade) => grade === classification) ?? null
/** The nearest bathing water with a classification. */
export const nearestGraded = (sites: readonly BathingWaterNear[]): BathingWaterNear | undefined =>
  sites.find((site) => gradeOf(site) !== null)

const km = (metres: number): number => rounded(metres / 1000, 1)
const of = (year: number | null): string => (year === null ? '' : ` (${year})`)

interface Waters {
  readonly spills: Node<Spills>
  readonly beaches: Node<readonly BathingWaterNear[]>
  readonly waterbody: Node<NearestWaterbody>
  readonly rating: Node<Rating>
}

export const qualityOf = ({ spills, beaches, waterbody, rating }: Waters) =>
  score('water-quality', {
    storm_overflows: factor(spills, (spills) => {
      const { overflows_within_5km: total, overflows_counted: known, return_year: year } = spills
      if (total === 0) return { metric: 0, detail: 'There is no storm overflow within 5 km.' }
      if (spills.spills_per_overflow === null) {
        return unknown(
          total === 1
            ? `the only storm overflow within 5 km did not have its spills counted in ${year}`
            : `none of the ${counted(total, 'storm overflow')} within 5 km had its spills counted in ${year}`,
        )
      }
      const of = `${known.toLocaleString('en-GB')} of ${counted(total, 'storm overflow')} within 5 km ${known === 1 ? 'was' : 'were'} counted in ${year}`
      return {
        metric: spills.spills_per_overflow,
        detail: `${of}: ${counted(spills.total_spill_count!, 'spill')} and ${counted(spills.total_spill_hours!, 'hour')} in all, ${counted(spills.spills_per_overflow, 'spill')} for each.`,
      }
    }),

    bathing_water: factor(beaches, (beaches) => {
      const nearest = nearestGraded(beaches)
      if (!nearest) return notApplicable('there is no classified bathing water within 30 km')
      const { name, metres, classification, season } = nearest
      return {
        metric: classification!,
        detail: `The nearest classified bathing water, ${name} at ${km(metres)} km, is ${classification}${of(season)}.`,
      }
    }),

    ecological_status: factor(waterbody, ({ name, ecological, complete }) => {
      if (ecological)
        return {
          metric: ecological.status,
          detail: `The ecological class of ${name} is ${ecological.status}${of(ecological.year)}.`,
        }
      return complete && unknown(`${name} has no ecological class`)
    }),

    water_regulator_performance: factor(rating, (rating) => {
      const { company, stars, stars_out_of, rating_year, water_regulator_rating: word } = rating
      return {
        metric: rating.performance_score,
        detail: `The Environment Agency gave ${company} ${stars} of ${stars_out_of} stars for ${rating_year}${word ? `: ${word.toLowerCase()}` : ''}.`,
      }
    }),

    chemical_status: factor(waterbody, (waterbody) => {
      const { name, chemical, complete } = waterbody
      if (chemical === null) return complete && unknown(`${name} has no chemical status`)
      return isAssessed(waterbody)
        ? {
            metric: chemical.status,
            detail: `The chemical status of ${name} is ${chemical.status}${of(chemical.year)}.`,
          }
        : notApplicable(`the chemical status of ${name} does not require assessment${of(chemical.year)}`)
    }),
  })
