import { dataset, list, listed, withParts, type Partly, type Point } from '@domesday/core'
import { away } from '@domesday/vocabulary-geography'
import { stopShape, type Stop } from '@domesday/vocabulary-stops'
import { nodeOf, nodesWire, stationTypes, type AccessNode, type StationType } from './access-node.ts'

export { nodeOf, stationTypes, type AccessNode, type StationType } from './access-node.ts'

export const naptan = dataset({
  id: 'naptan',
  title: 'National Public Transport Access Nodes',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Department for Transport, licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales', 'Scotland'],
  coverage: 'Railway, metro and tram stations and bus stops of Great Britain',
  pull: [
    {
      part: '',
      wire: nodesWire,
      addresses: () => [['/v1/access-nodes', { dataFormat: 'csv' }]],
      as: 'csv',
    },
  ],
  row: nodeOf,
  key: ({ code }) => code,
  place: ({ at }) => at,
  version: 3,
})

const stopOf = ({ code, at, km, inactive: _, apart: __, ...node }: AccessNode & { readonly km: number }): Stop => ({
  ...node,
  stop_code: code,
  coordinates: at,
  distance_m: Math.round(km * 1000),
})

/** Stops of which the register states two places, so that nobody can tell how far they are. */
const displacedIn = (nodes: readonly AccessNode[]) =>
  nodes.flatMap(({ name, apart }) =>
    apart === undefined
      ? []
      : [{ why: `contradictory: the grid reference of ${name} is ${away(apart)} from its coordinates` }],
  )

/** The most that callers need; the nearest of each kind is always included. */
const most = 5

export interface AroundStation {
  readonly at: Point
  readonly km: Readonly<Record<StationType, number>>
}

/**
 * Stations around a point, nearest first: at least the five nearest, and the nearest of each kind. Each kind has its
 * own maximum distance. A station with several nodes is listed once. A railway station that is nearer than these and
 * inactive in the register is told: some are open.
 */
export const stationsNear = naptan.ask(
  'stations',
  (rows, { at, km }: AroundStation) => {
    const found = new Map<string, AccessNode & { readonly km: number }>()
    const sought = new Set(stationTypes)
    const doubtful = new Set<string>()
    for (const node of rows.near(at, Math.max(...Object.values(km)))) {
      for (const type of sought) if (node.km > km[type]) sought.delete(type)
      if (sought.size === 0 && found.size >= most) break
      if (node.type === 'bus' || node.km > km[node.type] || found.has(`${node.type} ${node.name}`)) continue
      if (node.inactive) {
        if (sought.has('rail')) doubtful.add(node.name)
        continue
      }
      // The register keeps old nodes of stations beside those in use.
      doubtful.delete(node.name)
      found.set(`${node.type} ${node.name}`, node)
      sought.delete(node.type)
    }
    const nodes = [...found.values()]
    const inactive = `${listed([...doubtful])}: inactive in the register, which says so of some open stations too`
    return withParts(nodes.map(stopOf), [
      ...(doubtful.size === 0 ? [] : [{ why: inactive }]),
      ...displacedIn(nodes),
    ]) as readonly Stop[] | Partly<readonly Stop[]>
  },
  { digest: list(stopShape) },
)

/**
 * The five nearest bus stops. Stops of the same name and place (both sides of a road, or in a station) are listed once.
 */
export const busStopsNear = naptan.ask(
  'bus-stops',
  (rows, { at, km }: { readonly at: Point; readonly km: number }) => {
    const found = new Map<string, AccessNode & { readonly km: number }>()
    for (const node of rows.near(at, km)) {
      const name = `${node.name}, ${node.locality}`
      if (node.type === 'bus' && !found.has(name)) found.set(name, node)
      if (found.size === most) break
    }
    const nodes = [...found.values()]
    return withParts(nodes.map(stopOf), displacedIn(nodes)) as readonly Stop[] | Partly<readonly Stop[]>
  },
  { digest: list(stopShape) },
)
