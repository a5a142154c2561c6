/** Building constraints at a point, and the rule for their level. */
import { stated } from '@domesday/core'
import { designations, identityOf, siteOf, type Site, type Wire } from './designations.ts'

export type ConstraintLevel = 'none' | 'low' | 'moderate' | 'high' | 'restricted'

export interface Constraints {
  /** The local planning authority, or the park inside a national park: `Warrington`, `South Downs National Park`. */
  readonly authority: string | null
  readonly conservationArea: boolean
  readonly greenBelt: boolean
  /** Number of distinct article 4 directions; each removes a right to build without permission. */
  readonly articleFour: number
  /** Sum of the weights of all kinds of designation. */
  readonly weight: number
  /** The level for the weight: `none` at 0, `low` from 1, `moderate` from 3, `high` from 5, `restricted` from 8. */
  readonly level: ConstraintLevel
  /** The areas that contain the point, without duplicates, highest weight first. */
  readonly sites: readonly Site[]
}

const levels: readonly (readonly [from: number, level: ConstraintLevel])[] = [
  [8, 'restricted'],
  [5, 'high'],
  [3, 'moderate'],
  [1, 'low'],
]
export const levelOf = (weight: number): ConstraintLevel => levels.find(([from]) => weight >= from)?.[1] ?? 'none'

const articleFour = 'article-4-direction-area'
/** More directions hardly add constraints. */
const mostDirections = 3

const weigh = (dataset: string): number => designations.get(dataset)?.weight ?? 0

/** A kind counts once even if several of its areas overlap here; article 4 directions count one by one. */
const totalOf = (sites: readonly Site[]): number => {
  const areas = Map.groupBy(sites, ({ dataset }) => dataset)
  return [...areas].reduce(
    (sum, [dataset, { length }]) =>
      sum + weigh(dataset) * (dataset === articleFour ? Math.min(length, mostDirections) : 1),
    0,
  )
}

export const constraintsOf = (entities: readonly Wire[]): Constraints => {
  const areas = Map.groupBy(entities, identityOf)
  const sites = [...areas.values()]
    .flatMap(([wire]) => siteOf(wire!) ?? [])
    .toSorted((a, b) => weigh(b.dataset) - weigh(a.dataset))
  const count = (dataset: string): number => sites.filter((site) => site.dataset === dataset).length
  const weight = totalOf(sites)
  const authority = entities.find((wire) => wire['dataset'] === 'local-planning-authority')
  return {
    authority: stated(authority?.['name'])?.replace(/ LPA$/, '') ?? null,
    conservationArea: count('conservation-area') > 0,
    greenBelt: count('green-belt') > 0,
    articleFour: count(articleFour),
    weight,
    level: levelOf(weight),
    sites,
  }
}
