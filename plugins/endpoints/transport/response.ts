import { choice, flag, integer, list, number, object, orNull, point, scored, text } from '@domesday/core'

const flow = (about: string) => orNull(integer({ description: about, unit: 'vehicles/day' }))

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District, unitary authority or council area')),
    region: text('One of the nine English regions, or else the nation'),
    coordinates: orNull(point()),
  }),
  nearest_stations: list(
    object({
      name: text('As passengers know it'),
      type: choice(['rail', 'bus', 'metro', 'tram'], 'What stops there'),
      distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
      coordinates: orNull(point()),
      locality: orNull(text('Town, village or quarter; not stated in London')),
      stop_code: text('National code of the stop, or of the area of a station'),
    }),
    'The nearest of each type first taken, then the nearest of all, five in all, by distance. Bus stops come with standard',
  ),
  connectivity_score: orNull(
    integer({ description: '0 to 100; null where too little is known', minimum: 0, maximum: 100 }),
  ),
  connectivity_rating: orNull(text('EXCELLENT, GOOD, MODERATE or LIMITED')),
  connectivity: scored,
  traffic: object(
    {
      radius_km: number({ description: 'How far was looked', unit: 'km' }),
      count_points: list(
        object({
          count_point_id: text("The department's number of the count point"),
          road_name: text('U and C are minor roads without a number'),
          road_type: choice(['major', 'minor'], 'major: motorways and A roads'),
          between: orNull(list(text(), 'The junctions that the figure holds between; null for minor roads')),
          distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
          coordinates: point(),
          year: integer('The year that the figures are of'),
          all_motor_vehicles: integer({
            description: 'Average of all days of the year, both directions',
            unit: 'vehicles/day',
          }),
          cars_and_taxis: flow('Among all motor vehicles, as are the next four'),
          buses_and_coaches: flow('Buses and coaches'),
          vans: flow('Light goods vehicles'),
          lorries: flow('Heavy goods vehicles'),
          motorcycles: flow('Motorcycles and mopeds'),
          pedal_cycles: flow('Not among the motor vehicles'),
          counted: flag('Counted in that year; otherwise estimated from earlier counts or similar roads'),
        }),
        'Nearest first, a major road once',
      ),
    },
    'Annual average daily flow where traffic is counted near by',
  ),
}
