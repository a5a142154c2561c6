/** Merges the notices of several portals, each procurement once. */
import {
  flag,
  integer,
  list,
  listed,
  object,
  render,
  some,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { noticeFields, serves, type Market, type MarketOf, type Notice, type Wanted } from './notice.ts'

type Matchable = Pick<Notice, 'ocids' | 'match'>
export interface Merged<T> {
  readonly notice: T
  readonly twin: T | null
}

const tally = (notices: readonly Matchable[]): ReadonlyMap<string | null, number> => {
  const counts = new Map<string | null, number>()
  for (const { match } of notices) counts.set(match, (counts.get(match) ?? 0) + 1)
  return counts
}

/**
 * Merges the notices of two portals. A procurement that both published is one row, recognised by a shared OCID, else by
 * buyer and title if these are unique in each portal.
 */
export const mergeNotices = <T extends Matchable>(first: readonly T[], second: readonly T[]): readonly Merged<T>[] => {
  const unmatched = new Set(second)
  const take = (twin: T | undefined): T | null => {
    if (twin === undefined) return null
    unmatched.delete(twin)
    return twin
  }
  const byOcid = new Map(
    first.map((notice) => [
      notice,
      take([...unmatched].find(({ ocids }) => ocids.some((ocid) => notice.ocids.includes(ocid)))),
    ]),
  )
  const inFirst = tally(first),
    inSecond = tally(second)
  const once = ({ match }: T): boolean => match !== null && inFirst.get(match) === 1 && inSecond.get(match) === 1
  const merged = [...byOcid].map(([notice, twin]): Merged<T> => ({
    notice,
    twin: twin ?? (once(notice) ? take([...unmatched].find(({ match }) => match === notice.match)) : null),
  }))
  return [...merged, ...[...unmatched].map((notice) => ({ notice, twin: null }))]
}

const mergedNotice = object({ ...noticeFields, alsoIn: list(text(), 'Other portals that published it') })
export interface MergedNotice extends Of<typeof mergedNotice> {}

const counts = { total: integer(), open: integer(), awarded: integer() }
const mergedMarket = object({
  // The sum over all portals, less the duplicates that were found.
  ...counts,
  least: object(
    counts,
    'The same over the notices that were read: a lower bound, whatever the quality of the estimates',
  ),
  items: list(mergedNotice as Shape<MergedNotice>, 'The newest of each portal, newest first'),
  complete: flag('False if a portal has more notices than were read: then the counts are estimates'),
  lost: list(text(), 'Names of the portals that could not be read: then only the least is known'),
})
export interface MergedMarket extends Of<typeof mergedMarket> {}
const mergedShape: Shape<MergedMarket> = mergedMarket

type Worth = Pick<Notice, 'value' | 'gross' | 'currency' | 'amounts'>
export const worthOf = ({ value, gross, currency, amounts }: Worth): Worth => ({ value, gross, currency, amounts })
export const hasWorth = ({ value, gross, amounts }: Worth): boolean =>
  value !== null || gross !== null || amounts.length > 0

/** Prefers the first notice's values; awarded if either says so. */
const joined = (notice: MergedNotice, twin: MergedNotice): MergedNotice => ({
  ...notice,
  ocids: [...new Set([...notice.ocids, ...twin.ocids])],
  buyer: notice.buyer ?? twin.buyer,
  status: twin.status === 'awarded' ? 'awarded' : notice.status,
  ...worthOf(hasWorth(notice) ? notice : twin),
  published: notice.published ?? twin.published,
  deadline: notice.deadline ?? twin.deadline,
  awarded: notice.awarded ?? twin.awarded,
  intended: [notice, twin].some(({ status }) => status === 'awarded') ? [] : notice.intended,
  regions: notice.regions.length > 0 ? notice.regions : twin.regions,
  cpv: notice.cpv.length > 0 ? notice.cpv : twin.cpv,
  alsoIn: [...notice.alsoIn, twin.source, ...twin.alsoIn],
})

/** `markets`: in order of preference; unknown ones are null. */
export const mergeMarkets = (markets: readonly (Market | null)[], lost: readonly string[] = []): MergedMarket => {
  const available = markets.filter((market) => market !== null)
  const lists = available.map(({ notices }) => notices.map((notice): MergedNotice => ({ ...notice, alsoIn: [] })))
  const shown = lists.flat()
  const merged = lists.reduce<readonly MergedNotice[]>(
    (all, list) => mergeNotices(all, list).map(({ notice, twin }) => (twin === null ? notice : joined(notice, twin))),
    [],
  )
  // The portals count far more notices than they list: only duplicates among the listed ones can be subtracted.
  const counted = (of: (market: Market) => number, test: (notice: Notice) => boolean): number =>
    available.reduce((sum, market) => sum + of(market), 0) - shown.filter(test).length + merged.filter(test).length
  const any = () => true,
    isOpen = ({ status }: Notice) => status === 'open',
    isAwarded = ({ status }: Notice) => status === 'awarded'
  const read = (count: 'total' | 'open' | 'awarded', test: (notice: Notice) => boolean): number =>
    counted((market) => (market.complete ? market[count] : market.notices.filter(test).length), test)
  return {
    total: counted(({ total }) => total, any),
    open: counted(({ open }) => open, isOpen),
    awarded: counted(({ awarded }) => awarded, isAwarded),
    least: { total: read('total', any), open: read('open', isOpen), awarded: read('awarded', isAwarded) },
    items: merged.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '', 'en')),
    complete: lost.length === 0 && available.every(({ complete }) => complete),
    lost,
  }
}

/** `Find a Tender and Sell2Wales could not be read` */
export const lostInWords = (lost: readonly string[]): string => `${listed(lost)} could not be read`

/** A count if every portal was read; null if one was not. */
export const ifAllRead = ({ lost }: Pick<MergedMarket, 'lost'>, count: number): number | null =>
  lost.length > 0 ? null : count

/** `portals`: in order of preference; at least one must answer. */
export const marketOver = (portals: readonly MarketOf[], wanted: Node<Wanted>): Shown<MergedMarket> => {
  const markets = some(Object.fromEntries(portals.map((portal) => [portal.title, portal(wanted)])))
  return render(mergedShape, { markets, wanted }, ({ markets, wanted }) => {
    const lost = portals.filter(({ title, nation }) => serves(nation, wanted) && !markets[title])
    return mergeMarkets(
      portals.map(({ title }) => markets[title] ?? null),
      lost.map(({ title }) => title),
    )
  })
}
