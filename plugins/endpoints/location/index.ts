import {
  derive,
  endpoint,
  field,
  full,
  group,
  integer,
  maybe,
  need,
  omit,
  pick,
  section,
  standard,
  unpriced,
} from '@domesday/core'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { residentsIn } from '@domesday/source-census-residents'
import { warningsAround, warningsAt } from '@domesday/source-ea-flood-monitoring'
import { postcodeRisk } from '@domesday/source-ea-flood-postcodes'
import { floodAt, likelihoodAt } from '@domesday/source-ea-flood-risk'
import { healthOf, indicatorsCompared, indicatorsShown } from '@domesday/source-fingertips'
import { foodAround } from '@domesday/source-fsa-food-hygiene'
import { basisOf, labourCompared, labourMarketOf } from '@domesday/source-nomis'
import { outputAreasIn } from '@domesday/source-ons-output-areas'
import { crimeRateOf, crimeYear, noteOf } from '@domesday/source-police-uk'
import { atPostcode } from '@domesday/subject-postcode'

const { asked, place, point, subject } = atPostcode({
  radius_m: integer({
    description: 'Bounds crime and food premises',
    unit: 'm',
    minimum: 100,
    maximum: 5000,
    default: 1000,
  }),
})
const area = derive({ asked, point }, ({ asked, point }) => ({ at: point, metres: asked.radius_m }))

const codes = field(place, 'codes')
const crime = crimeYear(area, place)
const food = need(foodAround, area)
const warnings = warningsAt(point)
const flood = floodAt(point, likelihoodAt(point, field(place, 'postcode'), postcodeRisk), warnings)
const carbon = carbonAt(place)

const health = healthOf(place)
const labour = labourMarketOf(place)
const claimants = field(labour, 'claimants'),
  employment = field(labour, 'employment'),
  earnings = field(labour, 'earnings')

/** What is at a postcode and around it, without a score. The simplest endpoint, and the model for new ones. */
export const location = endpoint({
  id: 'location',
  title: 'Location profile',
  summary:
    'Where a postcode is, with its codes; from standard up the crime of a year, flood risk and food hygiene around it; at full depth where that crime was, carbon intensity, labour market and health.',
  home: import.meta.dirname,
  path: '/location/{postcode}',
  tool: 'uk_location_intelligence',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'nation', 'region', 'constituency', 'lsoa', 'msoa'), {
      coordinates: field(place, 'point'),
      admin: {
        ward: field(place, 'ward'),
        local_authority: field(place, 'local_authority'),
        county: field(place, 'county'),
        parish: field(place, 'parish'),
        police_force_area: field(place, 'police'),
      },
      codes: pick(codes, 'local_authority', 'ward', 'constituency', 'lsoa', 'msoa'),
    }),

    crime: standard(omit(crime, 'newest_month'), { note: noteOf(crime) }),
    'crime.rate': unpriced(standard(crimeRateOf(crime, residentsIn(outputAreasIn(area))))),
    'crime.newest_month': full(field(crime, 'newest_month')),

    'environment.flood': standard(flood, { active_warnings: maybe(warningsAround(point, warnings)) }),

    'services.food_hygiene': standard(omit(food, 'counted', 'by_type')),

    'environment.carbon_intensity': full(pick(carbon, 'intensity_gco2_kwh', 'index', 'scope', 'from'), {
      region: field(carbon, 'region', "The network operator's region"),
    }),

    labour_market: full({
      claimant_count: field(claimants, 'count'),
      claimant_rate_pct: field(claimants, 'percent'),
      employment_rate_pct: field(employment, 'percent'),
      median_weekly_earnings: field(earnings, 'weekly'),
      // Figures side by side may be of different areas.
      basis: group('What area and period each figure is of', {
        claimant_count: basisOf(claimants),
        employment_rate_pct: basisOf(employment),
        median_weekly_earnings: basisOf(earnings),
      }),
      comparison: labourCompared({ claimants, employment, earnings }),
    }),

    health: full(indicatorsShown(health), { comparison: indicatorsCompared(place, health) }),
  },
})
