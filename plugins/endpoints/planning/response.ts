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
  pointsBetween,
  text,
} from '@domesday/core'

const metres = { unit: 'm' } as const
const percent = { unit: '%' } as const
const source = text('Id of a source')

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
    coordinates: orNull(point()),
  }),
  constraints: object({
    conservation_area: flag('Whether the place lies in one'),
    listed_buildings_nearby: orNull(integer('Entries of the national list within the distance below')),
    listed_within_m: integer({ description: 'Listed buildings are counted within this distance', ...metres }),
    green_belt: flag('Whether the place lies in the green belt'),
    article_4_directions: integer('Distinct directions here; each takes away a right to build without permission'),
    constraint_level: choice(
      ['none', 'low', 'moderate', 'high', 'restricted'],
      'All that is designated here, weighed and put in a word',
    ),
    constraint_weight: integer('What the word rests on: low from 1, moderate from 3, high from 5, restricted from 8'),
    planning_authority: orNull(text('Who decides here; in a national park it is the park')),
  }),
  applications: list(
    object({
      reference: text('The authority’s reference'),
      description: orNull(text('What is applied for')),
      status: choice(['approved', 'refused', 'pending', 'withdrawn', 'other'], 'How it stands'),
      date: orNull(date('When it was made, or else decided')),
      decided: orNull(date('Day of the decision, where it is stated')),
      type: orNull(text('Full, Outline, Trees, Heritage …')),
      size: orNull(text('Small, Medium or Large')),
      address: orNull(text('Of the site')),
      authority: orNull(text('The register it is in')),
      distance_m: orNull(integer({ description: 'As the crow flies', ...metres })),
      coordinates: orNull(point()),
      url: orNull(text('Its page')),
    }),
    'Around the place, newest first; their total is in the summary. Null where the source is not switched on, or had no call left: no word that nothing is applied for',
  ),
  applications_summary: object({
    radius_m: integer({ description: 'Applications are looked for within this distance', ...metres }),
    days: integer({ description: 'Made or decided in so many days', unit: 'days' }),
    total: integer('All of them'),
    counted: integer('The newest ones, which the counts below are of'),
    approved: integer('Granted, with conditions or without'),
    refused: integer('Refused'),
    pending: integer('Not decided yet'),
    withdrawn: integer('Taken back before a decision'),
    other: integer('Anything else that the source says'),
    large: integer('Large schemes'),
    approval_rate_pct: orNull(number({ description: 'Of those decided', ...percent })),
  }),
  council_performance: object({
    approval_rate_pct: orNull(number({ description: 'Granted of all decisions', ...percent })),
    in_time_pct: orNull(
      number({ description: 'Decided in the statutory time, or in a longer one that was agreed', ...percent }),
    ),
    decisions: integer('All decisions, on applications large and small'),
    major_decisions: integer('Those on major developments: ten homes or more, or as much of other building'),
    majors_in_time_pct: orNull(
      number({
        description: 'Major ones decided in the statutory time, or in a longer one that was agreed',
        ...percent,
      }),
    ),
    authority: text('Whose decisions they are'),
    from: text('First quarter, `2025 Q3`'),
    to: text('Last quarter'),
  }),
  development_score: object({
    score: orNull(
      integer({
        description: '0 to 100, higher is easier to build; null where too little is known',
        minimum: 0,
        maximum: 100,
      }),
    ),
    rating: orNull(text('FAVOURABLE, MODERATE, CONSTRAINED or HIGHLY_CONSTRAINED')),
    confidence,
    recommendation: text('What the rating suggests to do, and what decides it'),
    ...doubt,
    factors: list(
      object({
        factor: text('Name of the factor'),
        score: orNull(integer({ description: '0 to 100; null where it is not known', minimum: 0, maximum: 100 })),
        weight: number({ description: 'The declared weight, a fraction of 1', minimum: 0, maximum: 1 }),
        contribution: orNull(
          integer('Whole points of the score that come from this factor; null where it is not known'),
        ),
        points: orNull(
          number({ description: 'The same as the score of the factor, with one decimal', minimum: 0, maximum: 100 }),
        ),
        points_between: pointsBetween,
        detail: text('The finding in plain English, with its figures'),
      }),
      'Every factor, those that add nothing too',
    ),
  }),
  designations: list(
    object({
      name: orNull(text('As published; outlines of listed buildings and most ancient woods have none')),
      kind: text('conservation area, Site of Special Scientific Interest …'),
      theme: choice(['heritage', 'nature', 'policy'], 'What it protects'),
      at_postcode: orNull(flag('Whether it holds the place')),
      distance_m: orNull(integer({ description: 'To its outline, 0 inside', ...metres })),
      reference: orNull(text('Its publisher’s reference')),
      grade: orNull(text('Of a listed building, park or garden')),
      designated: orNull(date('Day since which it has been designated')),
      url: orNull(text('A page about it')),
      sources: list(source, 'Which registers have it'),
    }),
    'What holds the place, then protected sites of nature within two kilometres, nearest first; 100 at most',
  ),
  designations_total: integer('How many there are'),
  brownfield_sites: list(
    object({
      reference: orNull(text('Of the council’s register')),
      address: orNull(text('Of the site')),
      hectares: orNull(number({ description: 'Area of the site', unit: 'ha' })),
      homes_min: orNull(integer('Homes that it could hold at least, net')),
      homes_max: orNull(integer('Homes that it could hold at most, net')),
      permission: orNull(text('permissioned, not permissioned, pending decision …')),
      permission_type: orNull(text('full planning permission, outline planning permission, permission in principle …')),
      permission_date: orNull(date('Day of the permission')),
      ownership: orNull(text('owned by a public authority, not owned by a public authority, mixed ownership …')),
      deliverable: orNull(flag('Whether homes could stand there within five years')),
      distance_m: orNull(integer({ description: 'As the crow flies', ...metres })),
      coordinates: orNull(point()),
    }),
    'Registered around the place, nearest first. Councils hand in their registers more or less fully: none here is no proof',
  ),
  brownfield_summary: object({
    radius_m: integer({ description: 'Sites are looked for within this distance', ...metres }),
    total: integer('All of them'),
    hectares: number({ description: 'Of those that state it, all together', unit: 'ha' }),
    homes_min: integer('Of those that state it, all together'),
  }),
  flood_risk: object({
    zone: integer({ description: 'Zone for planning at the place itself, defences left out', minimum: 1, maximum: 3 }),
    probability: choice(['low', 'medium', 'high'], 'The zone in the words of the planning guidance'),
    zones: list(
      object({
        zone: integer({ description: 'As that register has it', minimum: 1, maximum: 3 }),
        cause: orNull(text('What floods there, as the register says')),
        sources: list(source, 'Which registers say so'),
      }),
      'What each register says: one row where they agree',
    ),
  }),
  mining: object({
    level: choice(
      ['outside the coalfield', 'on the coalfield', 'surface mining', 'high risk'],
      'The worst of what follows',
    ),
    coalfield: flag('Where a search for old workings is usual'),
    development_high_risk_area: flag('An application needs a Coal Mining Risk Assessment'),
    surface_mining: flag('Past or present'),
    surface_coal: flag('Coal near the surface, kept from being built over'),
  }),
}
