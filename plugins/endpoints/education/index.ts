import {
  choice,
  countBy,
  depth,
  derive,
  drawn,
  endpoint,
  field,
  figure,
  full,
  integer,
  list,
  maybe,
  need,
  notCovered,
  number,
  object,
  optional,
  orNull,
  pick,
  render,
  section,
  settings,
  standard,
  table,
  unpriced,
} from '@domesday/core'
import { isOf, phases, schoolsWithin } from '@domesday/source-gias'
import { outcomes, outcomesReach, ratingCountFields, ratingCounts, unknownCounts } from '@domesday/source-ofsted'
import { atPostcode } from '@domesday/subject-postcode'
import { inspectorates, inspectorateShape } from './inspectorate.ts'
import { beforeOf, beforeShape, numbersOf, schoolShape, shown } from './school.ts'

const phase = choice(
  phases,
  'Only schools of this phase; those for all ages, or from 16, count as primary or secondary too where they have such children',
)

const { asked, place, point, subject } = atPostcode({
  phase: optional({ ...phase, clean: (raw: string) => raw.trim().toLowerCase() }),
})

const km = number({ unit: 'km', exclusiveMinimum: 0, maximum: 10 })
const tune = settings({ radius_km: object({ summary: km, standard: km, full: km }) })
const area = derive({ point, tune, depth }, ({ point, tune, depth }) => ({ at: point, km: tune.radius_km[depth] }))

const around = need(schoolsWithin, area)
const schools = derive({ around, asked }, ({ around, asked: { phase } }) =>
  phase === undefined ? around : around.filter((school) => isOf(school, phase)),
)
// There are no schools to ask for outside England; without this, missing outcomes would have another reason.
const england = derive(place, ({ nation }) => (nation === 'England' ? nation : notCovered(nation)))
const inspected = maybe(need(outcomes, { england, schools }, ({ schools }) => numbersOf(schools)))
const reach = maybe(need(outcomesReach, england, () => ({})))

const most = 100
const summaryShape = drawn(
  object({
    radius_km: figure('km', 'How far was looked, by depth'),
    phase: orNull(choice(phases, 'The phase that was asked for')),
    total: integer('Schools within the radius, listed or not'),
    ...ratingCountFields,
  }),
  'shares',
  {
    total: 'total',
    good: ['outstanding', 'good'],
    fair: 'requires_improvement',
    bad: 'inadequate',
    parts: ['not_inspected', 'not_known', 'no_single_grade'],
  },
)

/** Schools around a postcode in England and their inspection outcomes, without a score. */
export const education = endpoint({
  id: 'education',
  title: 'Schools around a postcode',
  summary:
    'Schools and colleges around a postcode in England, state-funded and independent, nearest first, with how inspectors rate them and on what that rests. The depth widens the circle.',
  home: import.meta.dirname,
  path: '/education/{postcode}',
  tool: 'uk_education_intelligence',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'local_authority', 'region'), {
      coordinates: field(place, 'point'),
      inspectorate: render(inspectorateShape, place, ({ nation }) => inspectorates[nation] ?? null),
    }),

    schools: section(
      render(
        list(schoolShape, `Nearest first, the nearest ${most} at most; their total is in the summary`),
        { schools, inspected, reach },
        ({ schools, ...known }) => schools.slice(0, most).map((school) => shown(school, known)),
      ),
    ),

    predecessors: unpriced(
      section(
        render(
          list(
            beforeShape,
            'The schools that those listed succeeded within ten years, with the last outcome of each under its own number: it is not that of its successor. Without a basis, the outcomes that are published have none',
          ),
          { schools, inspected },
          ({ schools, inspected }) => schools.slice(0, most).flatMap((school) => beforeOf(school, inspected)),
        ),
      ),
    ),

    summary: section(
      render(summaryShape, { schools, inspected, reach, area, asked }, ({ schools, area, asked, ...known }) => ({
        radius_km: area.km,
        phase: asked.phase ?? null,
        total: schools.length,
        ...(known.inspected ? ratingCounts(schools.map((school) => shown(school, known))) : unknownCounts),
      })),
    ),
    'summary.by_phase': standard(
      render(table(integer(), 'Schools by phase; those without one under unknown'), schools, (schools) =>
        countBy(schools, ({ phase }) => phase ?? 'unknown'),
      ),
    ),
    'summary.by_type_group': full(
      render(table(integer(), 'Schools by group of types'), schools, (schools) =>
        countBy(schools, ({ type_group }) => type_group),
      ),
    ),
  },
})
