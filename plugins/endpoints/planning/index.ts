import {
  derive,
  endpoint,
  full,
  integer,
  maybe,
  need,
  params,
  postcode,
  rounded,
  section,
  settings,
  some,
  standard,
  unpriced,
} from '@domesday/core'
import { zoneAt } from '@domesday/source-ea-flood-risk'
import { miningAt } from '@domesday/source-mining-risk'
import { natureAround } from '@domesday/source-natural-england'
import { applicationsAround } from '@domesday/source-planning-applications'
import { brownfield as brownfieldNear, constraintsAt, floodZone, listedBuildings } from '@domesday/source-planning-data'
import { performanceOf } from '@domesday/source-planning-performance'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { activityOf } from './activity.ts'
import { leastHomes } from './brownfield.ts'
import { asDevelopment, developmentScore } from './development.ts'
import { floodZonesOf, probability } from './flood.ts'
import { response } from './response.ts'
import { designatedAround } from './sites.ts'

const asked = params({ postcode })
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

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)

const constraints = constraintsAt(point)
const listed = need(listedBuildings, { point, tune }, ({ point, tune }) => ({
  at: point,
  metres: tune.listed_radius_m,
}))
const nature = natureAround(point)
const brownfield = need(brownfieldNear, { point, tune }, ({ point, tune }) => ({
  at: point,
  metres: tune.brownfield_radius_m,
}))
const mining = miningAt(point)
const zones = some({
  agency: need(zoneAt, { point }, ({ point }) => point),
  platform: need(floodZone, { point }, ({ point }) => point),
})
const flood = derive({ zones }, ({ zones }) => floodZonesOf(zones))

const applications = applicationsAround(
  derive({ point, tune }, ({ point, tune }) => ({
    at: point,
    metres: tune.applications_radius_m,
    days: tune.applications_days,
  })),
)
const activity = derive({ applications, tune }, ({ applications, tune }) =>
  activityOf(applications, {
    metres: tune.applications_radius_m,
    days: tune.applications_days,
    large: tune.large_counts_as,
  }),
)
const council = performanceOf(
  place,
  derive({ constraints }, ({ constraints }) => constraints.authority),
)

const development = developmentScore({ constraints, activity, nature, council, brownfield, flood, mining, tune })
const designated = derive({ known: some({ register: constraints, nature }) }, ({ known }) =>
  designatedAround(known.register, known.nature),
)

/** Obstacles to building at a postcode, current building around it, and the deciding authority. */
export const planning = endpoint({
  id: 'planning',
  title: 'Planning constraints and development',
  summary:
    'What constrains building at a postcode; from standard up the planning applications around it where their source is switched on, how its authority decides, and how easily it can be built on; at full depth each designation, brownfield sites, flood zone and coal mining. Mostly England.',
  home: import.meta.dirname,
  path: '/planning/{postcode}',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      region: place.region,
      nation: place.nation,
      coordinates: place.point,
    })),

    constraints: section({ constraints, listed: maybe(listed), tune }, ({ constraints, listed, tune }) => ({
      conservation_area: constraints.conservationArea,
      listed_buildings_nearby: listed,
      listed_within_m: tune.listed_radius_m,
      green_belt: constraints.greenBelt,
      article_4_directions: constraints.articleFour,
      constraint_level: constraints.level,
      constraint_weight: constraints.weight,
      planning_authority: constraints.authority,
    })),

    // One volunteer reads councils' pages and guarantees nothing, so the price does not depend on it.
    applications: unpriced(
      standard({ applications, tune }, ({ applications: { items }, tune }) =>
        items.slice(0, tune.applications_shown).map((one) => ({
          reference: one.reference,
          description: one.description,
          status: one.status,
          date: one.date,
          decided: one.decided,
          type: one.type,
          size: one.size,
          address: one.address,
          authority: one.authority,
          distance_m: one.metres,
          coordinates: one.at,
          url: one.url,
        })),
      ),
    ),
    applications_summary: unpriced(
      standard({ activity, tune }, ({ activity: { total, listed, states, large, approvalRate }, tune }) => ({
        radius_m: tune.applications_radius_m,
        days: tune.applications_days,
        total,
        counted: listed,
        ...states,
        large,
        approval_rate_pct: approvalRate,
      })),
    ),

    council_performance: standard({ council }, ({ council }) => ({
      approval_rate_pct: council.approvalRate,
      in_time_pct: council.inTimeRate,
      decisions: council.decisions,
      major_decisions: council.majorDecisions,
      majors_in_time_pct: council.majorsInTimeRate,
      authority: council.authority,
      from: council.from,
      to: council.to,
    })),

    development_score: standard({ development }, ({ development }) => asDevelopment(development)),

    designations: full({ designated }, ({ designated }) =>
      designated.slice(0, 100).map(({ name, kind, theme, metres, ...site }) => ({
        name,
        kind,
        theme,
        at_postcode: metres === null ? null : metres === 0,
        distance_m: metres,
        ...site,
      })),
    ),
    designations_total: full({ designated }, ({ designated }) => designated.length),

    brownfield_sites: full({ brownfield }, ({ brownfield: { sites } }) =>
      sites.slice(0, 100).map((site) => ({
        reference: site.reference,
        address: site.address,
        hectares: site.hectares,
        homes_min: site.homes.least,
        homes_max: site.homes.most,
        permission: site.permission,
        permission_type: site.permissionType,
        permission_date: site.permissionDate,
        ownership: site.ownership,
        deliverable: site.deliverable,
        distance_m: site.metres,
        coordinates: site.at,
      })),
    ),
    brownfield_summary: full({ brownfield, tune }, ({ brownfield: { total, sites }, tune }) => ({
      radius_m: tune.brownfield_radius_m,
      total,
      hectares: rounded(
        sites.reduce((sum, { hectares }) => sum + (hectares ?? 0), 0),
        2,
      ),
      homes_min: leastHomes(sites),
    })),

    flood_risk: full({ flood }, ({ flood: { zone, zones } }) => ({ zone, probability: probability[zone], zones })),

    mining: full({ mining }, ({ mining }) => ({
      level: mining.level,
      coalfield: mining.coalfield,
      development_high_risk_area: mining.highRisk,
      surface_mining: mining.surfaceMined,
      surface_coal: mining.surfaceCoal,
    })),
  },
})
