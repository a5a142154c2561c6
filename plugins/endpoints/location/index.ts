import {
  derive,
  endpoint,
  field,
  full,
  integer,
  maybe,
  need,
  omit,
  pick,
  render,
  section,
  standard,
} from '@domesday/core'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { warningsAt } from '@domesday/source-ea-flood-monitoring'
import { postcodeRisk } from '@domesday/source-ea-flood-postcodes'
import { floodAt, likelihoodAt } from '@domesday/source-ea-flood-risk'
import { healthOf, indicatorsShown } from '@domesday/source-fingertips'
import { foodAround } from '@domesday/source-fsa-food-hygiene'
import { labourMarketOf, type FigureArea } from '@domesday/source-nomis'
import { crimeYear, shortfallOf } from '@domesday/source-police-uk'
import { atPostcode } from '@domesday/subject-postcode'
import { labourShape } from './labour.ts'

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
const crime = crimeYear(area)
const food = need(foodAround, area)
const warnings = warningsAt(point)
const flood = floodAt(point, likelihoodAt(point, field(place, 'postcode'), postcodeRisk), warnings)
const carbon = carbonAt(place)

/** The area and period of one figure: figures side by side may cover different areas. */
const labourBasis = (figure: FigureArea | null) =>
  figure && { level: figure.level, area: figure.area, period: figure.period }

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

    crime: standard(omit(crime, 'newest_month'), { note: shortfallOf(place) }),
    'crime.newest_month': full(field(crime, 'newest_month')),

    'environment.flood': standard(flood, { active_warnings: maybe(warnings) }),

    'services.food_hygiene': standard(omit(food, 'counted', 'by_type')),

    'environment.carbon_intensity': full(pick(carbon, 'intensity_gco2_kwh', 'index', 'scope', 'from'), {
      region: field(carbon, 'region', "The network operator's region"),
    }),

    labour_market: full(
      render(labourShape, labourMarketOf(place), ({ claimants, employment, earnings }) => ({
        claimant_count: claimants?.count ?? null,
        claimant_rate_pct: claimants?.percent ?? null,
        employment_rate_pct: employment?.percent ?? null,
        median_weekly_earnings: earnings?.weekly ?? null,
        basis: {
          claimant_count: labourBasis(claimants),
          employment_rate_pct: labourBasis(employment),
          median_weekly_earnings: labourBasis(earnings),
        },
      })),
    ),

    health: full(indicatorsShown(healthOf(place))),
  },
})
