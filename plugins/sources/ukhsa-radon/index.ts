import {
  choice,
  flag,
  integer,
  need,
  numeric,
  object,
  orNull,
  sent,
  source,
  stated,
  text,
  wire,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'

export const ukhsaRadon = source({
  id: 'ukhsa-radon',
  title: 'Indicative atlas of radon',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains UK Health Security Agency and British Geological Survey materials © UKHSA and UKRI, licensed under the Open Government Licence v3.0',
  // Northern Ireland has its own atlas.
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: the highest radon potential found in each square kilometre (reports on single addresses are sold)',
})

const words = ['low', 'low-moderate', 'moderate', 'moderate-high', 'high', 'very high'] as const

const radonFields = object({
  // Classes 1 to 6, by the percentage of homes at or above the action level (200 Bq/m³).
  class: integer(),
  radon_potential: choice(words, {
    description:
      'The highest class in this square kilometre: below 1, 3, 5, 10, 30 % of homes at the action level, or more',
    tones: { good: ['low'], fair: ['low-moderate', 'moderate'], bad: ['moderate-high', 'high', 'very high'] },
  }),
  description: orNull(text("The band's name in the atlas")),
  radon_affected_area: flag('Whether 1 % of homes or more reach the action level'),
})
/** Radon potential of a square kilometre: the highest class in it. Most homes there are in a lower class. */
export interface Radon extends Of<typeof radonFields> {}
const radonShape: Shape<Radon> = radonFields

const { scalar, must } = sent
/** Held against clients of this layer, as no schema is published: a square means nothing without its class. */
const layerWire = wire({
  features: must([
    {
      attributes: must({
        CLASS_MAX: sent.mustOrNull(scalar),
        Description: sent.often(scalar),
        ...sent.unread('OBJECTID', 'TILE', 'VERSION', 'Shape_Length', 'Shape_Area', 'Shape'),
      }),
      geometry: sent.ignored,
    },
  ]),
  ...sent.unread('displayFieldName', 'fieldAliases', 'fields', 'geometryType', 'spatialReference'),
})

/**
 * The square of a point. Null outside the atlas, which does not mean low. The map server reports errors with status
 * 200.
 */
export const squareAt = ukhsaRadon.get('square', {
  wire: layerWire,
  path: ({ lat, lng }: Point) => [
    '/GeoIndex_Onshore/radon/MapServer/0/query',
    {
      geometry: JSON.stringify({ x: lng, y: lat, spatialReference: { wkid: 4326 } }),
      geometryType: 'esriGeometryPoint',
      inSR: 4326,
      spatialRel: 'esriSpatialRelIntersects',
      outFields: '*',
      returnGeometry: false,
      f: 'json',
    },
  ],
  digest: radonShape,
  read: ({ features }) => {
    // A point on an edge is in two squares.
    const found = features.map(({ attributes }) => ({
      number: numeric(attributes.CLASS_MAX) ?? 0,
      description: stated(attributes.Description),
    }))
    const [worst] = found.toSorted((a, b) => b.number - a.number)
    const potential = words[(worst?.number ?? 0) - 1]
    return worst && potential
      ? {
          class: worst.number,
          radon_potential: potential,
          description: worst.description,
          radon_affected_area: worst.number >= 2,
        }
      : null
  },
  confidence: 'unconfirmed',
})

export const radonAt = (point: Node<Point>): Shown<Radon> => need(squareAt, point)
