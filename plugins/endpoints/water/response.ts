import { choice, date, integer, list, number, object, orNull, point, scored, text } from '@domesday/core'

export const grades = ['Excellent', 'Good', 'Sufficient', 'Poor'] as const
const grade = orNull(choice(grades, 'Null where it has none: in its first seasons, or closed'))
const year = (about: string) => orNull(integer(about))
const milligrams = (about: string) => orNull(number({ description: about, unit: 'mg/l' }))

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    coordinates: orNull(point()),
    nation: text('Overflows, rivers and ratings are of England, bathing waters of England and Wales'),
  }),
  waterbody: object({
    nearest_waterbody: text(
      'The river whose catchment this is, or the nearest estuary or coastal water within ten kilometres',
    ),
    wfd_classification: orNull(
      text('Ecological class under the Water Framework Directive: High, Good, Moderate, Poor or Bad'),
    ),
    classification_year: year('Of the ecological class'),
    chemical_status: orNull(
      text('Good, Fail, or that it was not assessed. Mercury and flame retardants make nearly every water body fail'),
    ),
    chemical_status_year: year('Of the chemical status, which is not classified every year'),
    waterbody_type: text('river, transitional or coastal'),
    waterbody_id: text("The regulator's number: GB112069061240"),
    distance_m: integer({ description: '0 inside the catchment', unit: 'm' }),
  }),
  water_company: object({
    company_name: text('Who does the sewers here, by the overflows around. Water may be supplied by another'),
    water_regulator_rating: orNull(
      text('The newest rating in a word: Industry leading, Good, Requires improvement or Poor'),
    ),
    performance_score: orNull(
      number({ description: 'The rating as a share of the best there is', unit: '%', minimum: 0, maximum: 100 }),
    ),
    stars: orNull(integer('1 is the worst')),
    stars_out_of: orNull(integer('4, and 5 for years from 2026 on')),
    rating_year: year('That the rating is of'),
  }),
  storm_overflows: object({
    overflows_within_5km: integer('Overflows of sewers and works that made a return'),
    total_spill_count: orNull(
      integer('Spills in the year, by blocks of 12 and then 24 hours; null where none was counted'),
    ),
    total_spill_hours: orNull(number({ description: 'How long they spilled in the year, all added up', unit: 'h' })),
    spills_per_overflow: orNull(number('Of those that were counted')),
    overflows_counted: integer('Overflows whose monitor worked and whose spills were counted'),
    return_year: year('The newest year with returns here; null where there is no overflow'),
    water_companies: list(text(), 'Whose overflows they are, nearest first'),
  }),
  bathing_water: object({
    nearest_classification: orNull(choice(grades, 'Of the nearest bathing water that has one, within 30 km')),
    sites: list(
      object({
        name: text('As designated'),
        classification: grade,
        distance_km: number({ description: 'As the crow flies', unit: 'km' }),
        coordinates: point(),
        season: year('The bathing season after which it was classified'),
        type: orNull(choice(['coastal', 'river', 'lake'], 'What water it is')),
      }),
      'The nearest five within 30 km, in England and Wales',
    ),
    sites_within_30km: integer('All of them, listed or not'),
  }),
  water_quality_score: scored,
  'storm_overflows.overflows': list(
    object({
      id: orNull(text('The same in all returns from 2024 on and on the maps of the companies')),
      site: orNull(text("By the regulator's register")),
      water_company: orNull(text('As returned')),
      type: orNull(text('Where in the sewers it is')),
      distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
      coordinates: point(),
      discharges_into: orNull(text('By its permit')),
      spill_count: orNull(integer('In the year; null where none was returned')),
      spill_hours: orNull(number({ description: 'In the year; null where none was returned', unit: 'h' })),
      monitored_pct: orNull(number({ description: 'Of the year in which its monitor worked', unit: '%' })),
      status: orNull(
        choice(
          ['discharging', 'not discharging', 'offline'],
          'Now, by the map of its company; null where it is not on it',
        ),
      ),
      status_since: orNull(text({ description: 'Since when, in UTC', format: 'date-time' })),
    }),
    'Nearest first, a hundred at most',
  ),
  river_sampling: object({
    sampling_points: list(
      object({
        id: text('Its notation in the archive'),
        name: text('Its label there'),
        distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
        coordinates: point(),
      }),
      'Points in rivers within five kilometres, nearest first, a hundred at most',
    ),
    sampling_points_total: integer('How many there are'),
    nearest_sampled: orNull(
      object(
        {
          id: text('Its notation in the archive'),
          name: text('Its label there'),
          distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
          samples: integer('Days of sampling in the last year'),
          newest: date('Day of the newest sample'),
          ammonia_mg_l: milligrams('Mean ammoniacal nitrogen'),
          dissolved_oxygen_pct: orNull(number({ description: 'Mean, of saturation', unit: '%' })),
          phosphate_mg_l: milligrams('Mean orthophosphate, as phosphorus'),
          nitrate_mg_l: milligrams('Mean nitrate, as nitrogen'),
        },
        'The nearest that was sampled in the last year',
      ),
    ),
  }),
}
