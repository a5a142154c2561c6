/** What the brownfield sites around a place could hold. */
import type { BrownfieldSite } from '@domesday/source-planning-data'

/** Homes at least, of the sites that state it: the most that a site could hold is no promise of the least. */
export const leastHomes = (sites: readonly Pick<BrownfieldSite, 'homes'>[]): number =>
  sites.reduce((sum, { homes }) => sum + (homes.least ?? 0), 0)
