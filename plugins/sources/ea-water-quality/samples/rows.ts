/** The points of `points.yaml`, with ten months of samples each. */
import { type Point } from '@domesday/core'
import { metresBetween, toGrid } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer, type SampleReply, type SampleRequest } from '@domesday/vocabulary-samples'

interface Place extends Point {
  readonly notation: string
  readonly name: string
  readonly type: 'F6' | 'SA'
  readonly status?: 'C'
  readonly mean?: readonly number[]
}

const places = yamlRows<Place>(import.meta.dirname, 'points.yaml')
const types = { F6: 'FRESHWATER - RIVERS', SA: 'SEWAGE DISCHARGES - FINAL/TREATED EFFLUENT - WATER COMPANY' }
const root = 'https://environment.data.gov.uk/water-quality'

const concept = (kind: string, notation: string, prefLabel: string): object => ({
  '@id': `_:${kind}#${notation}`,
  '@type': ['skos:Concept', 'sosa:Property'],
  prefLabel,
  notation,
})

const point = (place: Place): object => {
  const { easting, northing } = toGrid(place)
  return {
    id: `${root}/sampling-point/${place.notation}`,
    '@type': ['sosa:FeatureOfInterest', 'geo:Feature'],
    altLabel: place.name,
    prefLabel: place.name,
    notation: place.notation,
    hasObservations: `${root}/sampling-point/${place.notation}/observation`,
    geometry: {
      '@type': 'geo:Geometry',
      asWKT: `POINT(${easting} ${northing}) <http://www.opengis.net/def/crs/EPSG/0/27700>`,
    },
    samplingPointStatus: place.status ? concept('status', 'C', 'CLOSED') : concept('status', 'O', 'OPEN'),
    samplingPointType: concept('samplingPointType', place.type, types[place.type]),
  }
}

const determinands = [
  ['0111', 'Ammoniacal Nitrogen as N', 'mg/l'],
  ['9901', 'Oxygen, Dissolved, % Saturation', '%'],
  ['0180', 'Orthophosphate, reactive as P', 'mg/l'],
  ['0117', 'Nitrate as N', 'mg/l'],
] as const
const months = Array.from({ length: 10 }, (_, i) => new Date(Date.UTC(2025, 11 + i)).toISOString().slice(0, 7))

interface Observation {
  readonly phenomenonTime: string
  readonly observedProperty: { readonly notation: string }
}

/** Monthly results, evenly above and below the mean. */
const observations = (place: Place): readonly Observation[] =>
  (place.mean ?? []).flatMap((mean, i) =>
    months.map((month, j) => {
      const [notation, prefLabel, unit] = determinands[i]!
      return {
        id: `${root}/observation/${place.notation}-${month}-${notation}`,
        phenomenonTime: `${month}-14T10:2${j % 10}:00`,
        hasSimpleResult: String(Number((mean * (1 + 0.2 * (j % 2 === 0 ? 1 : -1))).toFixed(4))),
        hasUnit: unit,
        hasSamplingPoint: { notation: place.notation, prefLabel: place.name },
        observedProperty: { notation, prefLabel },
      }
    }),
  )

const listed = (member: readonly object[], skip: number, limit: number): SampleReply => ({
  type: 'application/ld+json',
  json: { '@context': `${root}/context.jsonld`, totalItems: member.length, member: member.slice(skip, skip + limit) },
})

export const answer: SampleAnswer = ({ method, path, query, headers }: SampleRequest) => {
  if (!path.startsWith('/water-quality/')) return null
  if (!/ld\+json/.test(headers['accept'] ?? '')) return { status: 406, text: 'Not Acceptable' }
  const limit = Number(query.get('limit') ?? 50),
    skip = Number(query.get('skip') ?? 0)
  if (limit > 250) return { status: 400, json: { message: 'limit must be at most 250' } }
  if (method === 'POST' && path === '/water-quality/data/observation') {
    const asked = (name: string): readonly string[] => (query.get(name) ?? '').split(',')
    const since = query.get('dateFrom') ?? ''
    const found = places.filter(({ notation }) => asked('pointNotation').includes(notation)).flatMap(observations)
    return listed(
      found.filter(
        (one) => one.phenomenonTime >= since && asked('determinand').includes(one.observedProperty.notation),
      ),
      skip,
      limit,
    )
  }
  if (path !== '/water-quality/sampling-point') return null
  const centre = { lat: Number(query.get('latitude')), lng: Number(query.get('longitude')) }
  const found = places.filter(
    (place) =>
      metresBetween(centre, place) <= Number(query.get('radius')) * 1000 &&
      (query.get('samplingPointType') ?? place.type) === place.type &&
      (query.get('samplingPointStatus') !== 'O' || !place.status),
  )
  return listed(found.map(point), skip, limit)
}
