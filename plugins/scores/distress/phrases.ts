/** How findings are said. */
import type { Charges, Officer } from '@domesday/source-companies-house'

const british = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `14 May 2026` */
export const spoken = (day: string): string => british.format(Date.parse(`${day}T00:00:00Z`))

/** `1 charge`, `3 charges` */
export const counted = (count: number, one: string, several = `${one}s`): string => `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`

export const pounds = (amount: number): string => `£${amount.toLocaleString('en-GB', { maximumFractionDigits: 0 })}`

/** `Averil THORNQUIST`: lists of officers put a person's surname first. */
export const naturalName = ({ name, corporate }: Officer): string => corporate ? name : name.replace(/^([^,]+), (.+)$/, '$2 $1')

/** `3 of 4 registered charges are outstanding` */
export const outstandingInWords = ({ total, outstanding }: Charges): string => {
  if (total === 0) return 'No charge is registered'
  if (total === 1) return `The only registered charge is ${outstanding === 0 ? 'satisfied' : 'outstanding'}`
  if (outstanding === 0) return `All ${total} registered charges are satisfied`
  return outstanding === total ? `All ${total} registered charges are outstanding` : `${outstanding} of ${total} registered charges ${outstanding === 1 ? 'is' : 'are'} outstanding`
}
