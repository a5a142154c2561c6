import {
  counted,
  derive,
  first,
  flag,
  list,
  need,
  object,
  partly,
  render,
  some,
  source,
  type Node,
  type Point,
  type Shown,
} from '@domesday/core'
import { metresBetween, ofCircle } from '@domesday/vocabulary-geography'
import {
  bathingWaterOf,
  bathingWaterShape,
  isClassUnread,
  isDesignated,
  listWire,
  nearestClassified,
  nearShape,
  type BathingWater,
  type BathingWaterNear,
} from './sites.ts'

export { shownBathingWaters } from './shown.ts'
export { nearestClassified, type BathingWater, type BathingWaterNear } from './sites.ts'

export const eaBathingWater = source({
  id: 'ea-bathing-water',
  title: 'Bathing water quality',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains Environment Agency and Natural Resources Wales bathing water information © Environment Agency and © Natural Resources Wales, licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales'],
  coverage:
    'England and Wales: some 570 designated bathing waters on the coast, in rivers and lakes, with their classification after each season since 2015',
})

export type Country = 'England' | 'Wales'
const lists: Readonly<Record<Country, string>> = {
  England: '/doc/bathing-water.json',
  Wales: '/wales/bathing-waters/doc/bathing-water.json',
}

/** A page of a country's sites. The service cannot search by place. */
export const sites = eaBathingWater.get('sites', {
  wire: listWire,
  // Pages count from 0. The first is asked for without a number: only that form is known to be answered.
  path: ({ country, page }: { readonly country: Country; readonly page: number }) => [
    lists[country],
    { _pageSize: 500, _page: page > 0 ? page : null },
  ],
  digest: object({ sites: list(bathingWaterShape), more: flag() }),
  read: ({ result: { items, next } }) => {
    const designated = items.filter(isDesignated)
    const sites = designated.flatMap((item) => bathingWaterOf(item) ?? [])
    const page = { sites, more: next !== undefined && items.length > 0 }
    const unplaced = designated.length - sites.length,
      unclassed = designated.filter(isClassUnread).length
    const lacks = [
      ...(unplaced > 0 ? [`${counted(unplaced, 'bathing water')} without a name or a place`] : []),
      ...(unclassed > 0 ? [`the class of ${counted(unclassed, 'bathing water')} cannot be read`] : []),
    ]
    return lacks.length === 0 ? page : partly(page, lacks.join('; '))
  },
})

export const register = eaBathingWater.run(
  'register',
  async (country: Country, { ask }): Promise<readonly BathingWater[]> => {
    const all: BathingWater[] = []
    for (let page = 0, more = true; more; page++) {
      const found = await ask(sites, { country, page })
      all.push(...found.sites)
      more = found.more
    }
    return all
  },
  { digest: list(bathingWaterShape) },
)

const reach = 30_000 // metres

/** Wales, and the part of England from which a Welsh beach may be within reach. */
const isNearWales = ({ lat, lng }: Point): boolean => lng < -2.2 && lat > 51.1 && lat < 53.75

const within = (point: Point, registers: readonly (readonly BathingWater[])[]): readonly BathingWaterNear[] =>
  registers
    .flat()
    .map((site) => ({ ...site, metres: Math.round(metresBetween(point, site.coordinates)) }))
    .filter(({ metres }) => metres <= reach)
    .toSorted((a, b) => a.metres - b.metres)

/**
 * Bathing waters within 30 km, nearest first. Near the border both countries' lists count. If one list fails, the
 * other's sites are returned; but an empty result needs both lists.
 */
export const bathingWatersNear = (point: Node<Point>): Shown<readonly BathingWaterNear[]> => {
  const england = need(register, point, (): Country => 'England')
  const wales = need(register, point, (point): Country | null => (isNearWales(point) ? 'Wales' : null))
  const known = render(
    nearShape,
    { point, lists: some({ england, wales }) },
    ({ point, lists: { england, wales } }) => {
      const near = within(point, [england ?? [], wales ?? []])
      const complete = england !== null && (wales !== null || !isNearWales(point))
      return near.length > 0 || complete ? near : null
    },
  )
  // Evaluated only if a list failed; the failed list is then the gap.
  return first(
    known,
    render(nearShape, { point, england, wales }, ({ point, england, wales }) => within(point, [england, wales])),
  )
}

/** The same as a list of what is around: near Scotland it is a part. */
export const bathingWatersAround = (
  point: Node<Point>,
  near: Node<readonly BathingWaterNear[]>,
): Shown<readonly BathingWaterNear[]> =>
  render(nearShape, { point, near }, ({ point, near }) => ofCircle(near, { at: point, metres: reach }, eaBathingWater))

/** The nearest that has a class, known or not. Only what is nearer than that could stand in its place. */
export const nearestClassifiedAt = (
  point: Node<Point>,
  near: Node<readonly BathingWaterNear[]>,
): Node<{ readonly nearest: BathingWaterNear | null }> =>
  derive({ point, near }, ({ point, near }) => {
    const nearest = nearestClassified(near) ?? null
    return ofCircle({ nearest }, { at: point, metres: nearest?.metres ?? reach }, eaBathingWater)
  })
