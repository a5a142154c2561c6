import { list, many, numeric, present, source, stated, type Point } from '@domesday/core'
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

interface Wire {
  readonly id?: string
  readonly naptanId?: string
  readonly commonName?: string
  readonly stopType?: string
  readonly modes?: readonly string[] | null
  readonly hubNaptanCode?: string
  readonly stationNaptan?: string
  readonly distance?: number
  readonly lat?: number
  readonly lon?: number
}

/**
 * Checks the kind of stop first: an Underground station may list `bus` among its modes. A cable car is none of these
 * types.
 */
const typeOf = (wire: Wire): Stop['type'] | null => {
  const { stopType } = wire,
    modes = many(wire.modes)
  if (stopType === 'NaptanPublicBusCoachTram') return modes.includes('tram') && !modes.includes('bus') ? 'tram' : 'bus'
  if (
    stopType === 'NaptanRailStation' ||
    modes.some((mode) => /^(national-rail|overground|elizabeth-line|tflrail)$/.test(mode))
  )
    return 'rail'
  return modes.some((mode) => mode === 'tube' || mode === 'dlr') ? 'metro' : modes.includes('tram') ? 'tram' : null
}

const suffixes = / (?:Rail Station|Underground Station|DLR Station|Tram Stop)$|-Underground$/

/** Stops, nearest first. Stops of one interchange or pair, or with one name, are listed once per type. */
export const stopsIn = (points: readonly Wire[], at: Point): readonly Stop[] => {
  const all = points.flatMap((w) => {
    const code = stated(w.naptanId ?? w.id),
      name = stated(w.commonName)?.replace(suffixes, ''),
      type = typeOf(w)
    const lat = numeric(w.lat),
      lng = numeric(w.lon)
    const own = lat !== null && lng !== null ? { lat, lng } : null
    const metres = own ? metresBetween(at, own) : numeric(w.distance)
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
  demands: [
    'stopPoints[].modes',
    'stopPoints[].stopType',
    'stopPoints[].commonName',
    'stopPoints[].lat',
    'stopPoints[].lon',
  ],
  path: ({ at, metres, kind }: Around) => [
    '/StopPoint',
    { lat: at.lat, lon: at.lng, radius: metres, stopTypes: stopTypes[kind], returnLines: false },
  ],
  digest: list(stopShape),
  read: ({ stopPoints }: { readonly stopPoints?: readonly Wire[] | null }, { at }) =>
    stopsIn(many(present(stopPoints, 'stopPoints')), at),
  // We have seen answers for bus stops; for stations we know only that answers exist, and their members.
  confidence: 'unconfirmed',
})
