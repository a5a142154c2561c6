/** Who stood before whom: schools, councils, practices, seats and companies that others continue under a new number. */
import { choice, date, object, orNull, text, type Of, type Shape } from '@domesday/core'
import { kinds } from './steps.ts'

export { before, kinds, type Kind, type Step } from './steps.ts'
export { formerCouncils, formerInWords, type Council, type FormerCouncil, type FormerCouncils } from './councils.ts'

export const predecessorFields = {
  name: text('As it was called'),
  kind: choice(kinds, {
    description:
      'continued: the same body under another number; merged: one of several that became one, or was taken in; split: gave a part; replaced: closed, and this was founded in its place',
  }),
  until: orNull(
    date('Its last day; of one that was split, the day of that. Null where the register does not state it'),
  ),
}
const fields = object(predecessorFields)
export interface Predecessor extends Of<typeof fields> {}
export const predecessorShape: Shape<Predecessor> = fields
