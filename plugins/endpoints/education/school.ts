/** A school as it is shown, with the outcome of its inspections. */
import { drawn, object, type Of, type Shape } from '@domesday/core'
import { schoolFields, type SchoolNear } from '@domesday/source-gias'
import { publishedFields, type Published } from '@domesday/source-ofsted'

const fields = drawn(object({ ...schoolFields, ...publishedFields }), 'map', {
  title: 'name',
  word: 'inspectorate_rating',
  kind: 'phase',
  distance: 'distance_m',
  at: 'coordinates',
})
export interface ShownSchool extends Of<typeof fields> {}
export const schoolShape: Shape<ShownSchool> = fields

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
const elsewhere = ({ inspectorate, type_group }: SchoolNear): string | null =>
  type_group === 'college'
    ? 'Colleges are inspected as further education, whose outcomes are not among those of schools.'
    : inspectorate !== null && inspectorate !== 'Ofsted'
      ? `Inspected by ${inspectorate === 'ISI' ? 'the Independent Schools Inspectorate' : inspectorate}, which gives no such rating.`
      : null

const withoutOutcome = (school: SchoolNear): Published => {
  const note = elsewhere(school)
  return note === null
    ? { ...nothing, inspectorate_rating: 'Not Inspected', inspectorate_rating_basis: 'none' }
    : { ...nothing, inspectorate_rating_basis: 'no_single_grade', rating_note: note }
}

/** `inspected`: outcomes by reference number; null if they are missing. */
export const shown = (school: SchoolNear, inspected: Readonly<Record<string, Published>> | null): ShownSchool => {
  const { inspectorate: _, ...own } = school
  return { ...own, ...(inspected ? (inspected[school.urn] ?? withoutOutcome(school)) : nothing) }
}
