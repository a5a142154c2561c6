/** The order in which people of a company are listed: current ones first, newest first. */
import type { Officer, Owner } from '@domesday/source-companies-house'

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '')

/** Current officers by the day of appointment, then the others by the day of leaving. */
export const officersListed = (officers: readonly Officer[]): readonly Officer[] =>
  officers.toSorted(
    (a, b) =>
      Number(a.resigned !== null) - Number(b.resigned !== null) ||
      newestFirst(a.resigned ?? a.appointed ?? a.appointedBefore, b.resigned ?? b.appointed ?? b.appointedBefore),
  )

/** Current owners by the day of registration, then the others by the day on which control ended. */
export const ownersListed = (owners: readonly Owner[]): readonly Owner[] =>
  owners.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || newestFirst(a.ceased ?? a.notified, b.ceased ?? b.notified),
  )
