/** Notices of several portals as one market, each procurement once. */
import { mergeNotices } from '@domesday/score-distress'
import type { Market, Notice } from '@domesday/source-find-a-tender'

export interface Tender extends Notice {
  /** The other portals that published it. */
  readonly alsoIn: readonly string[]
}

export interface Tenders {
  /** Over all that the portals hold, less what was seen to stand in two of them. */
  readonly total: number
  readonly open: number
  readonly awarded: number
  /** The newest hundred of each portal, newest first. */
  readonly items: readonly Tender[]
}

/** The first tells, where it says anything; an award in either is an award. */
const joined = (tender: Tender, twin: Tender): Tender => ({
  ...tender,
  ocids: [...new Set([...tender.ocids, ...twin.ocids])],
  buyer: tender.buyer ?? twin.buyer,
  status: twin.status === 'awarded' ? 'awarded' : tender.status,
  value: tender.value ?? twin.value,
  currency: tender.value === null ? twin.currency : tender.currency,
  published: tender.published ?? twin.published,
  deadline: tender.deadline ?? twin.deadline,
  awarded: tender.awarded ?? twin.awarded,
  regions: tender.regions.length > 0 ? tender.regions : twin.regions,
  cpv: tender.cpv.length > 0 ? tender.cpv : twin.cpv,
  alsoIn: [...tender.alsoIn, twin.source, ...twin.alsoIn],
})

/** Markets in the order in which they are believed; those that are not known are null. */
export const mergeMarkets = (markets: readonly (Market | null)[]): Tenders => {
  const known = markets.filter((market) => market !== null)
  const lists = known.map(({ notices }) => notices.map((notice): Tender => ({ ...notice, alsoIn: [] })))
  const listed = lists.flat()
  const merged = lists.reduce<readonly Tender[]>((all, list) => mergeNotices(all, list).map(({ notice, twin }) => twin === null ? notice : joined(notice, twin)), [])
  // The portals count far more than they list: what the merging changed among those listed is all that is known to be counted twice.
  const counted = (of: (market: Market) => number, test: (tender: Tender) => boolean): number =>
    known.reduce((sum, market) => sum + of(market), 0) - listed.filter(test).length + merged.filter(test).length
  return {
    total: counted(({ total }) => total, () => true),
    open: counted(({ open }) => open, ({ status }) => status === 'open'),
    awarded: counted(({ awarded }) => awarded, ({ status }) => status === 'awarded'),
    items: merged.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '')),
  }
}
