import {
  derive,
  described,
  drawn,
  flag,
  integer,
  list,
  maybe,
  need,
  now,
  object,
  orNull,
  partly,
  point,
  render,
  sent,
  source,
  stated,
  table,
  text,
  wire,
  type Node,
  type Of,
  type Point,
  type Sent,
} from '@domesday/core'
import { fromGrid, metresBetween, ofCircle } from '@domesday/vocabulary-geography'
import {
  conceptSent,
  determinands,
  measuredIn,
  measuredShape,
  observationSent,
  samplesFields,
  samplesIn,
  samplesShape,
  type Measured,
  type Samples,
} from './measured.ts'

export { resultOf, samplesFields } from './measured.ts'

export const eaWaterQuality = source({
  id: 'ea-water-quality',
  title: 'Water quality archive',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and database right; contains public sector information licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage: 'England: samples of rivers at about 65,000 places, mostly taken monthly and published some weeks later',
})

/** A place in a river where samples are taken. */
const pointFields = {
  // NW-88003425
  id: text('Its notation in the archive'),
  name: text('Its label there'),
  distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
}
const pointsShape = list(
  drawn(object({ ...pointFields, coordinates: point() }), 'map', {
    title: 'name',
    distance: 'distance_m',
    at: 'coordinates',
  }),
)

const { scalar, must, unread } = sent
const listSent = { totalItems: scalar, ...unread('@context', 'id', '@id', 'type', '@type', 'view') }
const pointsWire = wire({
  ...listSent,
  member: [
    {
      notation: must(scalar),
      geometry: must({ asWKT: must(scalar), ...unread('id', '@type', 'type') }),
      prefLabel: scalar,
      altLabel: scalar,
      samplingPointStatus: { ...conceptSent, notation: scalar },
      samplingPointType: { ...conceptSent, prefLabel: scalar },
      ...unread('id', '@id', '@type', 'type', 'hasObservations', 'region', 'area', 'subArea'),
    },
  ],
})
const observationsWire = wire({ ...listSent, member: [observationSent] })
type SamplingPoint = NonNullable<Sent<typeof pointsWire>['member']>[number]

/** An empty list may leave its members out, but then says that it is empty. */
const isListed = ({ totalItems, member }: { readonly totalItems?: unknown; readonly member?: unknown }): boolean =>
  member != null || Number(totalItems) === 0
const unlisted = 'the archive sent no list'

/** `POINT(x y) <…/EPSG/0/27700>`: national grid metres or longitude and latitude, by the number at the end. */
export const pointIn = (wkt: unknown): Point | null => {
  const [, x, y, rest = ''] = /POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)(.*)/i.exec(stated(wkt) ?? '') ?? []
  if (x === undefined || y === undefined) return null
  // Treat coordinates above 90 as grid metres: no grid reference in England is within 90 metres of the origin.
  return /27700/.test(rest) || Math.abs(Number(y)) > 90
    ? fromGrid(Number(x), Number(y))
    : { lat: Number(y), lng: Number(x) }
}

/** Others are not asked for: what states neither is what was asked for. */
const isOpenRiver = ({ samplingPointStatus: status, samplingPointType: type }: SamplingPoint): boolean =>
  status?.notation !== 'C' && /^(FRESHWATER - RIVERS|$)/i.test(stated(type?.prefLabel) ?? '')

const reach = 5 // km

/** Open sampling points in rivers within 5 km, nearest first; `[]` if none. The service refuses plain JSON. */
export const riverPointsNear = eaWaterQuality.get('points', {
  wire: pointsWire,
  path: ({ lat, lng }: Point) => [
    '/water-quality/sampling-point',
    {
      latitude: lat,
      longitude: lng,
      radius: reach,
      samplingPointStatus: 'O',
      samplingPointType: 'F6',
      limit: 250,
    },
  ],
  headers: { accept: 'application/ld+json' },
  digest: pointsShape,
  read: (body, asked) => {
    const points = (body.member ?? [])
      .filter(isOpenRiver)
      .flatMap(({ notation, geometry, prefLabel, altLabel }) => {
        const id = stated(notation),
          at = pointIn(geometry.asWKT)
        if (id === null || at === null) return []
        const name = stated(prefLabel ?? altLabel) ?? id
        return [{ id, name, coordinates: at, distance_m: Math.round(metresBetween(asked, at)) }]
      })
      .toSorted((a, b) => a.distance_m - b.distance_m)
    const listed = isListed(body) ? points : partly(points, unlisted)
    return ofCircle(listed, { at: asked, metres: reach * 1000 }, eaWaterQuality)
  },
  confidence: 'unconfirmed',
})

interface Sampled {
  readonly points: readonly string[]
  readonly since: string
}
const pageSize = 250 // the service refuses a higher limit

/** A page of results since a day, at some sampling points. */
export const observations = eaWaterQuality.get('observations', {
  wire: observationsWire,
  path: ({ points, since, skip }: Sampled & { readonly skip: number }) => [
    '/water-quality/data/observation',
    {
      pointNotation: points.join(','),
      determinand: Object.keys(determinands).join(','),
      dateFrom: since,
      limit: pageSize,
      skip: skip > 0 ? skip : null,
    },
  ],
  // The service reads its parameters from the query, but needs a body, even if empty.
  post: () => ({ form: {} }),
  headers: { accept: 'application/ld+json' },
  digest: object({ measured: list(measuredShape), more: flag() }),
  read: (body, _, unread) => {
    const found = body.member ?? []
    const page = { measured: found.flatMap(measuredIn), more: found.length + unread >= pageSize }
    return isListed(body) ? page : partly(page, unlisted)
  },
  confidence: 'unconfirmed',
})

const pagesAtMost = 5

/** Samples since a day, by sampling point. Points without samples are left out. */
export const samplesAt = eaWaterQuality.run(
  'samples',
  async (asked: Sampled, { ask }) => {
    const all: Measured[] = []
    for (let page = 0, more = true; more && page < pagesAtMost; page++) {
      const found = await ask(observations, { ...asked, skip: page * pageSize })
      all.push(...found.measured)
      more = found.more
    }
    return Object.fromEntries(
      [...Map.groupBy(all, ({ point }) => point)].map(([point, measured]) => [point, samplesIn(measured)]),
    )
  },
  { digest: table(samplesShape), confidence: 'unconfirmed' },
)

// Monthly samples of four substances at this many points fit in one page; weekly ones need several.
const most = 4
const listedAtMost = 100

const samplingShape = object({
  sampling_points: described(pointsShape, 'Points in rivers within five kilometres, nearest first, a hundred at most'),
  sampling_points_total: integer('How many there are'),
  nearest_sampled: orNull(
    object({ ...pointFields, ...samplesFields }, 'The nearest that was sampled in the last year'),
  ),
})
/** Sampling points around a point, and the results at the nearest one with samples. */
export interface RiverSampling {
  readonly points: Of<typeof pointsShape>
  /** Null if none of the nearest was sampled in the last year. */
  readonly nearest: (RiverSampling['points'][number] & Samples) | null
  /** Whether the samples arrived. If true, `nearest: null` means that there are none. */
  readonly complete: boolean
}

/** The quality of rivers around a point, from the samples of the last year. */
export const riverSamplingAt = (point: Node<Point>): Node<RiverSampling> => {
  const points = need(riverPointsNear, point)
  // From the first of a month, so that callers in the same month share cached answers; at most a year ago.
  const samples = need(samplesAt, { points, now }, ({ points, now }) =>
    points.length === 0
      ? null
      : {
          points: points.slice(0, most).map(({ id }) => id),
          since: new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth() + 1)).toISOString().slice(0, 10),
        },
  )
  return derive({ points, samples: maybe(samples) }, ({ points, samples }): RiverSampling => {
    const sampled = points.find(({ id }) => samples?.[id])
    return {
      points,
      nearest: sampled ? { ...sampled, ...samples![sampled.id]! } : null,
      complete: samples !== null || points.length === 0,
    }
  })
}

/** The sampling as it is shown. */
export const shownSampling = (sampling: Node<RiverSampling>) =>
  render(samplingShape, sampling, ({ points, nearest }) => {
    const { coordinates: _, ...sampled } = nearest ?? { coordinates: null }
    return {
      sampling_points: points.slice(0, listedAtMost),
      sampling_points_total: points.length,
      nearest_sampled: 'id' in sampled ? sampled : null,
    }
  })
