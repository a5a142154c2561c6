import {
  derive,
  endpoint,
  first,
  full,
  integer,
  need,
  notCovered,
  number,
  params,
  postcode,
  section,
  settings,
  standard,
} from '@domesday/core'
import { healthOf, type Indicator } from '@domesday/source-fingertips'
import { newestMonth, prescribed, type Prescribed } from '@domesday/source-nhsbsa-open-data'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { practicesAround, providersWithin } from './care.ts'
import { serviceQuality } from './quality.ts'
import { response } from './response.ts'

const asked = params({ postcode })
const kilometres = (description: string) => number({ description, minimum: 0.1, maximum: 25 })
const tune = settings({
  care_km: kilometres('Care providers are listed within so many kilometres'),
  practice_km: kilometres('GP practices count as near within so many kilometres'),
  judged_km: kilometres('Ratings are sought within so many kilometres'),
  judged: integer({ description: 'So many rated providers of each kind go into the score', minimum: 1, maximum: 50 }),
})

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)

const indicators = healthOf(place)
const { practices, unplaced } = practicesAround(place, point)
const providers = providersWithin(point, practices, tune)
const near = derive({ practices, tune }, ({ practices, tune }) =>
  practices.filter(({ metres }) => metres <= tune.practice_km * 1000),
)

const nothing: Omit<Prescribed, 'month'> = { items: 0, cost: 0, substances: [] }
const nobody = derive({ near }, ({ near }) => (near.length > 0 ? null : nothing))
// Prescribing is not published outside England; without this, the gap would be blamed on missing practices.
const england = derive({ place }, ({ place: { nation } }) => (nation === 'England' ? nation : notCovered(nation)))
const month = need(newestMonth, { england, near }, ({ near }) => (near.length > 0 ? {} : null))
const prescribing = first(
  nobody,
  need(prescribed, { month, near }, ({ month, near }) => ({
    ...month,
    practices: near
      .slice(0, 100)
      .map(({ code }) => code)
      .toSorted(),
  })),
)

const quality = serviceQuality(point, practices, unplaced, indicators, tune)

const basis = (figure: Indicator | null) => figure && { area: figure.level, period: figure.period }

/** Health services around a postcode, and health of the residents. */
export const health = endpoint({
  id: 'health',
  title: 'Health profile',
  summary:
    'Life expectancy, obesity and smoking around a postcode; from standard up care providers with their ratings, GP practices and a score of the services; at full depth what the practices prescribe.',
  home: import.meta.dirname,
  path: '/health/{postcode}',
  tool: 'uk_health_intelligence',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      nation: place.nation,
      coordinates: place.point,
    })),

    indicators: section(
      { indicators },
      ({ indicators: { lifeExpectancyMale, lifeExpectancyFemale, obesity, smoking } }) => ({
        life_expectancy_male: lifeExpectancyMale?.value ?? null,
        life_expectancy_female: lifeExpectancyFemale?.value ?? null,
        obesity_pct: obesity?.value ?? null,
        smoking_pct: smoking?.value ?? null,
        basis: {
          life_expectancy_male: basis(lifeExpectancyMale),
          life_expectancy_female: basis(lifeExpectancyFemale),
          obesity_pct: basis(obesity),
          smoking_pct: basis(smoking),
        },
      }),
    ),

    care_providers: standard({ providers }, ({ providers }) =>
      providers.nearest.map((provider) => ({
        name: provider.name,
        type: provider.type,
        rating: provider.rating,
        rated_on: provider.ratedOn,
        rating_status: provider.state,
        service_ratings: provider.services && provider.services.map(({ on, ...rated }) => ({ ...rated, rated_on: on })),
        postcode: provider.postcode,
        distance_m: provider.metres,
        coordinates: provider.at,
        cqc_location_id: provider.location,
        ods_code: provider.odsCode,
        sources: provider.sources,
      })),
    ),
    care_providers_summary: standard({ providers, tune }, ({ providers, tune }) => ({
      within_m: Math.round(tune.care_km * 1000),
      total: providers.total,
      by_type: providers.byType,
      by_rating: providers.byRating,
      by_rating_status: providers.byState,
    })),

    prescribing: standard({ near, tune }, ({ near, tune }) => ({
      practices_nearby: near.length,
      within_m: Math.round(tune.practice_km * 1000),
    })),
    service_quality_score: standard({ quality }, ({ quality }) => quality),

    'prescribing.month': full({ month }, ({ month }) => month.month),
    'prescribing.total_items': full({ prescribing }, ({ prescribing }) => prescribing.items),
    'prescribing.total_cost': full({ prescribing }, ({ prescribing }) => prescribing.cost),
    'prescribing.top_items': full({ prescribing }, ({ prescribing }) => prescribing.substances),
  },
})
