/** Public contracts on a subject, from both portals of the United Kingdom, each once. */
import { derive, some, type Node } from '@domesday/core'
import { mergeNotices } from '@domesday/score-distress'
import { marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { marketFor as onFindATender, type Market, type Notice, type Wanted } from '@domesday/source-find-a-tender'

export interface Contract extends Notice {
  /** The other portal, where it has it too. */
  readonly alsoIn: readonly string[]
}

export interface Contracts {
  /** Over all that the portals hold, less what was seen to stand in both. */
  readonly total: number
  readonly open: number
  /** The newest hundred of each, newest first. */
  readonly items: readonly Contract[]
}

const nothing: Market = { total: 0, open: 0, awarded: 0, notices: [] }
const isOpen = ({ status }: Notice): boolean => status === 'open'

/** Where both have it the figures are of the first, completed from the other. */
export const mergeMarkets = (first: Market | null, second: Market | null): Contracts => {
  const both = [first ?? nothing, second ?? nothing] as const
  const listed = [...both[0].notices, ...both[1].notices]
  const items = mergeNotices(both[0].notices, both[1].notices).map(({ notice, twin }): Contract => ({
    ...notice,
    status: twin?.status === 'awarded' ? 'awarded' : notice.status,
    value: notice.value ?? twin?.value ?? null,
    currency: notice.value === null ? twin?.currency ?? null : notice.currency,
    deadline: notice.deadline ?? twin?.deadline ?? null,
    alsoIn: twin === null ? [] : [twin.source],
  }))
  return {
    total: both[0].total + both[1].total - listed.length + items.length,
    open: both[0].open + both[1].open - listed.filter(isOpen).length + items.filter(isOpen).length,
    items: items.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '')),
  }
}

export const contractsOn = (wanted: Node<Wanted>): Node<Contracts> => {
  const markets = some({ findATender: onFindATender(wanted), contractsFinder: onContractsFinder(wanted) })
  return derive({ markets }, ({ markets }) => mergeMarkets(markets.findATender, markets.contractsFinder))
}
