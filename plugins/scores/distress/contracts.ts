/** Contracts that a company won, merged from both portals. */
import { derive, rounded, some, type Node } from '@domesday/core'
import { wonBy as wonOnContractsFinder } from '@domesday/source-contracts-finder'
import { wonBy as wonOnFindATender } from '@domesday/source-find-a-tender'
import {
  inPounds,
  mostListed,
  mergeNotices,
  type Company,
  type Contract,
  type Merged,
  type Won,
} from '@domesday/vocabulary-procurement'

/** One contract. If both portals have it, the figures are Find a Tender's; the other portal fills gaps. */
export interface MergedContract extends Contract {
  /** The other portals that published it. */
  readonly alsoIn: readonly string[]
}

export interface Contracts {
  readonly total: number
  /** Pounds, sum of the contracts with a stated award value. */
  readonly value: number
  /** Newest first, at most 100. */
  readonly items: readonly MergedContract[]
  /** False if a portal had more than we could read, or was not asked. */
  readonly complete: boolean
}

const joined = ({ notice, twin }: Merged<Contract>): MergedContract =>
  twin === null
    ? { ...notice, alsoIn: [] }
    : {
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
  const items = mergeNotices(both[0].contracts, both[1].contracts)
    .map(joined)
    .toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? ''))
  const twice = both[0].contracts.length + both[1].contracts.length - items.length
  return {
    total: both[0].total + both[1].total - twice,
    value: rounded(
      items.filter(inPounds).reduce((sum, { awardedValue }) => sum + (awardedValue ?? 0), 0),
      2,
    ),
    items: items.slice(0, mostListed),
    complete: both.every(({ complete, total, contracts }) => complete && total === contracts.length),
  }
}

export const contractsOf = (company: Node<Company>): Node<Contracts> => {
  const won = some({ findATender: wonOnFindATender(company), contractsFinder: wonOnContractsFinder(company) })
  return derive({ won }, ({ won }) => mergeWon(won.findATender, won.contractsFinder))
}
