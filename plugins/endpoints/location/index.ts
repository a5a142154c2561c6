import { derive, endpoint, full, integer, need, params, postcode, section, standard } from '@domesday/core'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { warningsAt } from '@domesday/source-ea-flood-monitoring'
import { postcodeRisk } from '@domesday/source-ea-flood-postcodes'
import { floodAt, likelihoodAt, shownLevels } from '@domesday/source-ea-flood-risk'
import { healthOf, type Indicator } from '@domesday/source-fingertips'
import { foodAround } from '@domesday/source-fsa-food-hygiene'
import { labourMarketOf, type FigureArea } from '@domesday/source-nomis'
import { crimeYear, shortfall } from '@domesday/source-police-uk'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { response } from './response.ts'

const asked = params({
  postcode,
  radius_m: integer({
    description: 'Bounds crime and food premises',
    unit: 'm',
    minimum: 100,
    maximum: 5000,
    default: 1000,
  }),
})

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)
const area = derive({ asked, point }, ({ asked, point }) => ({ at: point, metres: asked.radius_m }))

const crime = crimeYear(area)
const food = need(foodAround, { area }, ({ area }) => area)
const likelihood = likelihoodAt(
  point,
  derive({ place }, ({ place }) => place.postcode),
  postcodeRisk,
)
const flood = floodAt(point, likelihood, warningsAt(point))
const carbon = carbonAt(place)
const labour = labourMarketOf(place)
const health = healthOf(place)

/** The area and period of one figure: figures side by side may cover different areas. */
const labourBasis = (figure: FigureArea | null) =>
  figure && { level: figure.level, area: figure.area, period: figure.period }
const healthBasis = (figure: Indicator | null) => figure && { area: figure.level, period: figure.period }

/** What is at a postcode and around it, without a score. The simplest endpoint, and the model for new ones. */
export const location = endpoint({
  id: 'location',
  title: 'Location profile',
  summary:
    'Where a postcode is, with its codes; from standard up the crime of a year, flood risk and food hygiene around it; at full depth where that crime was, carbon intensity, labour market and health.',
  home: import.meta.dirname,
  path: '/location/{postcode}',
  tool: 'uk_location_intelligence',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      coordinates: place.point,
      nation: place.nation,
      region: place.region,
      constituency: place.constituency,
      admin: {
        ward: place.ward,
        local_authority: place.local_authority,
        county: place.county,
        parish: place.parish,
        police_force_area: place.police,
      },
      lsoa: place.lsoa,
      msoa: place.msoa,
      codes: {
        local_authority: place.codes.local_authority,
        ward: place.codes.ward,
        constituency: place.codes.constituency,
        lsoa: place.codes.lsoa,
        msoa: place.codes.msoa,
      },
    })),

    crime: standard({ area, crime, place }, ({ area, crime, place }) => ({
      radius_m: area.metres,
      total_crimes: crime.total,
      ...(crime.unread > 0 && { rows_unread: crime.unread }),
      by_category: crime.byCategory,
      months: crime.months,
      note: shortfall(place.police),
    })),

    'crime.newest_month': full(
      { crime },
      ({
        crime: {
          newest: { month, total, places },
        },
      }) => ({
        month,
        total_crimes: total,
        total_places: places.total,
        places: places.top.map(({ at, metres, street, crimes, commonest }) => ({
          street,
          coordinates: at,
          distance_m: metres,
          crimes,
          commonest_category: commonest,
        })),
      }),
    ),

    'environment.flood': standard({ flood }, ({ flood }) => ({
      ...shownLevels(flood),
      active_warnings:
        flood.warnings?.map(({ area, name, severity, here, raisedAt }) => ({
          area,
          name,
          severity,
          covers_postcode: here,
          raised_at: raisedAt,
        })) ?? null,
    })),

    'services.food_hygiene': standard({ area, food }, ({ area, food }) => ({
      radius_m: area.metres,
      total_nearby: food.total,
      ...(food.unread > 0 && { rows_unread: food.unread }),
      average_rating: food.averageStars,
      by_rating: food.stars,
      without_rating: food.words,
    })),

    'environment.carbon_intensity': full({ carbon }, ({ carbon }) => ({
      intensity_gco2_kwh: carbon.intensity_gco2_kwh,
      index: carbon.index,
      scope: carbon.scope,
      region: carbon.region,
      from: carbon.from,
    })),

    labour_market: full({ labour }, ({ labour: { claimants, employment, earnings } }) => ({
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

    health: full({ health }, ({ health: { lifeExpectancyMale, lifeExpectancyFemale, obesity, smoking } }) => ({
      life_expectancy_male: lifeExpectancyMale?.value ?? null,
      life_expectancy_female: lifeExpectancyFemale?.value ?? null,
      obesity_pct: obesity?.value ?? null,
      smoking_pct: smoking?.value ?? null,
      basis: {
        life_expectancy_male: healthBasis(lifeExpectancyMale),
        life_expectancy_female: healthBasis(lifeExpectancyFemale),
        obesity_pct: healthBasis(obesity),
        smoking_pct: healthBasis(smoking),
      },
    })),
  },
})
