/** Squares around the sample postcodes, in the atlas's wire format. */
import { metresBetween } from '@domesday/vocabulary-geography'
import type { SampleAnswer } from '@domesday/vocabulary-samples'

const squares = [
  { lat: 53.389713, lng: -2.599634, tile: 'SJ6088', class: 1 },
  { lat: 51.545024, lng: -0.137429, tile: 'TQ2984', class: 1 },
  { lat: 51.50354, lng: -0.127695, tile: 'TQ3079', class: 1 },
  { lat: 53.873809, lng: -2.723233, tile: 'SD5246', class: 2 },
  { lat: 51.484591, lng: -3.169657, tile: 'ST1876', class: 3 },
  { lat: 55.95, lng: -3.19, tile: 'NT2573', class: 2 },
]
const reach = 1000 // metres

const bands = ['less than 1%', '1-3%', '3-5%', '5-10%', '10-30%', 'greater than 30%']

export const answer: SampleAnswer = ({ path, query }) => {
  if (!path.endsWith('/radon/MapServer/0/query')) return null
  const { x, y } = JSON.parse(query.get('geometry') ?? '{}') as { readonly x?: number; readonly y?: number }
  if (x === undefined || y === undefined)
    return { json: { error: { code: 400, message: 'Unable to complete operation.', details: [] } } }
  const found = squares.filter((square) => metresBetween(square, { lat: y, lng: x }) <= reach)
  return {
    json: {
      displayFieldName: 'TILE',
      features: found.map(({ tile, class: number }, i) => ({
        attributes: {
          OBJECTID: i + 1,
          TILE: tile,
          VERSION: 'Radon Indicative Atlas GB v3',
          Shape_Length: 4000,
          Shape_Area: 1000000,
          CLASS_MAX: number,
          Description: `The maximum radon potential in this square is ${bands[number - 1]} of homes at or above the Action Level`,
        },
      })),
    },
  }
}
