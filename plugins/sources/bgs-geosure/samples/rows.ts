/** Answers of the map server and the features service, from `hexagons.yaml`. */
import { type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

type Named = readonly [unit: string, rock: string, age: string]
interface Hexagon extends Point {
  readonly metres: number
  readonly classes: readonly number[]
  readonly bedrock: Named
  readonly superficial?: Named
}

const hexagons = yamlRows<Hexagon>(import.meta.dirname, 'hexagons.yaml')
const legends = ['Low', 'Moderate', 'Significant']

const at = (point: Point): Hexagon | undefined =>
  hexagons.find((hexagon) => metresBetween(hexagon, point) <= hexagon.metres)

const attributes = (layer: number, hexagon: Hexagon): object => {
  const number = hexagon.classes[layer - 2]!
  const names = { OBJECTID: hexagons.indexOf(hexagon) + 1, VERSION: 'GeoSure_HexGrid_v8' }
  // The upstream's layers differ in column names and types in the same way.
  return layer === 4
    ? { ...names, Class: String(number), LEGEND: legends[number - 1] }
    : { ...names, CLASS: number, Legend: legends[number - 1] }
}

const rock = (layer: string, { bedrock, superficial }: Hexagon): readonly object[] => {
  const named = layer === 'bedrock' ? bedrock : superficial
  if (!named) return []
  const [unit, words, age] = named
  return [
    {
      lex_d: unit,
      rcs_d: words,
      ...(layer === 'bedrock' ? { max_period: age } : { rock_d: words, max_system: age }),
      nom_scale: '625000',
    },
  ]
}

export const answer: SampleAnswer = ({ path, query }) => {
  const [, layer] = /\/hex_grids\/MapServer\/([2-7])\/query$/.exec(path) ?? []
  if (layer !== undefined) {
    const { x, y } = JSON.parse(query.get('geometry') ?? '{}') as { readonly x?: number; readonly y?: number }
    if (x === undefined || y === undefined)
      return { json: { error: { code: 400, message: 'Unable to complete operation.', details: [] } } }
    const found = at({ lat: y, lng: x })
    return {
      json: { displayFieldName: 'Legend', features: found ? [{ attributes: attributes(Number(layer), found) }] : [] },
    }
  }
  const [, kind] = /^\/collections\/bgsgeology625k(bedrock|superficial)\/items$/.exec(path) ?? []
  if (kind === undefined) return null
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (query.get('bbox') ?? '').split(',').map(Number)
  const found = at({ lat: (south + north) / 2, lng: (west + east) / 2 })
  const features = (found ? rock(kind, found) : []).map((properties) => ({
    type: 'Feature',
    geometry: null,
    properties,
  }))
  return {
    json: {
      type: 'FeatureCollection',
      features,
      numberMatched: features.length,
      numberReturned: features.length,
      links: [],
    },
  }
}
