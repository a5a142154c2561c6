import {
  asRisk,
  endpoint,
  field,
  full,
  integer,
  object,
  orNull,
  pick,
  render,
  scoredAsRisk,
  section,
  some,
  standard,
  text,
} from '@domesday/core'
import { environmentAt, geologyIn } from '@domesday/score-environmental-risk'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { shownWaterbody } from '@domesday/source-ea-catchment-data'
import { samplesFields, shownSampling } from '@domesday/source-ea-water-quality'
import { airAround } from '@domesday/source-uk-air'
import { atPostcode } from '@domesday/subject-postcode'

const { place, subject } = atPostcode()
const { point, flood, ground, shrinkSwell, rocks, radon, mining, landfill, air, waterbody, sampling, risk } =
  environmentAt(place)
const carbon = carbonAt(place)

const known = some({ waterbody: shownWaterbody(waterbody), sampling: shownSampling(sampling) })
const body = field(known, 'waterbody')
const sampledShape = object(
  {
    sampling_point: text('By its name in the archive'),
    distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
    ...samplesFields,
  },
  'The nearest sampled point in a river within five kilometres',
)
const sampled = render(orNull(sampledShape), known, ({ sampling }) => {
  if (!sampling?.nearest_sampled) return null
  const { id: _, name, ...rest } = sampling.nearest_sampled
  return { sampling_point: name, ...rest }
})

/** Environmental risks of a place from water, ground and air. */
export const environment = endpoint({
  id: 'environment',
  title: 'Environmental risk',
  summary:
    'Flood risk with the warnings in force, ground hazards and radon at a postcode; from standard up rocks, coal mining, landfill, water and air quality, and a risk score with its factors; at full depth the carbon in its electricity.',
  home: import.meta.dirname,
  path: '/environment/{postcode}',
  tool: 'uk_environmental_risk',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'local_authority', 'nation'), { coordinates: field(place, 'point') }),

    flood: section(flood),

    geology: section(
      'National maps of hexagons and squares, not a survey of the site',
      geologyIn(some({ ground, shrinkSwell, radon })),
    ),

    'geology.bedrock': standard(field(rocks, 'bedrock', 'At the point itself, on the map at 1:625,000')),
    'geology.superficial_deposits': standard(
      field(rocks, 'superficial_deposits', 'What lies on the bedrock at the point itself; empty where nothing does'),
    ),
    mining: standard('Coal mining at the point. An answer is no coal mining report', mining),
    landfill: standard('Landfill sites that are known within 250 m', landfill),

    water_quality: standard(
      pick(body, 'waterbody_type', 'distance_m', 'chemical_status', 'classification_year', 'chemical_status_year'),
      {
        nearest_waterbody: field(
          body,
          'nearest_waterbody',
          'The river whose catchment this is, or the nearest estuary or coastal water',
        ),
        ecological_class: field(body, 'wfd_classification', 'High, Good, Moderate, Poor or Bad'),
        river_sampling: sampled,
      },
    ),

    air_quality: standard(airAround(point)),
    air_quality_annual: standard('The air of the newest year, by a model', air),

    risk_score: standard(render(scoredAsRisk, risk, asRisk)),

    carbon_intensity: full(pick(carbon, 'intensity_gco2_kwh', 'index', 'scope', 'from'), {
      region: field(carbon, 'region', "The network operator's region"),
    }),
  },
})
