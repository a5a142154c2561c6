import { derive, endpoint, full, numeric, params, postcode, section, some, standard } from '@domesday/core'
import { deprivationOf } from '@domesday/source-imd'
import { censusOf, labourMarketOf, type FigureArea } from '@domesday/source-nomis'
import { placeOf } from '@domesday/source-postcodes-io'
import { response } from './response.ts'
import { spendingPower } from './spending.ts'

const asked = params({ postcode })
const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)

const { population, tenure, activity, age, occupation } = censusOf(place)
const census = some({ population, tenure, activity })
const deprivation = deprivationOf(place)
const labour = labourMarketOf(place)
const spending = spendingPower({ labour, tenure, activity, deprivation })

const basis = (figure: FigureArea | null) => figure && { level: figure.level, area: figure.area, period: figure.period }

/** The people who live at a postcode, and their spending power. */
export const demographics = endpoint({
  id: 'demographics',
  title: 'Demographic profile',
  summary:
    'The census and the deprivation of the neighbourhood of a postcode; from standard up the labour market of its district and a score of spending power; at full depth tenure, ages and occupations.',
  home: import.meta.dirname,
  path: '/demographics/{postcode}',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      lsoa: place.lsoa,
      lsoa_code: place.codes.lsoa,
      region: place.region,
      nation: place.nation,
    })),

    census: section({ census }, ({ census: { population, tenure, activity } }) => {
      const of = (population ?? tenure ?? activity)!
      // Drop figures of another area: readers would take them for figures of this one.
      const same = <T extends FigureArea>(figures: T | null): T | null => (figures?.level === of.level ? figures : null)
      return {
        level: of.level === 'neighbourhood' ? of.level : 'district',
        area: of.area,
        year: numeric(of.period),
        population: population?.population ?? null,
        households: same(tenure)?.households ?? null,
        owner_occupied_pct: same(tenure)?.ownerOccupied ?? null,
        economically_active_pct: same(activity)?.active ?? null,
      }
    }),

    deprivation: section({ deprivation }, ({ deprivation: { nation, index, area } }) => ({
      data_available: area !== null,
      imd_decile: area?.decile ?? null,
      imd_rank: area?.rank ?? null,
      areas_ranked: index.areas,
      income_rank: area?.incomeRank ?? null,
      income_deprived_pct: area?.incomePercent ?? null,
      index: index.title,
      year: index.year,
      nation,
      area_code: area?.code ?? null,
    })),

    labour_market: standard({ labour }, ({ labour: { claimants, employment, earnings } }) => ({
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

    spending_power_score: standard({ spending }, ({ spending }) => spending),

    'census.tenure': full({ tenure }, ({ tenure }) => ({
      owner_occupied_pct: tenure.ownerOccupied,
      shared_ownership_pct: tenure.sharedOwnership,
      social_rented_pct: tenure.socialRented,
      private_rented_pct: tenure.privateRented,
      rent_free_pct: tenure.rentFree,
    })),
    'census.age': full({ age }, ({ age }) => age.shares),
    'census.occupation': full({ occupation }, ({ occupation }) => occupation.shares),
  },
})
