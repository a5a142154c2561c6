import { choice, date, integer, list, number, object, orNull, point, scoredAsRisk, text } from '@domesday/core'
import { geologyShapes } from '@domesday/score-environmental-risk'

const milligrams = (about: string) => orNull(number({ description: about, unit: 'mg/l' }))

export const response = {
  location: object({
    postcode: text('In its usual form'),
    coordinates: orNull(point()),
    local_authority: orNull(text('District or unitary authority')),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  geology: object(geologyShapes, 'National maps of hexagons and squares, not a survey of the site'),
  water_quality: object({
    nearest_waterbody: orNull(text('The river whose catchment this is, or the nearest estuary or coastal water')),
    waterbody_type: orNull(text('river, transitional or coastal')),
    distance_m: orNull(integer({ description: '0 inside the catchment', unit: 'm' })),
    ecological_class: orNull(text('High, Good, Moderate, Poor or Bad')),
    chemical_status: orNull(
      text('Good, Fail, or that it was not assessed. Mercury and flame retardants make nearly every water body fail'),
    ),
    classification_year: orNull(integer('Of the ecological class')),
    chemical_status_year: orNull(integer('Of the chemical status, which is not classified every year')),
    river_sampling: orNull(
      object(
        {
          sampling_point: text('By its name in the archive'),
          distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
          samples: integer('Days of sampling in the last year'),
          newest: date('Day of the newest sample'),
          ammonia_mg_l: milligrams('Mean ammoniacal nitrogen'),
          dissolved_oxygen_pct: orNull(number({ description: 'Mean, of saturation', unit: '%' })),
          phosphate_mg_l: milligrams('Mean orthophosphate, as phosphorus'),
          nitrate_mg_l: milligrams('Mean nitrate, as nitrogen'),
        },
        'The nearest sampled point in a river within five kilometres',
      ),
    ),
  }),
  air_quality: object({
    daily_air_quality_index: integer({
      description: 'The worst of the pollutants, by the national index',
      minimum: 1,
      maximum: 10,
    }),
    band: choice(
      ['low', 'moderate', 'high', 'very high'],
      'The index in a word: low to 3, moderate to 6, high to 9, very high at 10',
    ),
    pollutants: list(
      object({
        pollutant: choice(
          ['NO2', 'O3', 'PM2.5', 'PM10'],
          'Nitrogen dioxide, ozone, and particles of up to 2.5 and 10 µm',
        ),
        concentration_ug_m3: number({ description: 'Mean of the hours below', unit: 'µg/m³' }),
        hours: integer({ description: 'What the index of this pollutant goes by: 1, 8 or 24', unit: 'h' }),
        index: integer({ description: 'The daily air quality index of this pollutant', minimum: 1, maximum: 10 }),
        site: text('Monitoring site'),
        distance_km: number({ description: 'To the site, as the crow flies', unit: 'km' }),
        measured_at: text({ description: 'End of the newest hour, in UTC', format: 'date-time' }),
      }),
      'Each at the nearest site within 30 kilometres that measures it now, worst first',
    ),
  }),
  risk_score: scoredAsRisk,
  carbon_intensity: object({
    intensity_gco2_kwh: orNull(
      number({ description: 'Carbon in the electricity of this half hour', unit: 'gCO2/kWh' }),
    ),
    index: orNull(text('very low, low, moderate, high or very high')),
    scope: choice(['regional', 'national'], 'national where the region is not to be had'),
    region: orNull(text("The network operator's region")),
    from: orNull(text({ description: 'Start of the half hour, in UTC', format: 'date-time' })),
  }),
}
