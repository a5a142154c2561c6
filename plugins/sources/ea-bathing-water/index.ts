import { derive, first, many, need, some, source, type Node, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { bathingWaterOf, type BathingWater, type Item, type List } from './sites.ts'

export type { BathingWater } from './sites.ts'

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

/** A page of the sites of a country. They cannot be asked for by place. */
export const sites = eaBathingWater.get('sites', {
  // Pages count from 0. The first goes without its number, in the form in which the list is known to be answered.
  path: ({ country, page }: { readonly country: Country; readonly page: number }) => [
    lists[country],
    { _pageSize: 500, _page: page > 0 ? page : null },
  ],
  read: ({ result }: List): { readonly sites: readonly BathingWater[]; readonly more: boolean } => {
    const items = many<Item>(result?.items as Item)
    // A country without any would be a fault of the list.
    if (!result) throw new TypeError('no list of bathing waters')
    return {
      sites: items.flatMap((item) => bathingWaterOf(item) ?? []),
      more: result.next !== undefined && items.length > 0,
    }
  },
})

/** All sites of a country. */
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
)

/** A bathing water, and how far off it is. */
export interface BathingWaterNear extends BathingWater {
  readonly metres: number
}

const reach = 30_000 // metres

/** Wales, and so much of England that a Welsh beach may be within reach. */
const isNearWales = ({ lat, lng }: Point): boolean => lng < -2.2 && lat > 51.1 && lat < 53.75

const within = (point: Point, registers: readonly (readonly BathingWater[])[]): readonly BathingWaterNear[] =>
  registers
    .flat()
    .map((site) => ({ ...site, metres: Math.round(metresBetween(point, site.at)) }))
    .filter(({ metres }) => metres <= reach)
    .toSorted((a, b) => a.metres - b.metres)

/**
 * Bathing waters within thirty kilometres, nearest first. Near the border those of both countries count, and those of
 * one do where the other's list does not come; but that there are none, only both can tell.
 */
export const bathingWatersNear = (point: Node<Point>): Node<readonly BathingWaterNear[]> => {
  const england = need(register, { point }, (): Country => 'England')
  const wales = need(register, { point }, ({ point }): Country | null => (isNearWales(point) ? 'Wales' : null))
  const known = derive({ point, lists: some({ england, wales }) }, ({ point, lists: { england, wales } }) => {
    const near = within(point, [england ?? [], wales ?? []])
    const complete = england !== null && (wales !== null || !isNearWales(point))
    return near.length > 0 || complete ? near : null
  })
  // Reached only where a list did not come, which is then the gap.
  return first(
    known,
    derive({ point, england, wales }, ({ point, england, wales }) => within(point, [england, wales])),
  )
}
