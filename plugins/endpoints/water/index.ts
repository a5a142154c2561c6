import { derive, endpoint, full, maybe, params, postcode, rounded, section, standard } from '@domesday/core'
import { bathingWatersNear } from '@domesday/source-ea-bathing-water'
import { waterbodyAt } from '@domesday/source-ea-catchment-data'
import { riverSamplingAt } from '@domesday/source-ea-water-quality'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { overflowsNear, sewerageCompanyAt, spillsOf, statusNear } from '@domesday/source-storm-overflows'
import { companyAt, ratingFor } from '@domesday/source-water-companies'
import { gradeOf, nearestGraded, performanceOf, qualityOf, spillsPerOverflow } from './quality.ts'
import { response } from './response.ts'

const asked = params({ postcode })

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)

const waterbody = waterbodyAt(point)
const around = overflowsNear(point)
const company = companyAt(sewerageCompanyAt(point, around))
const rating = ratingFor(place, company)
const beaches = bathingWatersNear(point)
const status = statusNear(point, around)
const sampling = riverSamplingAt(point)
const quality = qualityOf({ around, beaches, waterbody, rating })

/** Water quality around a postcode, and the responsible company. */
export const water = endpoint({
  id: 'water',
  title: 'Water quality',
  summary:
    'The river or coastal water that a postcode drains to and the company that does its sewers; from standard up the spills of storm overflows, bathing waters and a score; at full depth each overflow, discharging now or not, and the sampling of rivers.',
  home: import.meta.dirname,
  path: '/water/{postcode}',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      coordinates: place.point,
      nation: place.nation,
    })),

    waterbody: section({ waterbody }, ({ waterbody: { id, name, kind, metres, ecological, chemical } }) => ({
      nearest_waterbody: name,
      wfd_classification: ecological?.status ?? null,
      classification_year: ecological?.year ?? null,
      chemical_status: chemical?.status ?? null,
      chemical_status_year: chemical?.year ?? null,
      waterbody_type: kind,
      waterbody_id: id,
      distance_m: metres,
    })),

    water_company: section({ company, rating: maybe(rating) }, ({ company, rating }) => ({
      company_name: company,
      water_regulator_rating: rating?.word ?? null,
      performance_score: rating && performanceOf(rating),
      stars: rating?.stars ?? null,
      stars_out_of: rating?.outOf ?? null,
      rating_year: rating?.year ?? null,
    })),

    storm_overflows: standard({ around }, ({ around: { year, overflows } }) => {
      const spills = spillsOf(overflows)
      return {
        overflows_within_5km: spills.total,
        total_spill_count: spills.spills,
        total_spill_hours: spills.hours,
        spills_per_overflow: spillsPerOverflow(spills),
        overflows_counted: spills.counted,
        return_year: year,
        water_companies: [...new Set(overflows.flatMap(({ company }) => company ?? []))],
      }
    }),

    bathing_water: standard({ beaches }, ({ beaches }) => {
      const nearest = nearestGraded(beaches)
      return {
        nearest_classification: nearest ? gradeOf(nearest) : null,
        sites: beaches.slice(0, 5).map((site) => ({
          name: site.name,
          classification: gradeOf(site),
          distance_km: rounded(site.metres / 1000, 1),
          coordinates: site.at,
          season: site.season,
          type: site.kind,
        })),
        sites_within_30km: beaches.length,
      }
    }),

    water_quality_score: standard({ quality }, ({ quality }) => quality),

    'storm_overflows.overflows': full({ around, status: maybe(status) }, ({ around: { overflows }, status }) =>
      overflows.slice(0, 100).map((overflow) => {
        const now = overflow.id === null ? undefined : status?.[overflow.id]
        return {
          id: overflow.id,
          site: overflow.site,
          water_company: overflow.company,
          type: overflow.kind,
          distance_m: overflow.metres,
          coordinates: overflow.at,
          discharges_into: overflow.receivingWater,
          spill_count: overflow.spills,
          spill_hours: overflow.hours,
          monitored_pct: overflow.monitored,
          status: now?.state ?? null,
          status_since: now?.since ?? null,
        }
      }),
    ),

    river_sampling: full({ sampling }, ({ sampling: { points, nearest } }) => ({
      sampling_points: points
        .slice(0, 100)
        .map(({ notation, name, at, metres }) => ({ id: notation, name, distance_m: metres, coordinates: at })),
      sampling_points_total: points.length,
      nearest_sampled: nearest && {
        id: nearest.notation,
        name: nearest.name,
        distance_m: nearest.metres,
        samples: nearest.count,
        newest: nearest.newest,
        ammonia_mg_l: nearest.mean.ammonia,
        dissolved_oxygen_pct: nearest.mean.oxygen,
        phosphate_mg_l: nearest.mean.phosphate,
        nitrate_mg_l: nearest.mean.nitrate,
      },
    })),
  },
})
