import {
  asRiskFactors,
  derive,
  endpoint,
  field,
  full,
  integer,
  omit,
  params,
  postcode,
  section,
  settings,
  some,
  standard,
} from '@domesday/core'
import { environmentAt, geologyIn } from '@domesday/score-environmental-risk'
import { rocksAt } from '@domesday/source-bgs-geosure'
import { efficiencyOf } from '@domesday/source-epc'
import { pricesAround, salesOf } from '@domesday/source-land-registry-ppd'
import { constraintsAt } from '@domesday/source-planning-data'
import { crimeYear, shortfallOf } from '@domesday/source-police-uk'
import { placeOf } from '@domesday/source-postcodes-io'
import { response } from './response.ts'

const asked = params({ postcode })
const tune = settings({
  crime_radius_m: integer({
    description: 'Bounds the crimes that are counted',
    unit: 'm',
    minimum: 100,
    maximum: 5000,
  }),
})

const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)
const { point, flood, ground, shrinkSwell, radon, risk } = environmentAt(place)

const prices = pricesAround(place)
const sales = salesOf(place)
const { efficiency } = efficiencyOf(place)
const constraints = constraintsAt(point)
const area = derive({ point, tune }, ({ point, tune }) => ({ at: point, metres: tune.crime_radius_m }))
const crimeAround = standard(omit(crimeYear(area), 'newest_month'), { note: shortfallOf(place) })
const known = some({ ground, shrinkSwell, radon, rocks: rocksAt(point) })
const geology = full(geologyIn(known), field(known, 'rocks'))

const shownSales = 10

/** Prices of homes at a postcode, and what a buyer should know of the place. */
export const property = endpoint({
  id: 'property',
  title: 'Property intelligence',
  summary:
    'Prices of a year around a postcode and its flood risk; from standard up its own sales, energy certificates, planning constraints, crime and environmental risk; at full depth geology and the factors of that risk.',
  home: import.meta.dirname,
  path: '/property/{postcode}',
  tool: 'uk_property_intelligence',
  asked,
  required: [place],
  nation,
  response: { ...response, flood: flood.shape, crime: crimeAround.shape, geology: geology.shape },
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      coordinates: place.point,
      local_authority: place.local_authority,
      region: place.region,
      nation: place.nation,
    })),

    price_history: section({ prices }, ({ prices }) => ({
      area_context: {
        area: prices.area,
        area_level: prices.level,
        from: prices.since,
        avg_price_12m: prices.average,
        median_price: prices.median,
        transactions_12m: prices.sales,
        dominant_type: prices.dominantType,
        by_type: prices.byType,
        newest_sale: prices.newest,
      },
    })),

    'price_history.recent_sales': standard({ sales }, ({ sales }) =>
      sales.slice(0, shownSales).map(({ date, price, type, newBuild, tenure, standard }) => ({
        date,
        price,
        property_type: type,
        new_build: newBuild,
        tenure,
        full_value: standard,
      })),
    ),

    flood: section(flood),

    energy: standard({ efficiency }, ({ efficiency }) => ({
      avg_rating: efficiency.avg_epc_rating,
      avg_co2_tpa: efficiency.avg_co2_tpa,
      heating: efficiency.heating,
      walls: efficiency.walls,
      dwellings: efficiency.dwellings,
      certificates_read: efficiency.certificates_read,
    })),

    planning: standard({ constraints }, ({ constraints }) => ({
      conservation_area: constraints.conservationArea,
      constraint_level: constraints.level,
      green_belt: constraints.greenBelt,
      article_4_directions: constraints.articleFour,
      planning_authority: constraints.authority,
      designations: constraints.sites.slice(0, 100).map(({ name, kind }) => ({ name, kind })),
      designations_total: constraints.sites.length,
    })),

    crime: crimeAround,

    environmental_risk: standard({ risk }, ({ risk: { signals: _, ...risk } }) => risk),

    'environmental_risk.factors': full({ risk }, ({ risk }) => asRiskFactors(risk.signals)),

    geology,
  },
})
