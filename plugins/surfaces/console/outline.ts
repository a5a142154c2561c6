/** The outline beneath the maps: the coast of the islands, cut from Natural Earth's countries at 1:10 million. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type Position = readonly [lng: number, lat: number]
interface Topology {
  readonly transform: { readonly scale: Position; readonly translate: Position }
  readonly arcs: readonly (readonly Position[])[]
  readonly objects: {
    readonly countries: {
      readonly geometries: readonly (
        | { readonly id: string; readonly type: 'Polygon'; readonly arcs: readonly (readonly number[])[] }
        | {
            readonly id: string
            readonly type: 'MultiPolygon'
            readonly arcs: readonly (readonly (readonly number[])[])[]
          }
      )[]
    }
  }
}

/** The United Kingdom, Ireland, Guernsey, Jersey and the Isle of Man, by their numbers in ISO 3166. */
const shown: ReadonlySet<string> = new Set(['826', '372', '831', '832', '833'])

/** Arcs are steps on a grid; a negative number is an arc backwards. */
const pointsOf = ({ transform, arcs }: Topology, index: number): readonly Position[] => {
  let x = 0,
    y = 0
  const points = arcs[index < 0 ? ~index : index]!.map(([dx, dy]): Position => {
    x += dx
    y += dy
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
  })
  return index < 0 ? points.toReversed() : points
}

/** A thousandth of a degree is a hundred metres, finer than the outline. */
const rounded = ([lng, lat]: Position): Position => [Math.round(lng * 1000) / 1000, Math.round(lat * 1000) / 1000]

/** The outer rings; lakes are left out. */
const ringsOf = (topology: Topology): readonly (readonly Position[])[] =>
  topology.objects.countries.geometries
    .filter(({ id }) => shown.has(id))
    .flatMap((country) => (country.type === 'Polygon' ? [country.arcs] : country.arcs))
    .map(([outer]) => outer!.flatMap((arc, i) => pointsOf(topology, arc).slice(i === 0 ? 0 : 1)).map(rounded))

export const outline = async (): Promise<Buffer> => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  const rings = ringsOf(JSON.parse(await readFile(file, 'utf8')) as Topology)
  return Buffer.from(JSON.stringify({ credit: 'Natural Earth', rings }))
}
