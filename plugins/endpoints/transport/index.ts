import {
  endpoint,
  field,
  figure,
  from,
  full,
  list,
  maybe,
  need,
  now,
  pick,
  render,
  section,
  standard,
} from '@domesday/core'
import { flowsNear } from '@domesday/source-dft-road-traffic'
import { atPostcode } from '@domesday/subject-postcode'
import { nearestOf, stopShape } from '@domesday/vocabulary-stops'
import { connectivityOf } from './connectivity.ts'
import { tune } from './settings.ts'
import { busStopsAround, stationsAround } from './stops.ts'

const { place, point, subject } = atPostcode()

const stations = stationsAround(place, point)
const buses = busStopsAround(place, point)
const connectivity = connectivityOf({ place, stations, buses })
const flows = need(flowsNear, { point, tune, now }, ({ point, tune: { traffic }, now }) => ({
  at: point,
  km: traffic.reach_km,
  most: traffic.points,
  since: now.getUTCFullYear() - traffic.years,
}))

const stopsShape = list(
  stopShape,
  'The nearest of each type first taken, then the nearest of all, five in all, by distance. Bus stops come with standard',
)

/** Public transport around a postcode, its connectivity score, and traffic on nearby roads. */
export const transport = endpoint({
  id: 'transport',
  title: 'Transport around a postcode',
  summary:
    'The nearest railway, metro and tram stations in Great Britain; from standard up bus stops and how well all of it connects the place; at full depth daily traffic on the roads around it.',
  home: import.meta.dirname,
  path: '/transport/{postcode}',
  tool: 'uk_transport_intelligence',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'region'), {
      local_authority: field(place, 'local_authority', 'District, unitary authority or council area'),
      coordinates: field(place, 'point'),
    }),

    nearest_stations: section(
      render(
        stopsShape,
        { stations: stations.stops, buses: maybe(from('standard', buses.stops)) },
        ({ stations, buses }) => nearestOf([...stations, ...(buses ?? [])], 5),
      ),
    ),

    connectivity_score: standard(field(connectivity, 'score', '0 to 100; null where too little is known')),
    connectivity_rating: standard(field(connectivity, 'rating', 'EXCELLENT, GOOD, MODERATE or LIMITED')),
    connectivity: standard(connectivity),

    traffic: full('Annual average daily flow where traffic is counted near by', {
      radius_km: render(figure('km', 'How far was looked'), tune, ({ traffic }) => traffic.reach_km),
      count_points: flows,
    }),
  },
})
