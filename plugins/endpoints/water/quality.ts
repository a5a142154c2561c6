/** Water quality around a place, as a score. */
import { counted, factor, notApplicable, rounded, score, unknown, type Node } from '@domesday/core'
import type { BathingWaterNear } from '@domesday/source-ea-bathing-water'
import { isAssessed, type NearestWaterbody } from '@domesday/source-ea-catchment-data'
import { spillsOf, type Overflows } from '@domesday/source-storm-overflows'
import type { Rating } from '@domesday/source-water-companies'
import { grades } from './response.ts'

type Grade = (typeof grades)[number]
export const gradeOf = ({ classification }: Pick<BathingWaterNear, 'classification'>): Grade | null =>
  grades.find((grade) => grade === classification) ?? null
/** The nearest bathing water with a classification. */
export const nearestGraded = (sites: readonly BathingWaterNear[]): BathingWaterNear | undefined =>
  sites.find((site) => gradeOf(site) !== null)

/** Spills per counted overflow in the year; null if none was counted. */
export const spillsPerOverflow = ({ counted, spills }: ReturnType<typeof spillsOf>): number | null =>
  spills === null || counted === 0 ? null : rounded(spills / counted, 1)
/** The rating as a percentage of the best one. */
export const performanceOf = ({ stars, outOf }: Rating): number => rounded((100 * stars) / outOf)

const km = (metres: number): number => rounded(metres / 1000, 1)
const of = (year: number | null): string => (year === null ? '' : ` (${year})`)

interface Waters {
  readonly around: Node<Overflows>
  readonly beaches: Node<readonly BathingWaterNear[]>
  readonly waterbody: Node<NearestWaterbody>
  readonly rating: Node<Rating>
}

export const qualityOf = ({ around, beaches, waterbody, rating }: Waters) =>
  score('water-quality', {
    storm_overflows: factor({ around }, ({ around: { year, overflows } }) => {
      const spills = spillsOf(overflows),
        each = spillsPerOverflow(spills)
      if (overflows.length === 0) return { metric: 0, detail: 'There is no storm overflow within 5 km.' }
      if (each === null) {
        return unknown(
          spills.total === 1
            ? `the only storm overflow within 5 km did not have its spills counted in ${year}`
            : `none of the ${counted(spills.total, 'storm overflow')} within 5 km had its spills counted in ${year}`,
        )
      }
      const known = `${spills.counted.toLocaleString('en-GB')} of ${counted(spills.total, 'storm overflow')} within 5 km ${spills.counted === 1 ? 'was' : 'were'} counted in ${year}`
      return {
        metric: each,
        detail: `${known}: ${counted(spills.spills!, 'spill')} and ${counted(spills.hours!, 'hour')} in all, ${counted(each, 'spill')} for each.`,
      }
    }),

    bathing_water: factor({ beaches }, ({ beaches }) => {
      const nearest = nearestGraded(beaches)
      if (!nearest) return notApplicable('there is no classified bathing water within 30 km')
      const { name, metres, classification, season } = nearest
      return {
        metric: classification!,
        detail: `The nearest classified bathing water, ${name} at ${km(metres)} km, is ${classification}${of(season)}.`,
      }
    }),

    ecological_status: factor({ waterbody }, ({ waterbody: { name, ecological, complete } }) => {
      if (ecological)
        return {
          metric: ecological.status,
          detail: `The ecological class of ${name} is ${ecological.status}${of(ecological.year)}.`,
        }
      return complete && unknown(`${name} has no ecological class`)
    }),

    water_regulator_performance: factor({ rating }, ({ rating }) => ({
      metric: performanceOf(rating),
      detail: `The Environment Agency gave ${rating.company} ${rating.stars} of ${rating.outOf} stars for ${rating.year}${rating.word ? `: ${rating.word.toLowerCase()}` : ''}.`,
    })),

    chemical_status: factor({ waterbody }, ({ waterbody }) => {
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
