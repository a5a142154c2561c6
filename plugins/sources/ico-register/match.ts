/** Whether an entry of the register is that of an organisation. */
import { formOf, type Match } from '@domesday/vocabulary-companies'

export interface Organisation {
  readonly name: string
  readonly postcode: string | null
  /** When it was formed; null if not known. */
  readonly since: string | null
}
export const bases = ['name and postcode', 'trading name and postcode', 'name'] as const
export const compact = (postcode: string): string => postcode.toUpperCase().replace(/\s/g, '')

interface Told {
  readonly started: string | null
  readonly postcode: string | null
}

/**
 * Entries follow a change of name, so that only one of before the company was formed is another's: at its postcode it
 * may be that of the business from which it came. The postcode is often that of a shop, and the office another.
 */
export const matchOf = (
  row: Told,
  basis: (typeof bases)[number],
  { name, postcode, since }: Organisation,
): Match | null => {
  const isHere = basis !== 'name'
  const isOlder = row.started !== null && since !== null && row.started < since
  if (isOlder && !isHere) return null
  const isElsewhere = !isHere && row.postcode !== null && postcode !== null && row.postcode !== compact(postcode)
  return {
    by: 'name',
    agreed: [
      basis === 'trading name and postcode' ? 'trading name' : 'name',
      ...(isHere ? ['postcode'] : formOf(name) === '' ? [] : ['legal form']),
      ...(row.started === null || since === null || isOlder ? [] : ['time']),
    ],
    against: [...(isOlder ? ['time'] : []), ...(isElsewhere ? ['postcode'] : [])],
    sure: isOlder ? 'possible' : basis === 'name and postcode' ? 'certain' : 'likely',
  }
}
