import {
  endpoint,
  field,
  full,
  numeric,
  omit,
  orNull,
  pick,
  render,
  section,
  some,
  standard,
  text,
} from '@domesday/core'
import { deprivationOf } from '@domesday/source-imd'
import { censusOf, labourMarketOf, type FigureArea } from '@domesday/source-nomis'
import { atPostcode } from '@domesday/subject-postcode'
import { censusShape, labourShape } from './shapes.ts'
import { spendingPower } from './spending.ts'

const { place, location, subject } = atPostcode()

const { population, tenure, activity, age, occupation } = censusOf(place)
const deprivation = deprivationOf(place)
const labour = labourMarketOf(place)

const basis = (figure: FigureArea | null) => figure && { level: figure.level, area: figure.area, period: figure.period }

/** The people who live at a postcode, and their spending power. */
export const demographics = endpoint({
  id: 'demographics',
  title: 'Demographic profile',
  summary:
    'The census and the deprivation of the neighbourhood of a postcode; from standard up the labour market of its district and a score of spending power; at full depth tenure, ages and occupations.',
  home: import.meta.dirname,
  path: '/demographics/{postcode}',
  subject,
  sections: {
    location: section(location, {
      lsoa: field(place, 'lsoa', 'Neighbourhood of about 1,500 people; in Scotland a data zone'),
      lsoa_code: render(orNull(text('GSS code, census of 2021')), place, ({ codes }) => codes.lsoa),
    }),

    census: section(
      render(censusShape, some({ population, tenure, activity }), ({ population, tenure, activity }) => {
        const of = (population ?? tenure ?? activity)!
        // Drop figures of another area: readers would take them for figures of this one.
        const same = <T extends FigureArea>(figures: T | null): T | null =>
          figures?.level === of.level ? figures : null
        return {
          level: of.level === 'neighbourhood' ? of.level : 'district',
          area: of.area,
          year: numeric(of.period),
          population: population?.population ?? null,
          households: same(tenure)?.households ?? null,
          owner_occupied_pct: same(tenure)?.owner_occupied_pct ?? null,
          economically_active_pct: same(activity)?.economically_active_pct ?? null,
        }
      }),
    ),

    deprivation: section(omit(deprivation, 'area_name', 'less_deprived_than_pct')),

    labour_market: standard(
      render(labourShape, labour, ({ claimants, employment, earnings }) => ({
        median_weekly_earnings: earnings?.weekly ?? null,
        employment_rate_pct: employment?.percent ?? null,
        claimant_count: claimants?.count ?? null,
        claimant_rate_pct: claimants?.percent ?? null,
        basis: {
          median_weekly_earnings: basis(earnings),
          employment_rate_pct: basis(employment),
          claimant_count: basis(claimants),
        },
      })),
    ),

    spending_power_score: standard(spendingPower({ labour, tenure, activity, deprivation })),

    'census.tenure': full(
      'Households by tenure',
      pick(tenure, 'owner_occupied_pct', 'shared_ownership_pct', 'social_rented_pct'),
      pick(tenure, 'private_rented_pct', 'rent_free_pct'),
    ),
    'census.age': full(field(age, 'shares')),
    'census.occupation': full(field(occupation, 'shares')),
  },
})
