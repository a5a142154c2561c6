/** How good health services are around a place. The weights are ours: no authority publishes such a score. */
import { factor, need, rounded, score, type Node, type Point } from '@domesday/core'
import { nearestRated, ratings, type CareType, type Rated, type Rating } from '@domesday/source-cqc'
import type { HealthIndicators } from '@domesday/source-fingertips'
import type { Nearby } from './care.ts'

interface Tune {
  readonly judged: number
  readonly judged_km: number
  readonly practice_km: number
}

/** The regulator's own scale, on which ratings can be averaged. */
const scale: Readonly<Record<Rating, number>> = { Inadequate: 1, 'Requires Improvement': 2, Good: 3, Outstanding: 4 }
/** A site that is rated per service counts by the mean of these. */
const markOf = ({ rating, services }: Rated): number =>
  rating === null ? services.reduce((sum, one) => sum + scale[one.rating], 0) / services.length : scale[rating]
const away = (metres: number): string => (metres < 1000 ? `${metres} m` : `${(metres / 1000).toFixed(1)} km`)

const judged = (rated: readonly Rated[], reach: number, one: string, many: string) => {
  const [first] = rated,
    last = rated.at(-1)
  // A word that no curve has: it is told, and not weighed.
  if (!first || !last)
    return { metric: 'none rated', detail: `Not weighed: there is no rated ${one} within ${reach} km.` }
  const counts = [
    ...ratings.map((rating) => ({ rating, count: rated.filter((one) => one.rating === rating).length })),
    { rating: 'rated per service', count: rated.filter(({ rating }) => rating === null).length },
  ].filter(({ count }) => count > 0)
  return {
    metric: rounded(rated.reduce((sum, one) => sum + markOf(one), 0) / rated.length, 2),
    detail:
      rated.length === 1
        ? `The only rated ${one} that was found, ${away(first.metres)} away, is ${first.rating ?? perService(first)}.`
        : `The ${rated.length} nearest rated ${many}, within ${away(last.metres)}: ${counts.map(({ rating, count }) => `${count} ${rating}`).join(', ')}.`,
  }
}

const perService = ({ services }: Rated): string =>
  `rated per service (${services.map(({ service, rating }) => `${service}: ${rating}`).join(', ')})`

export const serviceQuality = (
  point: Node<Point>,
  practices: Node<readonly Nearby[]>,
  indicators: Node<HealthIndicators>,
  tune: Node<Tune>,
) => {
  const rated = need(nearestRated, { point, tune }, ({ point, tune }) => ({
    at: point,
    km: tune.judged_km,
    each: tune.judged,
  }))
  const of = (type: CareType, one: string, many: string) =>
    factor({ rated, tune }, ({ rated, tune }) => judged(rated[type], tune.judged_km, one, many))
  return score('service-quality', {
    gp_ratings: of('gp', 'GP practice', 'GP practices'),
    hospital_ratings: of('hospital', 'hospital', 'hospitals'),
    care_home_ratings: of('care home', 'care home', 'care homes'),
    gp_access: factor({ practices, tune }, ({ practices, tune }) => {
      const [nearest] = practices
      const near = practices.filter(({ metres }) => metres <= tune.practice_km * 1000).length
      return {
        metric: near,
        detail:
          `${near === 0 ? 'No GP practice' : near === 1 ? 'One GP practice' : `${near} GP practices`} on the NHS register ${near > 1 ? 'are' : 'is'} within ${tune.practice_km} km` +
          `${nearest ? `; the nearest is ${away(nearest.metres)} away` : ''}.`,
      }
    }),
    life_expectancy: factor(
      { indicators },
      ({ indicators: { lifeExpectancyMale: men, lifeExpectancyFemale: women } }) =>
        men &&
        women && {
          metric: rounded((men.value + women.value) / 2, 2),
          detail:
            `Life expectancy is ${men.value} years for men and ${women.value} for women ` +
            `(${men.level === 'England' ? 'England' : `the ${men.level}`}, ${men.period ?? 'period not stated'}).`,
        },
    ),
  })
}
