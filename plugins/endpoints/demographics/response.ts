import { choice, flag, integer, number, object, orNull, scored, table, text } from '@domesday/core'

const percent = (description: string) => orNull(number({ description, unit: '%', minimum: 0, maximum: 100 }))
const basis = orNull(
  object(
    {
      level: choice(['neighbourhood', 'district', 'region', 'nation'], 'The smallest area that has the figure'),
      area: orNull(text('Name of that area')),
      period: orNull(text('As published')),
    },
    'Null where there is no figure',
  ),
)

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    lsoa: orNull(text('Neighbourhood of about 1,500 people; in Scotland a data zone')),
    lsoa_code: orNull(text('GSS code, census of 2021')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  census: object({
    level: choice(['neighbourhood', 'district'], 'What all these figures are of'),
    area: orNull(text('Name of that area')),
    year: orNull(integer('Of the census')),
    population: orNull(integer('Usual residents')),
    households: orNull(integer('Households with a usual resident')),
    owner_occupied_pct: percent('Households that own their home outright or with a mortgage'),
    economically_active_pct: percent('Residents of 16 and over in work or looking for it, students among them'),
  }),
  deprivation: object({
    data_available: flag('Whether the index ranks the small area'),
    imd_decile: orNull(
      integer({
        description: '1 is the most deprived tenth of the nation, 10 the least; not comparable between nations',
        minimum: 1,
        maximum: 10,
      }),
    ),
    imd_rank: orNull(integer('1 is the most deprived small area of the nation')),
    areas_ranked: integer('Small areas that the index ranks'),
    income_rank: orNull(integer('The same by income alone')),
    income_deprived_pct: percent('Residents who live on low income; England and Northern Ireland publish it'),
    index: text('Name of the index; each nation has its own'),
    year: integer('Of the index'),
    nation: choice(['England', 'Wales', 'Scotland', 'Northern Ireland'], 'The nation whose areas are ranked'),
    area_code: orNull(
      text(
        'The small area that the index ranks: of 2021 in England and Wales, 2011 in Scotland, 2001 in Northern Ireland',
      ),
    ),
  }),
  labour_market: object({
    median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
    employment_rate_pct: percent('Residents aged 16 to 64 in work'),
    claimant_count: orNull(integer('People who claim benefits for being out of work')),
    claimant_rate_pct: percent('Of residents aged 16 to 64'),
    basis: object(
      { median_weekly_earnings: basis, employment_rate_pct: basis, claimant_count: basis },
      'What area and period each figure is of',
    ),
  }),
  spending_power_score: scored,
  'census.tenure': object(
    {
      owner_occupied_pct: percent('Owned outright or with a mortgage'),
      shared_ownership_pct: percent('Part owned, part rented'),
      social_rented_pct: percent('Rented of the council or a housing association'),
      private_rented_pct: percent('Rented of others'),
      rent_free_pct: percent('Lived in rent free'),
    },
    'Households by tenure',
  ),
  'census.age': table(number({ unit: '%' }), 'Residents by band of age, youngest first'),
  'census.occupation': table(number({ unit: '%' }), 'Residents in work by group of occupation'),
}
