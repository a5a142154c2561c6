import {
  derive,
  described,
  drawn,
  flag,
  integer,
  list,
  many,
  maybe,
  need,
  now,
  object,
  orNull,
  point,
  present,
  render,
  source,
  stated,
  table,
  text,
  type Node,
  type Of,
  type Point,
} from '@domesday/core'
import { fromGrid, metresBetween } from '@domesday/vocabulary-geography'
import {
  determinands,
  measuredIn,
  measuredShape,
  samplesFields,
  samplesIn,
  samplesShape,
  type Concept,
  type Measured,
  type ObservationWire,
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

interface PointWire {
  readonly notation?: string
  readonly prefLabel?: string
  readonly altLabel?: string
  readonly geometry?: { readonly asWKT?: string }
  readonly samplingPointStatus?: Concept
  readonly samplingPointType?: Concept
}
interface Members<T> {
  readonly totalItems?: number | string
  readonly member?: readonly T[] | T
}
/** An empty list may leave its members out, but then says that it is empty. */
const membersIn = <W>({ totalItems, member }: Members<W>): W | readonly W[] | null =>
  present(member ?? (Number(totalItems) === 0 ? [] : undefined), 'member')

/** `POINT(x y) <…/EPSG/0/27700>`: national grid metres or longitude and latitude, by the number at the end. */
export const pointIn = (wkt: string | undefined): Point | null => {
  const [, x, y, rest = ''] = /POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)(.*)/i.exec(wkt ?? '') ?? []
  if (x === undefined || y === undefined) return null
  // Treat coordinates above 90 as grid metres: no grid reference in England is within 90 metres of the origin.
  return /27700/.test(rest) || Math.abs(Number(y)) > 90
    ? fromGrid(Number(x), Number(y))
    : { lat: Number(y), lng: Number(x) }
}

const isOpenRiver = ({ samplingPointStatus: status, samplingPointType: type }: PointWire): boolean =>
  status?.notation !== 'C' && (type?.prefLabel === undefined || /^FRESHWATER - RIVERS/i.test(type.prefLabel))

const reach = 5 // km

/** Open sampling points in rivers within 5 km, nearest first; `[]` if none. The service refuses plain JSON. */
export const riverPointsNear = eaWaterQuality.get('points', {
  demands: ['member[].notation', 'member[].geometry.asWKT'],
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
  read: (wire: Members<PointWire>, asked) =>
    many(membersIn(wire))
      .flatMap((wire) => {
        const notation = stated(wire.notation),
          at = pointIn(wire.geometry?.asWKT)
        if (notation === null || at === null || !isOpenRiver(wire)) return []
        return [
          {
            id: notation,
            name: stated(wire.prefLabel ?? wire.altLabel) ?? notation,
            coordinates: at,
            distance_m: Math.round(metresBetween(asked, at)),
          },
        ]
      })
      .toSorted((a, b) => a.distance_m - b.distance_m),
  confidence: 'unconfirmed',
})

interface Sampled {
  readonly points: readonly string[]
  readonly since: string
}
const pageSize = 250 // the service refuses a higher limit

/** A page of results since a day, at some sampling points. */
export const observations = eaWaterQuality.get('observations', {
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
  read: (wire: Members<ObservationWire>) => {
    const found = many(membersIn(wire))
    return { measured: found.flatMap(measuredIn), more: found.length >= pageSize }
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
