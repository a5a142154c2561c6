import { choice, flag, integer, list, number, object, optional, orNull, point, table, text } from '@domesday/core'
import { levelShapes } from '@domesday/source-ea-flood-risk'

const code = orNull(text('GSS code'))
const period = orNull(text('As published'))
const labourBasis = orNull(
  object(
    {
      level: choice(['neighbourhood', 'district', 'region', 'nation'], 'The smallest area that has the figure'),
      area: orNull(text('Name of that area')),
      period,
    },
    'Null where there is no figure',
  ),
)
const healthBasis = orNull(
  object(
    {
      area: choice(['district', 'county', 'region', 'England'], 'The smallest area that has the figure'),
      period,
    },
    'Null where there is no figure',
  ),
)

export const response = {
  location: object({
    postcode: text('In its usual form'),
    coordinates: orNull(point()),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
    region: text('One of the nine English regions, or else the nation'),
    constituency: orNull(text('Westminster constituency, boundaries of 2024')),
    admin: object({
      ward: orNull(text('Electoral ward')),
      local_authority: orNull(text('District or unitary authority')),
      county: orNull(text('County, where there are two tiers')),
      parish: orNull(text('Civil parish or community')),
      police_force_area: orNull(text('Police force area')),
    }),
    lsoa: orNull(text('Neighbourhood of about 1,500 people, census of 2021')),
    msoa: orNull(text('Neighbourhood of about 8,000 people, census of 2021')),
    codes: object({ local_authority: code, ward: code, constituency: code, lsoa: code, msoa: code }),
  }),
  crime: object({
    radius_m: integer({ description: 'Crimes are counted within this distance', unit: 'm' }),
    total_crimes: integer('Recorded in the months below'),
    rows_unread: optional(integer('Crimes that could not be read and are not counted; present where there are any')),
    by_category: table(integer(), 'Crimes by category, most frequent first'),
    months: list(
      text('Month, YYYY-MM'),
      'The months that the counts are of, newest first: twelve, unless some were not published',
    ),
    note: orNull(text('Why the counts of this area are short, where they are known to be')),
  }),
  'crime.newest_month': object({
    month: text('YYYY-MM, the newest of the months that are counted'),
    total_crimes: integer('Recorded in this month'),
    total_places: integer('Map points at which any was recorded'),
    places: list(
      object({
        street: orNull(text('As the police call the point: a street, or a kind of place such as a car park')),
        coordinates: point(),
        distance_m: integer({ description: 'From the postcode', unit: 'm' }),
        crimes: integer('Recorded in this month at this point'),
        commonest_category: text('The category with the most of them; of equals the first by name'),
      }),
      'The map points with the most crimes first, the nearer of equals first, 25 at most. A point is not the scene of ' +
        'a crime: to protect those concerned, the police move each to the nearest of some 750,000 fixed points of the country, such as the middle of a street',
    ),
  }),
  'environment.flood': object({
    ...levelShapes,
    active_warnings: orNull(
      list(
        object({
          area: text('Code of the flood area'),
          name: orNull(text('Name of the flood area')),
          severity: choice(
            ['Severe flood warning', 'Flood warning', 'Flood alert'],
            'Danger to life; flooding is expected; flooding is possible',
          ),
          covers_postcode: orNull(flag('Whether its area holds this postcode')),
          raised_at: orNull(text({ description: 'When it was raised, in UTC', format: 'date-time' })),
        }),
        'In force within ten kilometres, and alerts from farther off that cover the postcode; those that do come first',
      ),
    ),
  }),
  'services.food_hygiene': object({
    radius_m: integer({ description: 'Premises are counted within this distance', unit: 'm' }),
    total_nearby: integer('Food premises within the distance'),
    rows_unread: optional(integer('Premises whose rating could not be read; present where there are any')),
    average_rating: orNull(number({ description: 'Mean of the stars, where there are any', minimum: 0, maximum: 5 })),
    by_rating: table(integer(), 'Premises by stars, 0 to 5'),
    without_rating: table(integer(), 'Premises by what they have in place of stars: Scotland rates in words'),
  }),
  'environment.carbon_intensity': object({
    intensity_gco2_kwh: orNull(
      number({ description: 'Carbon in the electricity of this half hour', unit: 'gCO2/kWh' }),
    ),
    index: orNull(text('very low, low, moderate, high or very high')),
    scope: choice(['regional', 'national'], 'national where the region is not to be had'),
    region: orNull(text("The network operator's region")),
    from: orNull(text({ description: 'Start of the half hour, in UTC', format: 'date-time' })),
  }),
  labour_market: object({
    claimant_count: orNull(integer('People who claim benefits for being out of work')),
    claimant_rate_pct: orNull(number({ description: 'Of residents aged 16 to 64', unit: '%' })),
    employment_rate_pct: orNull(number({ description: 'Residents aged 16 to 64 in work', unit: '%' })),
    median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
    basis: object(
      { claimant_count: labourBasis, employment_rate_pct: labourBasis, median_weekly_earnings: labourBasis },
      'What area and period each figure is of',
    ),
  }),
  health: object({
    life_expectancy_male: orNull(number({ description: 'At birth', unit: 'years' })),
    life_expectancy_female: orNull(number({ description: 'At birth', unit: 'years' })),
    obesity_pct: orNull(number({ description: 'Adults', unit: '%' })),
    smoking_pct: orNull(number({ description: 'Adults', unit: '%' })),
    basis: object(
      {
        life_expectancy_male: healthBasis,
        life_expectancy_female: healthBasis,
        obesity_pct: healthBasis,
        smoking_pct: healthBasis,
      },
      'What area and period each figure is of',
    ),
  }),
}
