import {
  choice,
  countBy,
  depth,
  derive,
  endpoint,
  full,
  maybe,
  need,
  notCovered,
  number,
  object,
  optional,
  params,
  postcode,
  section,
  settings,
  standard,
} from '@domesday/core'
import { isOf, phases, schoolsWithin } from '@domesday/source-gias'
import { outcomes } from '@domesday/source-ofsted'
import { placeOf, pointOf } from '@domesday/source-postcodes-io'
import { inspectorates } from './inspectorate.ts'
import { ratingNote } from './note.ts'
import { ratingCounts, shown } from './rating.ts'
import { response } from './response.ts'

const phase = choice(
  phases,
  'Only schools of this phase; those for all ages, or from 16, count as primary or secondary too where they have such children',
)

const asked = params({ postcode, phase: optional({ ...phase, clean: (raw) => raw.trim().toLowerCase() }) })

const km = number({ unit: 'km', exclusiveMinimum: 0, maximum: 10 })
const tune = settings({ radius_km: object({ summary: km, standard: km, full: km }) })

const place = placeOf(asked)
const point = pointOf(place)
const nation = derive({ place }, ({ place }) => place.nation)
const area = derive({ point, tune, depth }, ({ point, tune, depth }) => ({ at: point, km: tune.radius_km[depth] }))

const around = need(schoolsWithin, { area }, ({ area }) => area)
const schools = derive({ around, asked }, ({ around, asked: { phase } }) =>
  phase === undefined ? around : around.filter((school) => isOf(school, phase)),
)
// There are no schools to ask for outside England; without this, missing outcomes would have another reason.
const england = derive({ place }, ({ place: { nation } }) => (nation === 'England' ? nation : notCovered(nation)))
const inspected = need(outcomes, { england, schools }, ({ schools }) => schools.map(({ urn }) => urn))

const most = 100

const unrated = { inspectorate_rating: null, inspectorate_rating_basis: null, category_of_concern: null }

/** Schools around a postcode in England and their inspection outcomes, without a score. */
export const education = endpoint({
  id: 'education',
  title: 'Schools around a postcode',
  summary:
    'Schools and colleges around a postcode in England, state-funded and independent, nearest first, with how inspectors rate them and on what that rests. The depth widens the circle.',
  home: import.meta.dirname,
  path: '/education/{postcode}',
  tool: 'uk_education_intelligence',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place: { postcode, local_authority, region, nation, point } }) => ({
      postcode,
      local_authority,
      region,
      coordinates: point,
      inspectorate: inspectorates[nation] ?? null,
    })),

    schools: section({ schools, inspected: maybe(inspected) }, ({ schools, inspected }) =>
      schools.slice(0, most).map((school) => {
        const outcome = inspected?.[school.urn]
        return {
          urn: school.urn,
          name: school.name,
          phase: school.phase,
          type: school.type,
          type_group: school.group,
          ...(inspected ? shown(school, outcome) : unrated),
          inspected_on: outcome?.on ?? null,
          rating_note: inspected && ratingNote(school, outcome),
          report_card: outcome?.reportCard
            ? { inspected_on: outcome.reportCard.on, grades: outcome.reportCard.areas }
            : null,
          last_overall_grade: outcome?.lastGrade
            ? { rating: outcome.lastGrade.rating, inspected_on: outcome.lastGrade.on }
            : null,
          age_low: school.lowAge,
          age_high: school.highAge,
          gender: school.gender,
          religious_character: school.religion,
          pupils: school.pupils,
          postcode: school.postcode,
          distance_m: school.metres,
          coordinates: school.at,
          closing: school.closing,
          closes_on: school.closes,
        }
      }),
    ),

    summary: section({ schools, inspected: maybe(inspected), area, asked }, ({ schools, inspected, area, asked }) => ({
      radius_km: area.km,
      phase: asked.phase ?? null,
      total: schools.length,
      ...ratingCounts(schools, inspected),
    })),
    'summary.by_phase': standard({ schools }, ({ schools }) => countBy(schools, ({ phase }) => phase ?? 'unknown')),
    'summary.by_type_group': full({ schools }, ({ schools }) => countBy(schools, ({ group }) => group)),
  },
})
