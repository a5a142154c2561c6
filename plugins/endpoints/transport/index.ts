import {
  derive,
  endpoint,
  from,
  full,
  maybe,
  need,
  now,
  params,
  postcode,
  section,
  standard,
  type Of,
} from '@domesday/core'
import { flowsNear } from '@domesday/source-dft-road-traffic'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { connectivityOf } from './connectivity.ts'
import { nearestOf } from './nearest.ts'
import { response } from './response.ts'
import { tune } from './settings.ts'
import { busStopsAround, stationsAround } from './stops.ts'

const asked = params({ postcode })

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)

const { stops: stations, standIn: otherStations } = stationsAround(place, point)
const { stops: buses, standIn: otherBuses } = busStopsAround(place, point)
const connectivity = connectivityOf({ place, stations, buses, otherStations, otherBuses })

const flows = need(
  flowsNear,
  { point, tune, now },
  ({
    point,
    tune: {
      traffic: { reach_km, points, years },
    },
    now,
  }) => ({ at: point, km: reach_km, most: points, since: now.getUTCFullYear() - years }),
)

type CountPoint = Of<typeof response.traffic>['count_points'][number]

/** Public transport around a postcode, its connectivity score, and traffic on nearby roads. */
export const transport = endpoint({
  id: 'transport',
  title: 'Transport around a postcode',
  summary:
    'The nearest railway, metro and tram stations in Great Britain; from standard up bus stops and how well all of it connects the place; at full depth daily traffic on the roads around it.',
  home: import.meta.dirname,
  path: '/transport/{postcode}',
  tool: 'uk_transport_intelligence',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place: { postcode, local_authority, region, point } }) => ({
      postcode,
      local_authority,
      region,
      coordinates: point,
    })),

    nearest_stations: section({ stations, buses: maybe(from('standard', buses)) }, ({ stations, buses }) =>
      nearestOf([...stations, ...(buses ?? [])], 5).map(({ name, type, metres, at, locality, code }) => ({
        name,
        type,
        distance_m: metres,
        coordinates: at,
        locality,
        stop_code: code,
      })),
    ),

    connectivity_score: standard({ connectivity }, ({ connectivity }) => connectivity.score),
    connectivity_rating: standard({ connectivity }, ({ connectivity }) => connectivity.rating),
    connectivity: standard({ connectivity }, ({ connectivity }) => connectivity),

    traffic: full({ flows, tune }, ({ flows, tune }) => ({
      radius_km: tune.traffic.reach_km,
      count_points: flows.map(({ id, road, major, from, to, at, metres, year, counted, flow }): CountPoint => ({
        count_point_id: id,
        road_name: road,
        road_type: major ? 'major' : 'minor',
        between: from !== null && to !== null ? [from, to] : null,
        distance_m: metres,
        coordinates: at,
        year,
        all_motor_vehicles: flow.all,
        cars_and_taxis: flow.cars,
        buses_and_coaches: flow.buses,
        vans: flow.vans,
        lorries: flow.lorries,
        motorcycles: flow.motorcycles,
        pedal_cycles: flow.cycles,
        counted,
      })),
    })),
  },
})
