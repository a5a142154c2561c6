import { counted, list, numeric, partly, sent, source, stated, wire, type Point, type Sent } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import { stopShape, type Stop } from '@domesday/vocabulary-stops'

export const tfl = source({
  id: 'tfl',
  title: 'Transport for London',
  home: import.meta.dirname,
  licence: 'LicenseRef-TfL-Open-Data',
  attribution:
    'Powered by TfL Open Data. Contains OS data © Crown copyright and database rights 2016 and Geomni UK Map data © and database rights 2019',
  charging: 'attribution',
  mayKeep: 'unlimited',
  terms: {
    words:
      'TfL’s own form of the Open Government Licence 2.0: commercial use is allowed, with “Powered by TfL Open Data” and the lines of OS and Geomni beside it, without TfL’s branding, and at most 500 calls a minute.',
    url: 'https://tfl.gov.uk/corporate/terms-and-conditions/transport-data-service',
  },
  covers: ['England'],
  coverage: 'Stations and bus stops of Greater London and close around it',
  auth: [{ query: 'app_key', secret: 'API_KEY' }],
  keyless: true,
  signup: 'https://api-portal.tfl.gov.uk',
})

const { text: words, scalar, must, often } = sent
// Held against the operator's Swagger document, which requires nothing: a stop means nothing without name and kind.
const stopsWire = wire({
  ...sent.unread('$type', 'centrePoint', 'pageSize', 'total', 'page'),
  stopPoints: must([
    {
      commonName: must(words),
      stopType: must(words),
      modes: often([words]),
      id: words,
      naptanId: often(words),
      hubNaptanCode: words,
      stationNaptan: words,
      distance: scalar,
      lat: often(scalar),
      lon: often(scalar),
      ...sent.unread('$type', 'indicator', 'stopLetter', 'icsCode', 'smsCode', 'platformName', 'status', 'placeType'),
      ...sent.unread('lines', 'lineGroup', 'lineModeGroups', 'children', 'childrenUrls', 'additionalProperties'),
      ...sent.unread('url', 'fullName', 'accessibilitySummary'),
    },
  ]),
})
type StopPoint = Sent<typeof stopsWire>['stopPoints'][number]

/**
 * Checks the kind of stop first: an Underground station may list `bus` among its modes. A cable car is none of these
 * types.
 */
const typeOf = ({ stopType, modes: stated }: StopPoint): Stop['type'] | null => {
  const modes = stated ?? []
  if (stopType === 'NaptanPublicBusCoachTram') return modes.includes('tram') && !modes.includes('bus') ? 'tram' : 'bus'
  if (
    stopType === 'NaptanRailStation' ||
    modes.some((mode) => /^(national-rail|overground|elizabeth-line|tflrail)$/.test(mode))
  )
    return 'rail'
  return modes.some((mode) => mode === 'tube' || mode === 'dlr') ? 'metro' : modes.includes('tram') ? 'tram' : null
}

const suffixes = / (?:Rail Station|Underground Station|DLR Station|Tram Stop)$|-Underground$/

const codeOf = ({ naptanId, id }: StopPoint): string | null => stated(naptanId ?? id)
const placeOf = ({ lat, lon }: StopPoint): Point | null => {
  const [north, east] = [numeric(lat), numeric(lon)]
  return north === null || east === null ? null : { lat: north, lng: east }
}

/** Stops, nearest first. Stops of one interchange or pair, or with one name, are listed once per type. */
export const stopsIn = (points: readonly StopPoint[], at: Point): readonly Stop[] => {
  const all = points.flatMap((w) => {
    const code = codeOf(w),
      name = stated(w.commonName)?.replace(suffixes, ''),
      type = typeOf(w)
    const { distance } = w,
      own = placeOf(w)
    const metres = own ? metresBetween(at, own) : numeric(distance)
    if (code === null || name === undefined || type === null || metres === null) return []
    const group = type === 'bus' ? w.stationNaptan : (w.hubNaptanCode ?? w.stationNaptan)
    return [
      {
        group: `${type} ${stated(group) ?? code}`,
        // The service states no locality.
        stop: { stop_code: code, name, type, locality: null, coordinates: own, distance_m: Math.round(metres) },
      },
    ]
  })
  const seen = new Set<string>()
  return all
    .toSorted((a, b) => a.stop.distance_m - b.stop.distance_m)
    .flatMap(({ group, stop }) => {
      const name = `${stop.type} ${stop.name}`
      const known = seen.has(group) || seen.has(name)
      seen.add(group).add(name)
      return known ? [] : [stop]
    })
}

const stopTypes = { stations: 'NaptanMetroStation,NaptanRailStation', buses: 'NaptanPublicBusCoachTram' }

export interface Around {
  readonly at: Point
  readonly metres: number
  readonly kind: keyof typeof stopTypes
}

/**
 * Stations or bus stops within a distance. Outside the service's area the list is empty, as it is if nothing is near.
 */
export const stopsNear = tfl.get('stops', {
  wire: stopsWire,
  path: ({ at, metres, kind }: Around) => [
    '/StopPoint',
    { lat: at.lat, lon: at.lng, radius: metres, stopTypes: stopTypes[kind], returnLines: false },
  ],
  digest: list(stopShape),
  read: ({ stopPoints }, { at }) => {
    const stops = stopsIn(stopPoints, at)
    const lost = stopPoints.filter(
      (one) => codeOf(one) === null || (placeOf(one) === null && numeric(one.distance) === null),
    ).length
    return lost === 0 ? stops : partly(stops, `${counted(lost, 'stop')} without a code or a place left out`)
  },
  // We have seen answers for bus stops; for stations we know only that answers exist, and their members.
  confidence: 'unconfirmed',
})
