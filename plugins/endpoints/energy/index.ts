import {
  counted,
  derive,
  endpoint,
  factor,
  full,
  gate,
  gates,
  maybe,
  params,
  postcode,
  score,
  section,
  standard,
} from '@domesday/core'
import { carbonAt, yearAt } from '@domesday/source-carbon-intensity'
import { gridNow, priceNow } from '@domesday/source-elexon-insights'
import { efficiencyOf } from '@domesday/source-epc'
import { placeOf } from '@domesday/source-postcodes-io'
import { gridFinding } from './grid.ts'
import { response } from './response.ts'

const asked = params({ postcode })

const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)
const carbon = carbonAt(place)
const year = yearAt(place)
const { ratings, efficiency } = efficiencyOf(place)

const esg = score(
  'esg',
  {
    grid_carbon_intensity: factor({ year }, ({ year }) => gridFinding(year)),

    local_efficiency_rating: factor({ ratings }, ({ ratings: { averageRating, averageBand, dwellings } }) =>
      averageRating === null
        ? null
        : {
            metric: averageRating,
            detail: `${counted(dwellings, 'dwelling')} of the postcode with an energy certificate: ${averageRating} points on average by the middles of their bands, which is band ${averageBand}.`,
          },
    ),
  },
  {
    gates: gates({
      no_building_data: gate(
        // If nothing is known of the grid either, there is no rating to limit.
        { year, ratings: maybe(ratings) },
        ({ ratings }) =>
          (ratings?.averageRating ?? null) === null &&
          'Nothing is known of how efficient the buildings are, and clean electricity alone makes no strong rating',
      ),
    }),
  },
)

/** Carbon intensity of the electricity at a place, and energy efficiency of its homes. */
export const energy = endpoint({
  id: 'energy',
  title: 'Energy profile',
  summary:
    'The carbon intensity of electricity at a postcode; from standard up what generates it, its mean over a year, the energy certificates of the homes and a score of both; at full depth their detail and the wholesale price.',
  home: import.meta.dirname,
  path: '/energy/{postcode}',
  tool: 'uk_energy_intelligence',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.district,
      region: place.region,
      nation: place.nation,
    })),

    carbon: section({ carbon }, ({ carbon }) => ({
      intensity_gco2_kwh: carbon.intensity,
      index: carbon.index,
      measured: carbon.measured,
      scope: carbon.scope,
      network_region: carbon.region,
      from: carbon.from,
    })),
    'carbon.generation_mix': standard({ carbon }, ({ carbon }) => carbon.mix),

    'carbon.year': standard({ year }, ({ year: { mean, region, weeks, from, to } }) => ({
      intensity_gco2_kwh: mean,
      network_region: region,
      from,
      to,
      weeks,
    })),

    grid: standard({ gridNow }, ({ gridNow: { from, total, byFuel, solar, exports, pumping } }) => ({
      total_generation_mw: total + (solar?.mw ?? 0),
      mix: { ...byFuel, solar: solar && solar.mw },
      exports_mw: exports,
      pumping_mw: pumping,
      from,
      solar_from: solar && solar.from,
    })),

    local_efficiency: standard({ efficiency }, ({ efficiency }) => ({
      avg_epc_rating: efficiency.averageBand,
      distribution: efficiency.distribution,
      avg_co2_tpa: efficiency.co2,
      dwellings: efficiency.dwellings,
    })),

    esg_score: standard({ esg }, ({ esg }) => esg.score),
    esg_rating: standard({ esg }, ({ esg }) => esg.rating),
    esg_assessment: standard({ esg }, ({ esg }) => esg),

    'local_efficiency.detail': full({ efficiency }, ({ efficiency }) => ({
      avg_rating: efficiency.averageRating,
      newest_certificate: efficiency.newest,
      certificates_read: efficiency.read,
      avg_energy_use_kwh_m2: efficiency.energyUse,
      avg_floor_area_m2: efficiency.floorArea,
      heating: efficiency.heating,
      walls: efficiency.walls,
      property_types: efficiency.kinds,
    })),

    wholesale_price: full({ priceNow }, ({ priceNow: { price, volume, from } }) => ({
      gbp_mwh: price,
      volume_mwh: volume,
      from,
    })),
  },
})
