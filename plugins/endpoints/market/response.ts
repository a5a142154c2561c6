import {
  choice,
  confidence,
  date,
  doubt,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  signals,
  table,
  text,
} from '@domesday/core'
import { industry } from '@domesday/source-companies-house'

const percent = { unit: '%' } as const
const pounds = { unit: 'GBP' } as const
const of = object({
  area: orNull(text('The area that the figure is of')),
  level: choice(['neighbourhood', 'district', 'region', 'nation'], 'What kind of area it is'),
  period: orNull(text('As published')),
})
const company = {
  name: text('Registered name'),
  company_number: text('Eight characters'),
  status: orNull(text('active …')),
}

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  labour_market: object({
    median_weekly_earnings: orNull(number({ description: 'Gross, all employees who live there', unit: 'GBP/week' })),
    employment_rate_pct: orNull(number({ description: 'Residents aged 16 to 64 in work', ...percent })),
    claimant_count: orNull(integer('People who claim benefits for being out of work')),
    claimant_rate_pct: orNull(number({ description: 'Of residents aged 16 to 64', ...percent })),
    earnings_of: orNull(of),
    employment_of: orNull(of),
    claimants_of: orNull(of),
  }),
  property_market: object({
    avg_price_12m: orNull(
      number({ description: 'Mean price of homes sold at full value; null without a sale', ...pounds }),
    ),
    median_price_12m: orNull(number({ description: 'Of the same homes', ...pounds })),
    transactions_12m: integer('Homes sold'),
    dominant_type: orNull(text('The type most often sold: detached, semi-detached, terraced or flat')),
    by_type: table(integer(), 'Homes sold by type, most frequent first'),
    area: text('The postcode sector, `WA1 1`; or the outcode, `WA1`, where under five homes were sold in the sector'),
    from: date('First day of the twelve months, which end today; sales are registered some two months late'),
    newest_sale: orNull(date('Day of the newest sale counted')),
  }),
  competition: object({
    query: text('The sector as asked'),
    matching_companies: integer('Active companies of the trade with their registered office in the area'),
    top_competitors: list(
      object({
        ...company,
        incorporated: orNull(date('When it was formed or registered')),
        postcode: orNull(text('Of the registered office')),
      }),
      'In the order of the register',
    ),
    area: text('Outcode'),
    matched_by: choice(
      ['sic_codes', 'name'],
      'By industry codes; where the sector names no trade that we know, by company name',
    ),
    sic_codes: list(text('Industry code, five digits'), 'What the sector was searched by'),
    sic: list(industry, 'The same with their words'),
  }),
  'competition.profiles': list(
    object({
      ...company,
      status_detail: orNull(text('active-proposal-to-strike-off …')),
      type: orNull(text('ltd, plc, llp …')),
      type_name: orNull(text('The same in words')),
      incorporated: orNull(date('When it was formed or registered')),
      sic_codes: list(text('Five digits'), 'Standard industrial classification of 2007'),
      sic: list(industry, 'The same with their words'),
      registered_office: orNull(text('In one line')),
      accounts_made_up_to: orNull(date('End of the last period filed')),
      accounts_type: orNull(text('micro-entity, small, group …')),
      accounts_overdue: orNull(flag('As the register says')),
      confirmation_overdue: orNull(flag('Of the yearly statement')),
    }),
    'The competitors listed, from their own records',
  ),
  market_opportunity: object({
    score: orNull(
      integer({
        description: '0 to 100, higher is more favourable; null where too little is known',
        minimum: 0,
        maximum: 100,
      }),
    ),
    rating: orNull(text('HIGH, MODERATE or LOW')),
    factors: list(text(), 'One sentence a factor: the finding, and what it is worth'),
    signals: signals('The same with the figures: every factor, those that add nothing too'),
    confidence,
    recommendation: text('What the rating suggests to do, and what decides it'),
    ...doubt,
  }),
}
