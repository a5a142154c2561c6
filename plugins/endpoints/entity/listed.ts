/** In which order the people of a company are listed: those who hold their place today first, newest first. */
import type { Officer, Owner } from '@domesday/source-companies-house'

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '')

/** Serving ones by the day they were appointed, then the others by the day they left. */
export const officersListed = (officers: readonly Officer[]): readonly Officer[] =>
  officers.toSorted(
    (a, b) =>
      Number(a.resigned !== null) - Number(b.resigned !== null) ||
      newestFirst(a.resigned ?? a.appointed ?? a.appointedBefore, b.resigned ?? b.appointed ?? b.appointedBefore),
  )

/** Those who hold control by the day it was registered, then the others by the day it ended. */
export const ownersListed = (owners: readonly Owner[]): readonly Owner[] =>
  owners.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || newestFirst(a.ceased ?? a.notified, b.ceased ?? b.notified),
  )
