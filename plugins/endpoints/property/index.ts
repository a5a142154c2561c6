import {
  asRiskFactors,
  derive,
  endpoint,
  field,
  full,
  integer,
  need,
  omit,
  pick,
  render,
  riskFactors,
  section,
  settings,
  some,
  standard,
  take,
  unpriced,
} from '@domesday/core'
import { environmentAt, geologyIn } from '@domesday/score-environmental-risk'
import { householdsOf } from '@domesday/source-census-households'
import { residentsIn } from '@domesday/source-census-residents'
import { efficiencyOf } from '@domesday/source-epc'
import { landRegistryPpd, pricesAround, salesOf, turnoverIn } from '@domesday/source-land-registry-ppd'
import { comparedAt, housePrices } from '@domesday/source-ons-local-stats'
import { outputAreasIn } from '@domesday/source-ons-output-areas'
import { constraintsAt } from '@domesday/source-planning-data'
import { crimeRateOf, crimeYear, noteOf } from '@domesday/source-police-uk'
import { nationsOf } from '@domesday/source-postcodes-io'
import { atPostcode } from '@domesday/subject-postcode'
import { planningOf, planningShape } from './planning.ts'

const { place, location, subject } = atPostcode()
const tune = settings({
  crime_radius_m: integer({
    description: 'Bounds the crimes that are counted',
    unit: 'm',
    minimum: 100,
    maximum: 5000,
  }),
})

const { point, flood, ground, shrinkSwell, rocks, radon, mining, landfill, risk } = environmentAt(place)
const { efficiency } = efficiencyOf(place)
const area = derive({ point, tune }, ({ point, tune }) => ({ at: point, metres: tune.crime_radius_m }))
const crime = crimeYear(area, place)
const prices = pricesAround(place, nationsOf(place, landRegistryPpd))
const households = need(householdsOf, prices, ({ area }) => area)
const { constraints, authority } = constraintsAt(point, place)
const geology = some({ ground, shrinkSwell, radon, rocks })

/** Prices of homes at a postcode, and what a buyer should know of the place. */
export const property = endpoint({
  id: 'property',
  title: 'Property intelligence',
  summary:
    'Prices of a year around a postcode and its flood risk; from standard up its own sales, energy certificates, planning constraints, crime, coal mining, landfill and environmental risk; at full depth geology and the factors of that risk.',
  home: import.meta.dirname,
  path: '/property/{postcode}',
  tool: 'uk_property_intelligence',
  subject,
  sections: {
    location: section(location, { coordinates: field(place, 'point') }),

    price_history: section({ area_context: prices }),
    'price_history.recent_sales': standard(
      take(10, salesOf(place), 'The last ten sales in this very postcode since 1995, newest first'),
    ),

    'price_history.turnover': unpriced(standard(turnoverIn(prices, households))),

    // By one definition in all four nations; the price does not rest on what only compares.
    average_house_price: unpriced(
      standard(
        'The average price of homes in wider areas by the UK House Price Index: a geometric mean, adjusted for the kinds of homes that are sold. Compare these with one another, and not with means of sales',
        comparedAt(housePrices, place),
      ),
    ),

    flood: section(flood),

    energy: standard(pick(efficiency, 'avg_co2_tpa', 'heating'), {
      avg_rating: field(
        efficiency,
        'avg_epc_rating',
        'Of all dwellings with a certificate, from the middle of each band',
      ),
      walls: field(efficiency, 'walls', 'Dwellings by main walls, likewise'),
      dwellings: field(efficiency, 'dwellings', 'Dwellings in the postcode that have a certificate'),
      certificates_read: field(
        efficiency,
        'certificates_read',
        'The newest certificates, which carbon, heating and walls are of; thirty at most',
      ),
    }),

    planning: standard(
      render(planningShape, { constraints, authority }, (known) => planningOf(known.constraints, known.authority.name)),
    ),

    crime: standard(omit(crime, 'newest_month'), { note: noteOf(crime) }),
    'crime.rate': unpriced(standard(crimeRateOf(crime, residentsIn(outputAreasIn(area))))),

    environmental_risk: standard(omit(risk, 'signals')),
    'environmental_risk.factors': full(render(riskFactors, risk, ({ signals }) => asRiskFactors(signals))),

    mining: standard('Coal mining at the point. An answer is no coal mining report', mining),
    landfill: standard('Landfill sites that are known within 250 m', landfill),

    geology: full(geologyIn(geology), field(geology, 'rocks')),
  },
})
