import {
  choice,
  dataset,
  drawn,
  flag,
  integer,
  list,
  numeric,
  object,
  orNull,
  point,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Point,
  type Sent,
  type Shape,
} from '@domesday/core'

const flow = (about: string) => orNull(integer({ description: about, unit: 'vehicles/day' }))
const nearFields = drawn(
  object({
    count_point_id: text("The department's number of the count point"),
    road_name: text('U and C are minor roads without a number'),
    road_type: choice(['major', 'minor'], 'major: motorways and A roads'),
    between: orNull(list(text(), 'The junctions that the figure holds between; null for minor roads')),
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
    counted: orNull(
      flag(
        'Counted in that year; otherwise estimated from earlier counts or similar roads; null where that is not said',
      ),
    ),
    distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
  }),
  'map',
  { title: 'road_name', kind: 'road_type', amount: 'all_motor_vehicles', distance: 'distance_m', at: 'coordinates' },
)
export interface CountPointNear extends Of<typeof nearFields> {}
const nearShape: Shape<CountPointNear> = nearFields

/** Vehicles per day, averaged over a year, both directions together. */
export interface Flow {
  readonly all: number
  readonly cars: number | null
  readonly buses: number | null
  readonly vans: number | null
  readonly lorries: number | null
  readonly motorcycles: number | null
  /** Not included in `all`. */
  readonly cycles: number | null
}

/** A point on a road where traffic is counted, with its newest year. */
export interface CountPoint {
  readonly id: string
  /** `M62`, `A57`; minor roads have `U` or `C`. */
  readonly road: string
  readonly major: boolean
  /** The figure is valid between these junctions; null for minor roads. */
  readonly from: string | null
  readonly to: string | null
  readonly year: number
  /** Counted by people or machines in that year; otherwise estimated from earlier counts or similar roads. */
  readonly counted: boolean | null
  readonly flow: Flow
  readonly at: Point
}

const { scalar, often } = sent
// Held against recorded rows, as the publisher states no schema. A file without the kinds of roads and of figures has
// changed.
const rowWire = wire({
  road_type: often(scalar),
  estimation_method: often(scalar),
  count_point_id: scalar,
  road_name: scalar,
  year: scalar,
  latitude: scalar,
  longitude: scalar,
  start_junction_road_name: scalar,
  end_junction_road_name: scalar,
  all_motor_vehicles: scalar,
  cars_and_taxis: scalar,
  buses_and_coaches: scalar,
  lgvs: scalar,
  all_hgvs: scalar,
  two_wheeled_motor_vehicles: scalar,
  pedal_cycles: scalar,
  // The same in other releases, which write two columns so.
  LGVs: scalar,
  all_HGVs: scalar,
  ...sent.unread('id', 'region_id', 'region_name', 'region_ons_code', 'local_authority_id', 'local_authority_name'),
  ...sent.unread('local_authority_code', 'road_category', 'easting', 'northing', 'link_length_km', 'link_length_miles'),
  ...sent.unread('estimation_method_detailed', 'hgvs_2_rigid_axle', 'hgvs_3_rigid_axle', 'hgvs_4_or_more_rigid_axle'),
  ...sent.unread('hgvs_3_or_4_articulated_axle', 'hgvs_5_articulated_axle', 'hgvs_6_articulated_axle'),
  ...sent.unread('HGVs_2_rigid_axle', 'HGVs_3_rigid_axle', 'HGVs_4_or_more_rigid_axle'),
  ...sent.unread('HGVs_3_or_4_articulated_axle', 'HGVs_5_articulated_axle', 'HGVs_6_articulated_axle'),
})

/** Releases spell column names in different cases. */
const folded = (row: object): Sent<typeof rowWire> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))

const countings: Readonly<Record<string, boolean>> = { counted: true, estimated: false }

export const countPointOf = (row: object): CountPoint | null => {
  const w = folded(row)
  const id = stated(w.count_point_id),
    road = stated(w.road_name),
    type = stated(w.road_type)?.toLowerCase()
  const year = numeric(w.year),
    all = numeric(w.all_motor_vehicles)
  const lat = numeric(w.latitude),
    lng = numeric(w.longitude)
  if (id === null || road === null || year === null || all === null || lat === null || lng === null) return null
  if (type !== 'major' && type !== 'minor') return null
  return {
    id,
    road,
    major: type === 'major',
    from: stated(w.start_junction_road_name),
    to: stated(w.end_junction_road_name),
    year,
    counted: countings[stated(w.estimation_method)?.toLowerCase() ?? ''] ?? null,
    flow: {
      all,
      cars: numeric(w.cars_and_taxis),
      buses: numeric(w.buses_and_coaches),
      vans: numeric(w.lgvs),
      lorries: numeric(w.all_hgvs),
      motorcycles: numeric(w.two_wheeled_motor_vehicles),
      cycles: numeric(w.pedal_cycles),
    },
    at: { lat, lng },
  }
}

export const dftRoadTraffic = dataset({
  id: 'dft-road-traffic',
  title: 'Road traffic statistics',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Department for Transport, licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales', 'Scotland'],
  coverage: 'Average daily traffic at some 45,000 points of Great Britain: all major roads, a sample of minor ones',
  pull: [
    {
      part: '',
      wire: rowWire,
      addresses: () => ['/dft-statistics/road-traffic/downloads/data-gov-uk/dft_traffic_counts_aadf.zip'],
      as: 'csv',
      zip: /\.csv$/i,
    },
  ],
  // The file has a row for every year since 2000.
  row: countPointOf,
  key: ({ id }) => id,
  newer: (old, next) => (next.year >= old.year ? next : old),
  place: ({ at }) => at,
  version: 2,
})

export interface Around {
  readonly at: Point
  readonly km: number
  /** Ignores figures of earlier years. */
  readonly since: number
  readonly most: number
}

const whole = (figure: number | null): number | null => figure && Math.round(figure)

const nearOf = ({ flow, ...point }: CountPoint, km: number): CountPointNear => ({
  count_point_id: point.id,
  road_name: point.road,
  road_type: point.major ? 'major' : 'minor',
  between: point.from !== null && point.to !== null ? [point.from, point.to] : null,
  distance_m: Math.round(km * 1000),
  coordinates: point.at,
  year: Math.round(point.year),
  all_motor_vehicles: Math.round(flow.all),
  cars_and_taxis: whole(flow.cars),
  buses_and_coaches: whole(flow.buses),
  vans: whole(flow.vans),
  lorries: whole(flow.lorries),
  motorcycles: whole(flow.motorcycles),
  pedal_cycles: whole(flow.cycles),
  counted: point.counted,
})

/** The nearest count point of each road. Unnumbered roads share their names, so each of their points counts. */
export const flowsNear = dftRoadTraffic.ask(
  'flows',
  (rows, { at, km, since, most }: Around) => {
    const found: CountPointNear[] = []
    for (const { km: away, ...point } of rows.near(at, km)) {
      if (found.length === most) break
      const known = point.major && found.some(({ road_name }) => road_name === point.road)
      if (point.year >= since && !known) found.push(nearOf(point, away))
    }
    return found
  },
  { version: 2, confidence: 'unconfirmed', digest: list(nearShape, 'Nearest first, a major road once') },
)
