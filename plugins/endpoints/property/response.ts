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
  point,
  riskFactors,
  table,
  text,
} from '@domesday/core'

const pounds = (about: string) => orNull(number({ description: about, unit: 'GBP' }))
const propertyType = choice(
  ['detached', 'semi-detached', 'terraced', 'flat', 'other'],
  'As registered; other is not a home alone',
)
export const response = {
  location: object({
    postcode: text('In its usual form'),
    coordinates: orNull(point()),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  price_history: object({
    area_context: object({
      area: text('The postcode sector, or the outcode where fewer than five homes were sold in the sector'),
      area_level: choice(['sector', 'outcode'], 'Which of the two it is'),
      from: date(
        'First day of the twelve months, which end today. The newest two are not complete: sales are registered late',
      ),
      avg_price_12m: pounds('Mean price of homes sold at full value; null where none was'),
      median_price: pounds('Median of the same sales'),
      transactions_12m: integer('Homes sold at full value'),
      dominant_type: orNull(choice(['detached', 'semi-detached', 'terraced', 'flat'], 'The type most often sold')),
      by_type: table(integer(), 'Sales by type, most frequent first'),
      newest_sale: orNull(date('Day of the newest sale that is registered')),
    }),
  }),
  'price_history.recent_sales': list(
    object({
      date: date('Day of completion'),
      price: number({ description: 'As registered', unit: 'GBP' }),
      property_type: propertyType,
      new_build: orNull(flag('Whether it was built new')),
      tenure: orNull(choice(['freehold', 'leasehold'], 'What was sold')),
      full_value: flag('Whether it was a plain sale: not a repossession, a transfer to a company or the like'),
    }),
    'The last ten sales in this very postcode since 1995, newest first',
  ),
  energy: object({
    avg_rating: orNull(
      choice(['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'Of all dwellings with a certificate, from the middle of each band'),
    ),
    avg_co2_tpa: orNull(number({ description: 'Mean of a dwelling', unit: 't/year' })),
    heating: orNull(
      table(integer(), 'Dwellings by main heating, most frequent first; null where no certificate could be read'),
    ),
    walls: orNull(table(integer(), 'Dwellings by main walls, likewise')),
    dwellings: integer('Dwellings in the postcode that have a certificate'),
    certificates_read: integer('The newest certificates, which carbon, heating and walls are of; thirty at most'),
  }),
  planning: object({
    conservation_area: flag('Whether the postcode lies in one'),
    constraint_level: choice(
      ['none', 'low', 'moderate', 'high', 'restricted'],
      'How far all that is designated here constrains building',
    ),
    green_belt: flag('Whether the postcode lies in it'),
    article_4_directions: integer('Directions that take away rights to build without permission'),
    planning_authority: orNull(text('As the planning data platform names it')),
    designations: list(
      object({
        name: orNull(text('As published')),
        kind: text('conservation area, Site of Special Scientific Interest …'),
      }),
      'Areas that hold the postcode, the most constraining first, 100 at most',
    ),
    designations_total: integer('How many there are'),
  }),
  environmental_risk: object({
    score: orNull(integer({ description: '0 to 100; null where too little is known', minimum: 0, maximum: 100 })),
    rating: orNull(text('The band that the score falls in')),
    confidence,
    recommendation: text('What the rating suggests to do, and what decides it'),
    ...doubt,
  }),
  'environmental_risk.factors': riskFactors,
}
