/** A school near a point, as it is published. */
import {
  choice,
  date,
  flag,
  integer,
  list,
  object,
  orNull,
  point,
  subject,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { predecessorFields } from '@domesday/vocabulary-succession'
import { groups, phases, type Phase } from './establishment.ts'

export const schoolFields = {
  urn: text("The register's unique reference number"),
  name: text('As registered'),
  phase: orNull(
    choice(
      phases,
      'Middle schools by what they are deemed; of independent and special schools it follows from the ages',
    ),
  ),
  type: text('As the register has it: voluntary_aided, voluntary_controlled, academy_converter, independent …'),
  type_group: choice(groups, 'Its type, put in one of seven groups'),
  age_low: orNull(integer({ description: 'Youngest age taught', unit: 'years' })),
  age_high: orNull(integer({ description: 'Age of leaving', unit: 'years' })),
  gender: orNull(text('mixed, boys or girls')),
  religious_character: orNull(text('Where there is one')),
  pupils: orNull(integer('On the roll at the last census')),
  postcode: subject('postcode', orNull(text('Its own'))),
  distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
  coordinates: orNull(point()),
  closing: flag('Open, but proposed to close'),
  closes_on: orNull(date('The day proposed')),
  opened_on: orNull(
    date('Under its present number; null where the register does not state it, as of most older schools'),
  ),
}
export const predecessorOfSchoolFields = { urn: text("The register's number of it"), ...predecessorFields }
const predecessorFieldsShape = object(predecessorOfSchoolFields)
export interface PredecessorOfSchool extends Of<typeof predecessorFieldsShape> {}
const nearFields = object({
  ...schoolFields,
  inspectorate: orNull(text('Of an independent school: ISI or Ofsted; null for other schools')),
  predecessors: list(predecessorFieldsShape, 'The schools that it succeeded within ten years, nearest first'),
})
export interface SchoolNear extends Of<typeof nearFields> {}
export const nearShape: Shape<SchoolNear> = nearFields

/**
 * Whether a school belongs to a phase. An all-through school, or one from 16, also counts as primary or secondary if it
 * has children of those ages (under 11, 11 to 15).
 */
export const isOf = (
  { phase, age_low: lowAge, age_high: highAge }: Pick<SchoolNear, 'phase' | 'age_low' | 'age_high'>,
  asked: Phase,
): boolean => {
  if (phase === asked) return true
  if (phase !== 'all-through' && phase !== '16-plus') return false
  if (lowAge === null || highAge === null)
    return phase === 'all-through' && (asked === 'primary' || asked === 'secondary')
  return asked === 'primary' ? lowAge < 11 && highAge > 5 : asked === 'secondary' && lowAge < 16 && highAge > 11
}
