/** A school as it is shown, with the outcome of its inspections. */
import { drawn, object, text, type Of, type Shape } from '@domesday/core'
import { predecessorOfSchoolFields, schoolFields, type SchoolNear } from '@domesday/source-gias'
import { publishedFields, type Published, type Reach } from '@domesday/source-ofsted'
import { newSchool } from './new-school.ts'

const { inspectorate_rating, inspectorate_rating_basis, category_of_concern, inspected_on } = publishedFields
const fields = drawn(object({ ...schoolFields, ...publishedFields }), 'map', {
  title: 'name',
  word: 'inspectorate_rating',
  kind: 'phase',
  distance: 'distance_m',
  at: 'coordinates',
})
export interface ShownSchool extends Of<typeof fields> {}
export const schoolShape: Shape<ShownSchool> = fields

/** Apart from the schools that are listed: whoever counts those counts open ones. */
const beforeFields = drawn(
  object({
    successor: text('Number of the school that succeeded it'),
    ...predecessorOfSchoolFields,
    inspectorate_rating,
    inspectorate_rating_basis,
    category_of_concern,
    inspected_on,
  }),
  'events',
  { on: 'until', title: 'name', word: 'inspectorate_rating' },
)
export interface BeforeSchool extends Of<typeof beforeFields> {}
export const beforeShape: Shape<BeforeSchool> = beforeFields

const nothing: Published = {
  inspectorate_rating: null,
  inspectorate_rating_basis: null,
  category_of_concern: null,
  inspected_on: null,
  rating_note: null,
  report_card: null,
  last_overall_grade: null,
}

/** Whether another body inspects the school: then a missing outcome does not mean that there was no inspection. */
const elsewhere = ({ inspectorate, type, type_group }: SchoolNear): string | null =>
  type_group === 'college' || /16_(to_)?19/.test(type)
    ? 'Colleges are inspected as further education, whose outcomes are not among those of schools.'
    : inspectorate !== null && inspectorate !== 'Ofsted'
      ? `Inspected by ${inspectorate === 'ISI' ? 'the Independent Schools Inspectorate' : inspectorate}, which gives no such rating.`
      : null

const withoutOutcome = (school: SchoolNear, led: readonly BeforeSchool[], reach: Reach | null): Published => {
  const note = elsewhere(school)
  if (note !== null) return { ...nothing, inspectorate_rating_basis: 'no_single_grade', rating_note: note }
  const unknown = newSchool(school, led, reach)
  return unknown === null
    ? { ...nothing, inspectorate_rating: 'Not Inspected', inspectorate_rating_basis: 'none' }
    : { ...nothing, inspectorate_rating_basis: 'unknown', rating_note: unknown }
}

export interface Outcomes {
  /** By reference number, of the schools and of those that they succeeded; null if they are missing. */
  readonly inspected: Readonly<Record<string, Published>> | null
  readonly reach: Reach | null
}

/** What stood before a school, with the last outcome of each under its own number. */
export const beforeOf = (school: SchoolNear, inspected: Outcomes['inspected']): readonly BeforeSchool[] =>
  school.predecessors.map((one) => {
    const { inspectorate_rating, inspectorate_rating_basis, category_of_concern, inspected_on } =
      inspected?.[one.urn] ?? nothing
    return {
      successor: school.urn,
      ...one,
      inspectorate_rating,
      inspectorate_rating_basis,
      category_of_concern,
      inspected_on,
    }
  })

export const shown = (school: SchoolNear, { inspected, reach }: Outcomes): ShownSchool => {
  const { inspectorate: _, predecessors: __, ...own } = school
  return {
    ...own,
    ...(inspected ? (inspected[school.urn] ?? withoutOutcome(school, beforeOf(school, inspected), reach)) : nothing),
  }
}

/** Schools and those that they succeeded: whose outcomes are asked. */
export const numbersOf = (schools: readonly SchoolNear[]): readonly string[] => [
  ...new Set(schools.flatMap(({ urn, predecessors }) => [urn, ...predecessors.map((one) => one.urn)])),
]
