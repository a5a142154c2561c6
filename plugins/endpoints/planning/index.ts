import {
  derive,
  endpoint,
  factor,
  field,
  full,
  gate,
  gates,
  integer,
  list,
  maybe,
  need,
  number,
  object,
  omit,
  orNull,
  pointsBetween,
  render,
  renderEach,
  score,
  section,
  settings,
  standard,
  take,
  text,
  unpriced,
} from '@domesday/core'
import { zoneAt } from '@domesday/source-ea-flood-risk'
import { miningAt } from '@domesday/source-mining-risk'
import { natureAround } from '@domesday/source-natural-england'
import { activityIn, applicationsAround, nearShape } from '@domesday/source-planning-applications'
import {
  brownfield as brownfieldNear,
  constraintsAt,
  designatedIn,
  floodZonesAt,
  listedBuildings,
} from '@domesday/source-planning-data'
import { performanceOf } from '@domesday/source-planning-performance'
import { atPostcode } from '@domesday/subject-postcode'
import {
  activityFinding,
  brownfieldFinding,
  constraintsFinding,
  councilFinding,
  floodFinding,
  listedHere,
  miningFinding,
  natureFinding,
  protectedLand,
} from './findings.ts'

const { place, point, location, subject } = atPostcode()
const metres = (description: string, maximum = 5000) => integer({ description, unit: 'm', minimum: 50, maximum })
const tune = settings({
  listed_radius_m: metres('Listed buildings are counted within this distance'),
  brownfield_radius_m: metres('Brownfield sites are looked for within this distance'),
  applications_radius_m: metres(
    'Applications are looked for within this distance; the source is slow over a wide one',
    2000,
  ),
  applications_days: integer({ description: 'Applications of so many days', unit: 'days', minimum: 30, maximum: 1825 }),
  applications_shown: integer({ description: 'How many of them are listed', minimum: 1, maximum: 100 }),
  large_counts_as: integer({
    description: 'How many others a large application counts for in the momentum',
    minimum: 1,
  }),
  beside_m: metres('A wildlife site within this distance counts as beside the place', 2000),
})

const within = (radius: 'listed_radius_m' | 'brownfield_radius_m') =>
  derive({ point, tune }, ({ point, tune }) => ({ at: point, metres: tune[radius] }))

const { constraints, areas, authority } = constraintsAt(point, place)
const listed = need(listedBuildings, within('listed_radius_m'))
const brownfield = need(brownfieldNear, within('brownfield_radius_m'))
const nature = natureAround(point),
  beside = field(tune, 'beside_m')
const { designated } = designatedIn(constraints, nature, beside)
// National registers have what forbids building and what protects nature: a council's silence on its conservation areas
// puts neither in doubt.
const { designated: protecting, bearing } = designatedIn(areas, nature, beside)
const flood = floodZonesAt(point, need(zoneAt, point))
const mining = miningAt(point)

const applications = applicationsAround(
  derive({ point, tune }, ({ point, tune }) => ({
    at: point,
    metres: tune.applications_radius_m,
    days: tune.applications_days,
  })),
)
const activity = activityIn(applications, field(tune, 'large_counts_as'))
const council = performanceOf(
  place,
  derive(authority, ({ name }) => name),
)

const development = score(
  'development',
  {
    constraint_density: factor(constraints, constraintsFinding),
    development_momentum: factor(activity, activityFinding),
    environmental_designations: factor(bearing, natureFinding),
    council_efficiency: factor(council, councilFinding),
    brownfield_opportunity: factor(brownfield, brownfieldFinding),
    flood_risk: factor(flood, floodFinding),
    mining_risk: factor(mining, miningFinding),
  },
  { gates: gates({ protected_land: gate(protecting, protectedLand), listed_here: gate(designated, listedHere) }) },
)

const whole = { minimum: 0, maximum: 100 }
const factorShape = object({
  factor: text('Name of the factor'),
  score: orNull(integer({ description: '0 to 100; null where it is not known', ...whole })),
  weight: number({ description: 'The declared weight, a fraction of 1', minimum: 0, maximum: 1 }),
  contribution: orNull(integer('Whole points of the score that come from this factor; null where it is not known')),
  points: orNull(number({ description: 'The same as the score of the factor, with one decimal', ...whole })),
  points_between: pointsBetween,
  detail: text('The finding in plain English, with its figures'),
})

/** Obstacles to building at a postcode, current building around it, and the deciding authority. */
export const planning = endpoint({
  id: 'planning',
  title: 'Planning constraints and development',
  summary:
    'What constrains building at a postcode; from standard up the planning applications around it where their source is switched on, how its authority decides, and how easily it can be built on; at full depth each designation, brownfield sites, flood zone and coal mining. Mostly England.',
  home: import.meta.dirname,
  path: '/planning/{postcode}',
  subject,
  sections: {
    location: section(location, { coordinates: field(place, 'point') }),

    constraints: section({
      conservation_area: field(constraints, 'conservationArea'),
      listed_buildings_nearby: maybe(listed),
      listed_within_m: render(
        integer({ description: 'Listed buildings are counted within this distance', unit: 'm' }),
        tune,
        ({ listed_radius_m: metres }) => metres,
      ),
      green_belt: field(constraints, 'greenBelt'),
      article_4_directions: field(constraints, 'articleFour'),
      constraint_level: field(constraints, 'level'),
      constraint_weight: field(constraints, 'weight'),
      planning_authority: render(
        orNull(text('Who decides here; in a national park it is the park')),
        authority,
        ({ name }) => name,
      ),
    }),

    // One volunteer reads councils' pages and guarantees nothing, so the price does not depend on it.
    applications: unpriced(
      standard(
        render(
          list(
            nearShape,
            'Around the place, newest first; their total is in the summary. Null where the source is not switched on, or had no call left: no word that nothing is applied for',
          ),
          { applications, tune },
          ({ applications: { items }, tune }) => items.slice(0, tune.applications_shown),
        ),
      ),
    ),
    applications_summary: unpriced(standard(omit(activity, 'density', 'momentum'))),

    council_performance: standard(omit(council, 'code')),

    development_score: standard(
      {
        score: field(development, 'score', '0 to 100, higher is easier to build; null where too little is known'),
        rating: field(development, 'rating', 'FAVOURABLE, MODERATE, CONSTRAINED or HIGHLY_CONSTRAINED'),
      },
      omit(development, 'score', 'rating', 'signals'),
      {
        factors: renderEach(
          factorShape,
          field(development, 'signals'),
          (signal) => ({ ...signal, score: signal.points === null ? null : Math.round(signal.points) }),
          'Every factor, those that add nothing too',
        ),
      },
    ),

    designations: full(take(100, designated)),
    designations_total: full(render(integer('How many there are'), designated, ({ length }) => length)),

    brownfield_sites: full(
      take(
        100,
        field(brownfield, 'sites'),
        'Registered around the place, nearest first. Councils hand in their registers more or less fully: none here is no proof',
      ),
    ),
    brownfield_summary: full(omit(brownfield, 'sites')),

    flood_risk: full(flood),

    mining: full(mining),
  },
})
