import {
  counted,
  endpoint,
  factor,
  field,
  full,
  gate,
  gates,
  maybe,
  omit,
  pick,
  score,
  section,
  standard,
} from '@domesday/core'
import { carbonAt, yearAt } from '@domesday/source-carbon-intensity'
import { gridNow, priceNow } from '@domesday/source-elexon-insights'
import { bands, efficiencyOf, type Ratings } from '@domesday/source-epc'
import { atPostcode } from '@domesday/subject-postcode'
import { gridFinding } from './grid.ts'
import { belowE } from './homes.ts'

const { place, location, subject } = atPostcode()
const carbon = carbonAt(place)
const year = yearAt(place)
const { ratings, efficiency } = efficiencyOf(place)

/** In England and Wales. A share of such homes is a matter of the mean. */
const unlettable = ({ distribution, dwellings }: Ratings): string | null =>
  distribution !== null && bands.every((band) => band === 'F' || band === 'G' || distribution[band] === 0)
    ? `Every energy certificate of the postcode (${counted(dwellings, 'dwelling')}) is in band F or G: without an exemption none of these may be let.`
    : null

const esg = score(
  'esg',
  {
    grid_carbon_intensity: factor(year, gridFinding),

    local_efficiency_rating: factor(ratings, ({ avg_rating: rating, avg_epc_rating: band, dwellings }) =>
      rating === null
        ? null
        : {
            metric: rating,
            detail: `${counted(dwellings, 'dwelling')} of the postcode with an energy certificate: ${rating} points on average by the middles of their bands, which is band ${band}.`,
          },
    ),
  },
  {
    gates: gates({
      unlettable: gate(ratings, unlettable),
      no_building_data: gate(
        // If nothing is known of the grid either, there is no rating to limit.
        { year, ratings: maybe(ratings) },
        ({ ratings }) =>
          (ratings?.avg_rating ?? null) === null &&
          'Nothing is known of how efficient the buildings are, and clean electricity alone makes no strong rating',
      ),
      homes_below_e: gate(maybe(ratings), belowE),
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
  subject,
  sections: {
    location: section(location),

    carbon: section(omit(carbon, 'region', 'generation_mix'), { network_region: field(carbon, 'region') }),
    'carbon.generation_mix': standard(field(carbon, 'generation_mix')),
    'carbon.year': standard(
      'Carbon in the electricity of a year: the first week of each of the twelve months before this one. The score rests on it',
      pick(year, 'from', 'to', 'weeks'),
      { intensity_gco2_kwh: field(year, 'mean'), network_region: field(year, 'region') },
    ),

    grid: standard(gridNow),

    local_efficiency: standard(pick(efficiency, 'avg_epc_rating', 'distribution', 'avg_co2_tpa', 'dwellings')),
    'local_efficiency.detail': full(omit(efficiency, 'avg_epc_rating', 'distribution', 'avg_co2_tpa', 'dwellings')),

    esg_score: standard(
      field(
        esg,
        'score',
        '0 to 100, higher is better: the carbon intensity of the electricity and the efficiency of the homes',
      ),
    ),
    esg_rating: standard(
      field(esg, 'rating', 'STRONG, GOOD, MODERATE, WEAK or POOR, unless the operator has other bands'),
    ),
    esg_assessment: standard(esg),

    wholesale_price: full(priceNow),
  },
})
