/** Contracts that a company won, from both portals, each once. */
import { derive, rounded, some, type Node } from '@domesday/core'
import { wonBy as wonOnContractsFinder, type Company, type Contract, type Notice, type Won } from '@domesday/source-contracts-finder'
import { wonBy as wonOnFindATender } from '@domesday/source-find-a-tender'

type Matchable = Pick<Notice, 'ocids' | 'match'>
export interface Merged<T> { readonly notice: T; readonly twin: T | null }

const tally = (notices: readonly Matchable[]): ReadonlyMap<string | null, number> => {
  const counts = new Map<string | null, number>()
  for (const { match } of notices) counts.set(match, (counts.get(match) ?? 0) + 1)
  return counts
}

/**
 * Notices of two portals as one list. A procurement that both published is one row: known by an OCID that they share, else by its
 * buyer and title, where these stand once in each portal.
 */
export const mergeNotices = <T extends Matchable>(first: readonly T[], second: readonly T[]): readonly Merged<T>[] => {
  const left = new Set(second)
  const take = (twin: T | undefined): T | null => {
    if (twin === undefined) return null
    left.delete(twin)
    return twin
  }
  const byOcid = new Map(first.map((notice) => [notice, take([...left].find(({ ocids }) => ocids.some((ocid) => notice.ocids.includes(ocid))))]))
  const inFirst = tally(first), inSecond = tally(second)
  const once = ({ match }: T): boolean => match !== null && inFirst.get(match) === 1 && inSecond.get(match) === 1
  const merged = [...byOcid].map(([notice, twin]): Merged<T> => ({
    notice,
    twin: twin ?? (once(notice) ? take([...left].find(({ match }) => match === notice.match)) : null),
  }))
  return [...merged, ...[...left].map((notice) => ({ notice, twin: null }))]
}

/** One contract. Where both portals have it the figures are of Find a Tender, completed from the other. */
export interface MergedContract extends Contract {
  /** The other portal that published it. */
  readonly alsoIn: readonly string[]
}

export interface Contracts {
  readonly total: number
  /** Pounds, over all whose awarded value is stated. */
  readonly value: number
  /** Newest first, 100 at most. */
  readonly items: readonly MergedContract[]
  /** False where a portal held more than could be read, or was not asked. */
  readonly complete: boolean
}

const joined = ({ notice, twin }: Merged<Contract>): MergedContract => twin === null ? { ...notice, alsoIn: [] } : {
  ...notice,
  buyer: notice.buyer ?? twin.buyer,
  value: notice.value ?? twin.value,
  awardedValue: notice.awardedValue ?? twin.awardedValue,
  currency: notice.currency ?? twin.currency,
  awarded: notice.awarded ?? twin.awarded,
  matched: notice.matched === 'number' || twin.matched === 'number' ? 'number' : 'name',
  alsoIn: [twin.source],
}

const nothing: Won = { total: 0, value: 0, contracts: [], complete: false }

export const mergeWon = (findATender: Won | null, contractsFinder: Won | null): Contracts => {
  const both = [findATender ?? nothing, contractsFinder ?? nothing] as const
  const items = mergeNotices(both[0].contracts, both[1].contracts).map(joined).toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? ''))
  const inPounds = ({ currency }: Contract): boolean => currency === 'GBP' || currency === null
  const twice = both[0].contracts.length + both[1].contracts.length - items.length
  return {
    total: both[0].total + both[1].total - twice,
    value: rounded(items.filter(inPounds).reduce((sum, { awardedValue }) => sum + (awardedValue ?? 0), 0), 2),
    items: items.slice(0, 100),
    complete: both.every(({ complete, total, contracts }) => complete && total === contracts.length),
  }
}

export const contractsOf = (company: Node<Company>): Node<Contracts> => {
  const won = some({ findATender: wonOnFindATender(company), contractsFinder: wonOnContractsFinder(company) })
  return derive({ won }, ({ won }) => mergeWon(won.findATender, won.contractsFinder))
}
