/** What an answer is worth: the depth whose price is charged at most, and what an equal answer costs again. */
import { hash } from 'node:crypto'
import { canonical } from '../config/hash.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { depths, depthRank, type Depth } from '../contract/node.ts'
import type { Again } from '../credits/ledger.ts'
import type { Missing } from './gap.ts'
import { identitySections } from './endpoint-facts.ts'
import { isWanted } from './sections.ts'

/**
 * The highest depth, up to the one asked, whose own sections tell something. A depth without wanted sections of its own
 * is charged in full: the caller pays for something else, such as a wider circle; but not for the subject alone. Where
 * the lowest depth told nothing but that, one depth less is paid for.
 */
export const worthOf = (
  endpoint: Endpoint,
  call: { readonly depth: Depth; readonly include: readonly string[] | null },
  tells: (section: string) => boolean,
): Depth => {
  const wanted = Object.entries(endpoint.sections).filter(([name, section]) => isWanted(call, name, section))
  if (!wanted.some(([name]) => tells(name))) return 'summary'
  const told = depths.slice(0, depthRank(call.depth) + 1).findLast((depth) => {
    const added = wanted.filter(([, { from }]) => from === depth)
    return added.length === 0 || added.some(([name]) => tells(name))
  })
  const lowest = wanted.filter(
    ([name, { from, unpriced }]) => from === 'summary' && !unpriced && !identitySections(endpoint).has(name),
  )
  const lacksLowest = lowest.length > 0 && !lowest.some(([name]) => tells(name))
  return depths[Math.max(0, depthRank(told ?? 'summary') - (lacksLowest ? 1 : 0))]!
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
