import {
  drawn,
  endpoint,
  field,
  figure,
  full,
  group,
  omit,
  pick,
  section,
  settings,
  some,
  standard,
  unpriced,
} from '@domesday/core'
import { deprivationOf } from '@domesday/source-imd'
import {
  basisOf,
  censusOf,
  censusShown,
  labourCompared,
  labourMarketOf,
  neighbourhoodClaimantsOf,
} from '@domesday/source-nomis'
import { comparedAt, disposableIncome, medianAge, residents } from '@domesday/source-ons-local-stats'
import { incomeAt, incomeIn } from '@domesday/source-ons-small-area'
import { atPostcode } from '@domesday/subject-postcode'
import { spendingPower } from './spending.ts'

const { place, location, subject } = atPostcode()

const census = censusOf(place)
const { tenure, activity, age, occupation } = census
const tenures = pick(
  tenure,
  'owner_occupied_pct',
  'shared_ownership_pct',
  'social_rented_pct',
  'private_rented_pct',
  'rent_free_pct',
)
const deprivation = deprivationOf(place)
const labour = labourMarketOf(place)
const claimants = field(labour, 'claimants'),
  employment = field(labour, 'employment'),
  earnings = field(labour, 'earnings')
const income = incomeAt(place)
const near = neighbourhoodClaimantsOf(place, age)
const tune = settings({
  median_weekly_pay: figure(
    'GBP/week',
    'Pay of a district that counts as much as the median income of a neighbourhood',
  ),
})
const percent = { minimum: 0, maximum: 100 }

/** The people who live at a postcode, and their spending power. */
export const demographics = endpoint({
  id: 'demographics',
  title: 'Demographic profile',
  summary:
    'The census and the deprivation of the neighbourhood of a postcode; from standard up the income of its households, its claimants, the labour market of its district and a score of spending power; at full depth tenure, ages and occupations.',
  home: import.meta.dirname,
  path: '/demographics/{postcode}',
  subject,
  sections: {
    location: section(location, {
      lsoa: field(place, 'lsoa', 'Neighbourhood of about 1,500 people; in Scotland a data zone'),
      lsoa_code: field(field(place, 'codes'), 'lsoa', 'GSS code, census of 2021'),
    }),

    census: section(censusShown(census)),

    deprivation: section(omit(deprivation, 'area_name', 'less_deprived_than_pct')),

    labour_market: standard({
      median_weekly_earnings: field(earnings, 'weekly'),
      employment_rate_pct: field(employment, 'percent', percent),
      claimant_count: field(claimants, 'count'),
      claimant_rate_pct: field(claimants, 'percent', percent),
      basis: group('What area and period each figure is of', {
        median_weekly_earnings: basisOf(earnings),
        employment_rate_pct: basisOf(employment),
        claimant_count: basisOf(claimants),
      }),
      comparison: labourCompared({ claimants, employment, earnings }),
    }),

    neighbourhood: standard(
      'What is known of the neighbourhood itself, beside the figures of its district in `labour_market`',
      some({ household_income: income, claimants: near }),
    ),

    wider_areas: unpriced(
      standard(
        'The district, its region and nation, and the United Kingdom',
        some({
          residents: comparedAt(residents, place),
          median_age: comparedAt(medianAge, place),
          disposable_income_per_head: comparedAt(disposableIncome, place),
        }),
      ),
    ),

    spending_power_score: standard(
      spendingPower({
        income: incomeIn(place),
        near,
        age,
        labour,
        medianPay: field(tune, 'median_weekly_pay'),
        tenure,
        activity,
        deprivation,
      }),
    ),

    'census.tenure': full('Households by tenure', { ...tenures, shape: drawn(tenures.shape, 'shares', {}) }),
    'census.age': full(field(age, 'shares')),
    'census.occupation': full(field(occupation, 'shares')),
  },
})
