import { choice, date, integer, list, number, object, orNull, point, scored, table, text } from '@domesday/core'
import { ratings, ratingStates } from '@domesday/source-cqc'

const basis = orNull(
  object(
    {
      area: choice(['district', 'county', 'region', 'England'], 'The smallest area that has the figure'),
      period: orNull(text('As published')),
    },
    'Null where there is no figure',
  ),
)

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    nation: text('The indicators, ratings and prescribing are of England; GP practices are known in Wales too'),
    coordinates: orNull(point()),
  }),
  indicators: object({
    life_expectancy_male: orNull(number({ description: 'At birth', unit: 'years' })),
    life_expectancy_female: orNull(number({ description: 'At birth', unit: 'years' })),
    obesity_pct: orNull(number({ description: 'Adults', unit: '%' })),
    smoking_pct: orNull(number({ description: 'Adults', unit: '%' })),
    basis: object(
      {
        life_expectancy_male: basis,
        life_expectancy_female: basis,
        obesity_pct: basis,
        smoking_pct: basis,
      },
      'What area and period each figure is of',
    ),
  }),
  care_providers: list(
    object({
      name: text('As registered'),
      type: choice(['gp', 'hospital', 'care home', 'dentist'], 'By what it is registered to do'),
      rating: orNull(
        choice(ratings, 'Latest overall rating of the regulator; null where there is none, as its status then says'),
      ),
      rated_on: orNull(date('Day on which the rating was published')),
      rating_status: choice(
        ratingStates,
        'rated: as a whole; rated_per_service: the regulator rates its services one by one, and not the whole; not_rated: no rating is published, as for every dentist; unknown: the regulator, or its file of ratings per service, is not known here',
      ),
      service_ratings: orNull(
        list(
          object({
            service: text("The regulator's name of the service"),
            rating: choice(ratings, 'Latest rating of the service'),
            rated_on: orNull(date('Day on which the rating was published')),
          }),
          'Of its services, where the whole is not rated; null where the status is unknown',
        ),
      ),
      postcode: orNull(text('Its own')),
      distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
      coordinates: point('WGS84 coordinates; of the postcode where only the NHS register knows it'),
      cqc_location_id: orNull(text("The regulator's number, which its own pages go by")),
      ods_code: orNull(text('NHS code of the organisation')),
      sources: list(text(), 'The registers that know it'),
    }),
    'Nearest first, a hundred at most',
  ),
  care_providers_summary: object({
    within_m: integer({ description: 'Providers are counted and listed within this distance', unit: 'm' }),
    total: integer('Of all kinds'),
    by_type: table(integer(), 'Providers by type; one that no register here knows is left out'),
    by_rating: orNull(table(integer(), 'Providers rated as a whole, by rating; null where the regulator is another')),
    by_rating_status: table(integer(), 'Providers by the status of their rating'),
  }),
  prescribing: object({
    practices_nearby: integer('GP practices on the NHS register that are open within the distance'),
    within_m: integer({ description: 'Practices count as nearby within this distance', unit: 'm' }),
  }),
  service_quality_score: scored,
  'prescribing.month': text('The month that items and costs are of, YYYY-MM; absent where no practice is near'),
  'prescribing.total_items': integer(
    'Items that the practices nearby prescribed in the month, wherever they were dispensed',
  ),
  'prescribing.total_cost': number({ description: 'Actual cost of all these items', unit: 'GBP' }),
  'prescribing.top_items': list(
    object({
      name: text('Chemical substance'),
      items: integer('Prescribed in the month'),
      cost: number({ description: 'Actual cost', unit: 'GBP' }),
    }),
    'What was prescribed most, twenty substances at most',
  ),
}
