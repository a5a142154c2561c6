/** Bodies of which this register has only an entry: their record is kept by another, or under another number. */
import { filesElsewhere, type Profile } from '@domesday/source-companies-house'

/** Who keeps it, in words; null where it is kept here. */
export const keptBy = ({ type, parent }: Pick<Profile, 'type' | 'parent'>): string | null => {
  if (type !== 'uk-establishment') return filesElsewhere(type)
  const { name, company_number: number } = parent ?? { name: null, company_number: null }
  const numbered = number === null ? '' : ` (${number})`
  return `the company from abroad of which it is a branch${name === null ? '' : `, ${name}`}${numbered}`
}
