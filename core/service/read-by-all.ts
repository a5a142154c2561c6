/** Evidence that belongs to no key. */
import type { OpenEvidence } from '../contract/evidence.ts'

/** Every key may read these packs: they are of sample data, which is nobody's. */
export const readableByAll = (evidence: OpenEvidence, ids: ReadonlySet<string>): OpenEvidence => ({
  ...evidence,
  find: (id, owner) => evidence.find(id, ids.has(id) ? null : owner),
  list: (query) => {
    // A list is of one owner, in one order.
    if (query.owner !== null) for (const id of ids) evidence.own(id, query.owner)
    return evidence.list(query)
  },
})
