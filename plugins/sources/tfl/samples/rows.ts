/** The radius search over the stops of `stops.yaml`. */
import { metresBetween } from '@domesday/vocabulary-geography'
import { numberIn, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly id: string
  readonly name: string
  readonly modes: readonly string[]
  readonly lat: number
  readonly lon: number
  readonly hub?: string
  readonly area?: string
  readonly stop?: string
}

const rows = yamlRows<Row>(import.meta.dirname, 'stops.yaml')
const entity = (name: string): string => `Tfl.Api.Presentation.Entities.${name}, Tfl.Api.Presentation.Entities`
const typeOf = ({ id }: Row): string =>
  id.startsWith('940G')
    ? 'NaptanMetroStation'
    : id.startsWith('910G')
      ? 'NaptanRailStation'
      : 'NaptanPublicBusCoachTram'

/** Members that do not apply are absent. */
const wire = (row: Row, distance: number): object => ({
  $type: entity('StopPoint'),
  naptanId: row.id,
  ...(row.stop !== undefined && { indicator: `Stop ${row.stop}`, stopLetter: row.stop }),
  modes: row.modes,
  stopType: typeOf(row),
  ...((row.area ?? (row.hub && row.id)) && { stationNaptan: row.area ?? row.id }),
  ...(row.hub !== undefined && { hubNaptanCode: row.hub }),
  lines: [],
  lineGroup: [],
  lineModeGroups: [],
  status: true,
  id: row.id,
  commonName: row.name,
  distance,
  placeType: 'StopPoint',
  additionalProperties: [],
  children: [],
  lat: row.lat,
  lon: row.lon,
})

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/StopPoint') return null
  const centre = { lat: numberIn(query, 'lat', NaN), lng: numberIn(query, 'lon', NaN) }
  const types = (query.get('stopTypes') ?? '').split(',').filter((type) => type !== '')
  if (types.length === 0 || Number.isNaN(centre.lat + centre.lng)) {
    return {
      status: 400,
      json: {
        $type: entity('ApiError'),
        timestampUtc: '2026-10-15T09:00:00Z',
        exceptionType: 'ApiArgumentException',
        httpStatusCode: 400,
        httpStatus: 'BadRequest',
        relativeUri: path,
        message: 'Supplied parameters are invalid',
      },
    }
  }
  const near = rows
    .map((row) => ({ row, distance: metresBetween(centre, { lat: row.lat, lng: row.lon }) }))
    .filter(({ row, distance }) => types.includes(typeOf(row)) && distance <= numberIn(query, 'radius', 200))
  return {
    json: {
      $type: entity('StopPointsResponse'),
      centrePoint: [centre.lat, centre.lng],
      stopPoints: near.toSorted((a, b) => a.distance - b.distance).map(({ row, distance }) => wire(row, distance)),
      pageSize: 0,
      total: 0,
      page: 0,
    },
  }
}
