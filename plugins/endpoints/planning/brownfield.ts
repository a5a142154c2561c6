/** The capacity of brownfield sites around a place. */
import type { BrownfieldSite } from '@domesday/source-planning-data'

/** Minimum number of homes, over the sites that state it. The maximum of a site says nothing of its minimum. */
export const leastHomes = (sites: readonly Pick<BrownfieldSite, 'homes'>[]): number =>
  sites.reduce((sum, { homes }) => sum + (homes.least ?? 0), 0)
