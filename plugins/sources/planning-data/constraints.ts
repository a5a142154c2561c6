/** Building constraints at a point, and the rule for their level. */
import { choice, flag, integer, list, object, orNull, stated, text, type Of, type Shape } from '@domesday/core'
import { designations, identityOf, siteOf, siteShape, type Area, type Site } from './designations.ts'

const constraintsFields = object({
  // As in South Downs National Park.
  authority: orNull(text('Who decides here; in a national park it is the park')),
  conservationArea: orNull(flag('Whether the place lies in one')),
  greenBelt: flag('Whether the place lies in the green belt'),
  articleFour: integer('Distinct directions here; each takes away a right to build without permission'),
  /** Who hands in what the council keeps. */
  organisation: orNull(text()),
  level: choice(['none', 'low', 'moderate', 'high', 'restricted'], {
    description: 'All that is designated here, weighed and put in a word',
    tones: { good: ['none', 'low'], fair: ['moderate'], bad: ['high', 'restricted'] },
  }),
  // The sum over all kinds of designation.
  weight: integer('What the word rests on: low from 1, moderate from 3, high from 5, restricted from 8'),
  sites: list(siteShape, 'The areas that hold the point, each once, the most constraining first'),
})
export interface Constraints extends Of<typeof constraintsFields> {}
export const constraintsShape: Shape<Constraints> = constraintsFields
export type ConstraintLevel = Constraints['level']

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

const byStart = (a: Area, b: Area): number => (a['start-date'] ?? '').localeCompare(b['start-date'] ?? '', 'en')

/**
 * Authorities that were replaced are often listed without their end: of several at a place one without an end decides,
 * and of those the one that began last. Null where that does not tell which.
 */
const authorityIn = (entities: readonly Area[]): Area | null | undefined => {
  const [one, next] = entities
    .filter(({ dataset }) => dataset === 'local-planning-authority')
    .toSorted((a, b) => Number(!!stated(a['end-date'])) - Number(!!stated(b['end-date'])) || byStart(b, a))
  return next && next['start-date'] === one?.['start-date'] && next.name !== one?.name ? null : one
}

export const constraintsOf = (entities: readonly Area[]): Constraints => {
  const areas = Map.groupBy(entities, identityOf)
  const sites = [...areas.values()]
    .flatMap(([wire]) => siteOf(wire!) ?? [])
    .toSorted((a, b) => weigh(b.dataset) - weigh(a.dataset))
  const count = (dataset: string): number => sites.filter((site) => site.dataset === dataset).length
  const weight = totalOf(sites)
  const authority = authorityIn(entities)
  return {
    authority: stated(authority?.['name'])?.replace(/ LPA$/, '') ?? null,
    organisation: stated(authority?.['organisation-entity']),
    conservationArea: count('conservation-area') > 0,
    greenBelt: count('green-belt') > 0,
    articleFour: count(articleFour),
    weight,
    level: levelOf(weight),
    sites,
  }
}
