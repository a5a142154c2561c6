/** What an answer is worth: the depth whose price is charged at most, and what an equal answer costs again. */
import { hash } from 'node:crypto'
import { canonical } from '../config/hash.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { depths, depthRank, type Depth } from '../contract/node.ts'
import type { Again } from '../credits/ledger.ts'
import type { Missing } from './gap.ts'
import { isWanted } from './sections.ts'

/**
 * The highest depth, up to the one asked, whose own sections tell something. A depth without wanted sections of its own
 * is charged in full: the caller pays for something else, such as a wider circle; but not for the subject alone.
 */
export const worthOf = (
  endpoint: Endpoint,
  call: { readonly depth: Depth; readonly include: readonly string[] | null },
  tells: (section: string) => boolean,
): Depth => {
  const wanted = Object.entries(endpoint.sections).filter(([name, section]) => isWanted(call, name, section))
  if (!wanted.some(([name]) => tells(name))) return 'summary'
  for (const depth of depths.slice(1, depthRank(call.depth) + 1).toReversed()) {
    const added = wanted.filter(([, { from }]) => from === depth)
    if (added.length === 0 || added.some(([name]) => tells(name))) return depth
  }
  return 'summary'
}

/** The price is counted in ten-thousandths, so that it is exact. Null where it is the same again. */
export const againOf = (
  { data, missing }: { readonly data: unknown; readonly missing: readonly Missing[] },
  settings: string,
  credits: number,
  fraction: number,
): Again | null => {
  const share = Math.round(fraction * 10_000)
  if (share === 10_000) return null
  const lasting = missing.map(({ section, source, reason }) => [section, source, reason])
  return {
    answerHash: hash('sha256', canonical([data, lasting, settings])),
    amount: Math.max(1, Math.ceil((credits * share) / 10_000)),
  }
}
