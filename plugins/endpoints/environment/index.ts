import { asRisk, derive, endpoint, full, params, postcode, section, some, standard } from '@domesday/core'
import { environmentAt, showGeology } from '@domesday/score-environmental-risk'
import { carbonAt } from '@domesday/source-carbon-intensity'
import { placeOf } from '@domesday/source-postcodes-io'
import { response } from './response.ts'

const asked = params({ postcode })
const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)

const { flood, ground, shrinkSwell, radon, air, waterbody, sampling, risk } = environmentAt(place)
const geology = some({ ground, shrinkSwell, radon })
const water = some({ waterbody, sampling })
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
  asked,
  required: [place],
  nation,
  response: { ...response, flood: flood.shape },
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      coordinates: place.point,
      local_authority: place.local_authority,
      nation: place.nation,
    })),

    flood: section(flood),

    geology: section({ geology }, ({ geology }) => showGeology(geology)),

    water_quality: standard({ water }, ({ water: { waterbody, sampling } }) => ({
      nearest_waterbody: waterbody?.name ?? null,
      waterbody_type: waterbody?.kind ?? null,
      distance_m: waterbody?.metres ?? null,
      ecological_class: waterbody?.ecological?.status ?? null,
      chemical_status: waterbody?.chemical?.status ?? null,
      classification_year: waterbody?.ecological?.year ?? null,
      chemical_status_year: waterbody?.chemical?.year ?? null,
      river_sampling: sampling?.nearest
        ? {
            sampling_point: sampling.nearest.name,
            distance_m: sampling.nearest.distance_m,
            samples: sampling.nearest.samples,
            newest: sampling.nearest.newest,
            ammonia_mg_l: sampling.nearest.ammonia_mg_l,
            dissolved_oxygen_pct: sampling.nearest.dissolved_oxygen_pct,
            phosphate_mg_l: sampling.nearest.phosphate_mg_l,
            nitrate_mg_l: sampling.nearest.nitrate_mg_l,
          }
        : null,
    })),

    air_quality: standard({ air }, ({ air }) => ({
      daily_air_quality_index: air.index,
      band: air.band,
      pollutants: air.readings.map(({ pollutant, value, hours, index, site, km, at }) => ({
        pollutant,
        concentration_ug_m3: value,
        hours,
        index,
        site,
        distance_km: km,
        measured_at: at,
      })),
    })),

    risk_score: standard({ risk }, ({ risk }) => asRisk(risk)),

    carbon_intensity: full({ carbon }, ({ carbon }) => ({
      intensity_gco2_kwh: carbon.intensity_gco2_kwh,
      index: carbon.index,
      scope: carbon.scope,
      region: carbon.region,
      from: carbon.from,
    })),
  },
})
