import {
  asRisk,
  endpoint,
  field,
  full,
  omit,
  pick,
  render,
  scoredAsRisk,
  section,
  some,
  standard,
} from '@domesday/core'
import { environmentAt, geologyIn } from '@domesday/score-environmental-risk'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { atPostcode } from '@domesday/subject-postcode'
import { waterOf, waterShape } from './water.ts'

const { place, subject } = atPostcode()
const { flood, ground, shrinkSwell, radon, air, waterbody, sampling, risk } = environmentAt(place)
const carbon = carbonAt(place)

/** Environmental risks of a place from water, ground and air. */
export const environment = endpoint({
  id: 'environment',
  title: 'Environmental risk',
  summary:
    'Flood risk with the warnings in force, ground hazards and radon at a postcode; from standard up water and air quality, and a risk score with its factors; at full depth the carbon in its electricity.',
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

    water_quality: standard(render(waterShape, some({ waterbody, sampling }), waterOf)),

    air_quality: standard(omit(air, 'around')),

    risk_score: standard(render(scoredAsRisk, risk, asRisk)),

    carbon_intensity: full(pick(carbon, 'intensity_gco2_kwh', 'index', 'scope', 'from'), {
      region: field(carbon, 'region', "The network operator's region"),
    }),
  },
})
