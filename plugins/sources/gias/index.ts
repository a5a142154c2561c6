import { counted, dataset, list, withParts, type Partly, type Point } from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'
import { columns, linkColumns } from './columns.ts'
import { nearShape } from './near.ts'
import { hasLinks, isYoung, predecessorsOf } from './predecessors.ts'
import { fuller, keyOf, placeOf, rowOf, type Row } from './row.ts'

export { phases, schoolOf, type Group, type Phase, type School } from './establishment.ts'
export { isOf, predecessorOfSchoolFields, schoolFields, type PredecessorOfSchool, type SchoolNear } from './near.ts'

/** The newest file is built in the morning; a missing one is a 404 or a 500. */
const days = (day: Date): readonly string[] =>
  Array.from({ length: 5 }, (_, back) =>
    new Date(day.getTime() - back * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
  )
const encoding = 'detect' // Windows-1252, but no header says so

export const gias = dataset({
  id: 'gias',
  title: 'Get Information About Schools',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Department for Education, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'Schools and colleges open in England, independent ones too; a few new ones have no place yet and are not found by distance; of those that opened within ten years, the schools that they succeeded',
  pull: [
    {
      part: '',
      wire: columns,
      addresses: (day) => days(day).map((date) => `/edubase/downloads/public/edubasealldata${date}.csv`),
      as: 'csv',
      encoding,
    },
    {
      part: 'links',
      wire: linkColumns,
      addresses: (day) => days(day).map((date) => `/edubase/downloads/public/links_edubasealldata${date}.csv`),
      as: 'csv',
      encoding,
    },
  ],
  row: rowOf,
  key: keyOf,
  newer: fuller,
  index: ['successor', 'marks', 'file'],
  place: placeOf,
  version: 4,
})

const whole = (figure: number | null): number | null => figure && Math.round(figure)

type Placed = NonNullable<Row['school']>
const publishedOf = (
  { group, lowAge, highAge, religion, pupils, at, closes, opened, welsh: _, marks: __, ...school }: Placed,
  km: number,
) => ({
  ...school,
  type_group: group,
  age_low: whole(lowAge),
  age_high: whole(highAge),
  religious_character: religion,
  pupils: whole(pupils),
  coordinates: at,
  closes_on: closes,
  opened_on: opened,
  distance_m: Math.round(km * 1000),
})

/** Every school of England within a distance, nearest first: about five hundred within 5 km in central London. */
export const schoolsWithin = gias.ask(
  'within',
  (rows, { at, km }: { readonly at: Point; readonly km: number }) => {
    const near = [...rows.near(at, km)].flatMap(({ school, km: away }) => (school ? [{ school, away }] : []))
    const schools = near
      .filter(({ school }) => !school.welsh)
      .map(({ school, away }) => ({ ...publishedOf(school, away), predecessors: predecessorsOf(rows, school) }))
    const beyond = near.length - schools.length
    const alone = schools.filter(
      ({ predecessors, opened_on }) => predecessors.length === 0 && isYoung({ opened: opened_on }, rows),
    ).length
    const listed = withParts(schools, [
      ...(beyond === 0
        ? []
        : [
            {
              why: `${counted(beyond, 'school')} within the distance in Wales, whose schools are not listed`,
              known: schools.length / near.length,
            },
          ]),
      ...(alone === 0 || hasLinks(rows)
        ? []
        : [
            {
              why: `what ${counted(alone, 'young school')} succeeded is not known without the register's file of links`,
            },
          ]),
    ]) as typeof schools | Partly<typeof schools>
    return ofCircle(listed, { at, metres: km * 1000 }, gias)
  },
  { digest: list(nearShape), version: 2 },
)
