import {
  counted,
  derive,
  each,
  integer,
  list,
  maybe,
  number,
  numeric,
  object,
  orNull,
  partly,
  rounded,
  sent,
  source,
  stated,
  text,
  wire,
  type Node,
  type Of,
  type Point,
} from '@domesday/core'
import { beyond, metresToOutline, ofCircle, type Rings } from '@domesday/vocabulary-geography'
import { layerNames, layers, type Layer } from './layers.ts'

export const naturalEngland = source({
  id: 'natural-england',
  title: 'Protected sites of nature',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Natural England; contains Ordnance Survey data © Crown copyright and database right; licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage: 'England: sites protected for wildlife and landscape, with their outlines',
})

const siteShape = object({
  // In plain words: `Site of Special Scientific Interest`.
  kind: text(),
  name: orNull(text()),
  reference: orNull(text()),
  hectares: orNull(number()),
  // To its outline, which is accurate to about ten metres; 0 if it contains the point. Null without an outline.
  metres: orNull(integer()),
})
/** A protected site around a point. */
export interface NatureSite extends Of<typeof siteShape> {}

type Attributes = Readonly<Record<string, unknown>>
/**
 * Held against recorded features, as map layers have no schema. Each has columns of its own: code looks. A site is one
 * of its layer, even without a column or an outline.
 */
const layerWire = wire({
  features: sent.must([{ attributes: sent.any, geometry: { rings: sent.any } }]),
  ...sent.unread(
    'objectIdFieldName',
    'uniqueIdField',
    'globalIdFieldName',
    'geometryProperties',
    'geometryType',
    'spatialReference',
    'fields',
  ),
  exceededTransferLimit: sent.flag,
})

/** Layers name their columns differently, and have changed them over the years: `NAME`, `SSSI_NAME`, `Name`. */
const column = (attributes: Attributes, ...names: readonly RegExp[]): unknown =>
  names
    .map((name) => Object.entries(attributes).find(([key, value]) => name.test(key) && stated(value) !== null)?.[1])
    .find((value) => value !== undefined)

const small: ReadonlySet<string> = new Set(['and', 'of', 'the', 'in', 'on', 'at'])
/** Converts names from capitals, so that both sources of a site match. */
const titled = (name: string): string =>
  /\p{Ll}/u.test(name)
    ? name
    : name
        .toLowerCase()
        .replace(/\p{L}[\p{L}'’]*/gu, (word, at: number) =>
          at > 0 && small.has(word) ? word : word[0]!.toUpperCase() + word.slice(1),
        )

const siteOf = (layer: Layer, attributes: Attributes, metres: number | null): NatureSite => {
  const name = stated(column(attributes, /^name$/i, /^(\w{2,6}_)?name$/i))
  const hectares = numeric(column(attributes, /^measure$/i, /^(area_)?(ha|hectares)$/i))
  return {
    kind: layers[layer].kind,
    name: name && titled(name.replace(/ (SSSI|SAC|SPA|NNR|LNR|Ramsar)$/, '')),
    reference: stated(column(attributes, /^ref_?code$/i, /^reference$/i, /^(\w+_)?code$/i)),
    hectares: hectares === null ? null : rounded(hectares, 1),
    metres: metres === null || !Number.isFinite(metres) ? null : Math.round(metres),
  }
}

/**
 * The sites of one layer that contain a point or are near enough to matter, nearest first. A site with several polygons
 * is listed once. Errors have status 200 and an `error` instead of features.
 */
export const sitesOf = naturalEngland.get('sites', {
  wire: layerWire,
  path: ({ layer, at: { lat, lng } }: { readonly layer: Layer; readonly at: Point }) => {
    const { within } = layers[layer]
    return [
      `/${layer}/FeatureServer/0/query`,
      {
        where: '1=1',
        geometry: `${lng},${lat}`,
        geometryType: 'esriGeometryPoint',
        inSR: 4326,
        spatialRel: 'esriSpatialRelIntersects',
        ...(within > 0 && {
          distance: within,
          units: 'esriSRUnit_Meter',
          outSR: 4326,
          geometryPrecision: 5,
          maxAllowableOffset: 0.0001,
        }),
        outFields: '*',
        returnGeometry: within > 0,
        f: 'json',
      },
    ]
  },
  digest: list(siteShape),
  read: ({ features, exceededTransferLimit: more }, { layer, at }) => {
    const metres = (rings: unknown): number | null =>
      layers[layer].within === 0 ? 0 : Array.isArray(rings) ? metresToOutline(rings as Rings, at) : null
    const sites = features
      .map(({ attributes, geometry }) => siteOf(layer, Object(attributes) as Attributes, metres(geometry?.rings)))
      .toSorted((a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity))
    const each = [...Map.groupBy(sites, (site) => site.name ?? site.reference ?? site).values()].map(([one]) => one!)
    const unplaced = each.filter((site) => site.metres === null).length
    const whys = [
      ...(unplaced === 0 ? [] : [`how far ${counted(unplaced, 'site')} lies from here, as it has no outline`]),
      ...(more === true ? ['the map service has more sites around than it sends'] : []),
    ]
    return whys.length === 0 ? each : partly(each, whys.join('; '))
  },
  // The recorded answer has no outline; for most layers we know only the name and columns, from programs that use them.
  confidence: 'unconfirmed',
})

export interface NatureAround {
  /** Nearest first. */
  readonly sites: readonly NatureSite[]
  /** Kinds whose layer did not answer, or left out how far a site lies: what is near is unknown. */
  readonly unknown: readonly string[]
  /** Nations whose land is near and whose sites are not known. */
  readonly beyond: readonly string[]
}

const farthest = Math.max(...layerNames.map((layer) => layers[layer].within))

/** Protected sites that contain a point or are near it. At least one layer must answer. */
export const natureAround = (point: Node<Point>): Node<NatureAround> => {
  const asked = each(maybe(sitesOf), point, (at) => layerNames.map((layer) => ({ layer, at })))
  return derive({ asked, point }, ({ asked, point }) => {
    const circle = { at: point, metres: farthest }
    const around: NatureAround = {
      sites: asked.flatMap((sites) => sites ?? []).toSorted((a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity)),
      unknown: layerNames
        .filter((_, i) => asked[i]?.every(({ metres }) => metres !== null) !== true)
        .map((layer) => layers[layer].kind),
      beyond: Object.keys(beyond(circle, naturalEngland)),
    }
    return ofCircle(around, circle, naturalEngland)
  })
}
