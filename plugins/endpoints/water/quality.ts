/** Water quality around a place, as a score. */
import {
  capitalised,
  counted,
  factor,
  notApplicable,
  rounded,
  score,
  unknown,
  type Node,
  type Unknown,
} from '@domesday/core'
import type { BathingWaterNear } from '@domesday/source-ea-bathing-water'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { Spills } from '@domesday/source-storm-overflows'
import type { Rating } from '@domesday/source-water-companies'

/** A word of the upstream that is none of those that have points. */
const newWord = (what: string, word: string): Unknown =>
  unknown(`${what} is given as “${word}”, which is not known here`)

const km = (metres: number): number => rounded(metres / 1000, 1)
const of = (year: number | null): string => (year === null ? '' : ` (${year})`)

interface Waters {
  readonly spills: Node<Spills>
  readonly beach: Node<{ readonly nearest: BathingWaterNear | null }>
  readonly waterbody: Node<NearestWaterbody>
  readonly rating: Node<Rating>
}

export const qualityOf = ({ spills, beach, waterbody, rating }: Waters) =>
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

    bathing_water: factor(beach, ({ nearest }) => {
      if (!nearest) return notApplicable('there is no classified bathing water within 30 km')
      const { name, metres, classification, grade, season } = nearest
      const which = `the nearest classified bathing water, ${name} at ${km(metres)} km`
      return grade === null
        ? newWord(`the class of ${which},`, classification!)
        : { metric: grade, detail: capitalised(`${which}, is ${grade}${of(season)}.`) }
    }),

    ecological_status: factor(waterbody, ({ name, ecological: found, complete }) => {
      const what = `the ecological class of ${name}`
      if (found === null) return complete && unknown(`${name} has no ecological class`)
      if (found.class === null) return newWord(what, found.status)
      return { metric: found.class, detail: capitalised(`${what} is ${found.class}${of(found.year)}.`) }
    }),

    water_regulator_performance: factor(rating, (rating) => {
      const { company, stars, stars_out_of, rating_year, water_regulator_rating: word } = rating
      return {
        metric: rating.performance_score,
        detail: `The Environment Agency gave ${company} ${stars} of ${stars_out_of} stars for ${rating_year}${word ? `: ${word.toLowerCase()}` : ''}.`,
      }
    }),

    chemical_status: factor(waterbody, ({ name, chemical: found, complete }) => {
      const what = `the chemical status of ${name}`
      if (found === null) return complete && unknown(`${name} has no chemical status`)
      if (found.class === null) return newWord(what, found.status)
      return found.class === 'Not assessed'
        ? notApplicable(`${what} does not require assessment${of(found.year)}`)
        : { metric: found.class, detail: capitalised(`${what} is ${found.class}${of(found.year)}.`) }
    }),
  })
