/** Quality of the health services around a place. The weights are ours: no authority publishes such a score. */
import {
  about,
  atLeast,
  between,
  capitalised,
  counted,
  derive,
  factor,
  gate,
  gates,
  maybe,
  need,
  notApplicable,
  rounded,
  score,
  sentence,
  spoken,
  unknown,
  whole,
  type Node,
  type Point,
  type Value,
} from '@domesday/core'
import {
  allInadequate,
  cqc,
  marksOf,
  nearestRated,
  ratings,
  type Inadequate,
  type NearestRated,
  type Rated,
} from '@domesday/source-cqc'
import type { HealthIndicators, indicatorsCompared } from '@domesday/source-fingertips'
import { away, ofCircle } from '@domesday/vocabulary-geography'
import type { Closed, Nearby } from './care.ts'
import { tune } from './settings.ts'

const [worst, best] = [1, 4]
const mean = (marks: readonly number[]): number => rounded(marks.reduce((sum, mark) => sum + mark, 0) / marks.length, 2)

const perService = ({ service_ratings: services }: Rated): string =>
  `rated per service (${services.map(({ service, rating }) => `${service}: ${rating}`).join(', ')})`

const found = (rated: readonly Rated[], one: string, many: string): string => {
  const [first, last] = [rated[0]!, rated.at(-1)!]
  if (rated.length === 1)
    return `The only rated ${one} that was found, ${away(first.distance_m)} away, is ${first.rating ?? perService(first)}`
  const counts = [
    ...ratings.map((rating) => ({ words: rating, count: rated.filter((each) => each.rating === rating).length })),
    { words: 'rated per service', count: rated.filter(({ rating }) => rating === null).length },
  ].filter(({ count }) => count > 0)
  return `The ${rated.length} nearest rated ${many}, within ${away(last.distance_m)}: ${counts.map(({ words, count }) => `${count} ${words}`).join(', ')}`
}

/**
 * The mean of the nearest `most`. A site with ratings per service has its worst and best as bounds. A site with an
 * unknown rating may have any, and counts among the nearest.
 */
export const judged = ({ rated, unread }: NearestRated, most: number, reach: number, one: string, many: string) => {
  if (rated.length === 0)
    return unread > 0
      ? unknown(`the ratings of ${counted(unread, one, many)} within ${reach} km could not be read`)
      : notApplicable(`there is no rated ${one} within ${reach} km`)
  const marks = rated.map(marksOf)
  const open = Math.min(unread, most)
  const end = (of: (...marks: number[]) => number, unreadAs: number): number =>
    mean([...Array<number>(open).fill(unreadAs), ...marks.slice(0, most - open).map((each) => of(...each))])
  const metric = mean(marks.map(mean))
  const [low, high] = [end(Math.min, worst), end(Math.max, best)]
  const words = found(rated, one, many)
  if (unread > 0)
    return between(
      low,
      high,
      `${words}; ${unread === 1 ? 'the rating of one other' : `the ratings of ${unread} others`} could not be read.`,
      metric,
    )
  return low === high ? { metric, detail: `${words}.` } : between(low, high, `${words}.`, metric)
}

/** Sites without a rating do not count: dentists never have one. */
export const inadequacy = ({ better, inadequate, unread }: Inadequate, reach: number) => {
  if (better) return null
  const all =
    inadequate === 1
      ? `the only rated care provider within ${reach} km is rated inadequate`
      : `all ${inadequate} rated care providers within ${reach} km are rated inadequate`
  if (unread > 0)
    return unknown(
      `${inadequate > 0 ? `${all}, and ` : ''}the ratings of ${counted(unread, 'care provider')} within ${reach} km could not be read`,
    )
  return inadequate > 0 ? sentence(capitalised(all)) : null
}

const inEngland = (compared: Value<ReturnType<typeof indicatorsCompared>> | null): string => {
  const [men, women] = [compared?.life_expectancy_male?.nation, compared?.life_expectancy_female?.nation]
  return men && women
    ? `; in England it is ${men.value} and ${women.value}${men.period === women.period ? ` (${men.period})` : ''}`
    : ''
}

/** Where no practice is near, one that was there explains it. */
const lastOf = ([last]: readonly Closed[]): string =>
  last === undefined
    ? ''
    : `; ${last.name}, ${away(last.distance_m)} away, closed on ${spoken(last.closed_on)}, and the register does not state who took over`

interface Practices {
  readonly practices: Node<readonly Nearby[]>
  readonly unplaced: Node<number>
  readonly closed: Node<readonly Closed[]>
}

type Judged = 'gp' | 'hospital' | 'care home'

export const serviceQuality = (
  point: Node<Point>,
  { practices, unplaced, closed }: Practices,
  indicators: Node<HealthIndicators>,
  compared: ReturnType<typeof indicatorsCompared>,
) => {
  const around = { point, tune }
  const rated = need(nearestRated, around, ({ point, tune }) => ({
    at: point,
    km: tune.judged_km,
    each: tune.judged,
  }))
  const reach = need(allInadequate, around, ({ point, tune }) => ({ at: point, km: tune.judged_km }))
  /** Those beyond a border could only stand in the place of farther ones. */
  const nearOf = (type: Judged) =>
    derive({ rated, point, tune }, ({ rated, point, tune }) => {
      const near = rated[type]
      const farthest = near.rated.length < tune.judged ? tune.judged_km * 1000 : near.rated.at(-1)!.distance_m
      return ofCircle(near, { at: point, metres: farthest }, cqc)
    })
  const of = (type: Judged, one: string, many: string) =>
    factor({ near: nearOf(type), tune }, ({ near, tune }) => judged(near, tune.judged, tune.judged_km, one, many))
  // It only adds to a sentence: how many are near does not need it.
  const left = derive({ closed: maybe(closed) }, ({ closed }) => whole(lastOf(closed ?? [])))
  return score(
    'service-quality',
    {
      gp_ratings: of('gp', 'GP practice', 'GP practices'),
      hospital_ratings: of('hospital', 'hospital', 'hospitals'),
      care_home_ratings: of('care home', 'care home', 'care homes'),
      gp_access: factor({ practices, unplaced, left, tune }, ({ practices, unplaced, left, tune }) => {
        const [nearest] = practices
        const near = practices.filter(({ metres }) => metres <= tune.practice_km * 1000).length
        const detail =
          `${near === 0 ? 'No GP practice' : near === 1 ? 'One GP practice' : `${near} GP practices`} on the NHS register ${near > 1 ? 'are' : 'is'} within ${tune.practice_km} km` +
          `${nearest ? `; the nearest is ${away(nearest.metres)} away` : ''}` +
          (near === 0 ? left : '')
        return unplaced > 0
          ? atLeast(
              near,
              `${detail}. Where ${counted(unplaced, 'practice')} of the area ${unplaced === 1 ? 'is' : 'are'} is not known.`,
            )
          : { metric: near, detail: `${detail}.` }
      }),
      life_expectancy: factor(
        { indicators, compared: maybe(compared) },
        ({ indicators: { lifeExpectancyMale: men, lifeExpectancyFemale: women }, compared }) =>
          men &&
          women &&
          about(
            rounded((men.value + women.value) / 2, 2),
            `Life expectancy is ${men.value} years for men and ${women.value} for women ` +
              `(${men.level === 'England' ? 'England' : `the ${men.level}`}, ${men.period ?? 'period not stated'})` +
              `${men.level === 'England' ? '' : inEngland(compared)}.`,
          ),
      ),
    },
    {
      gates: gates({
        all_inadequate: gate({ reach, tune }, ({ reach, tune }) => inadequacy(reach, tune.judged_km)),
      }),
    },
  )
}
