/** Public procurement: what every portal's source answers, and portals of open contracting data (OCDS). */
export * from './notice.ts'
export { divisionOf } from './cpv.ts'
export { countsIn, valuesInPounds, worthIn, type MarketCounts } from './counts.ts'
export {
  hasWorth,
  lostInWords,
  marketOver,
  mergeMarkets,
  mergeNotices,
  ifAllRead,
  worthOf,
  type Merged,
  type MergedMarket,
  type MergedNotice,
} from './merge.ts'
export type { Award } from './release.ts'
export { pageOfReleases, type Release } from './release-wire.ts'
export { merged, processKeep, processOf, type Process } from './process.ts'
export { noticeOf } from './process-notice.ts'
export { marketIn, processText, type Processes } from './harvested.ts'
export { harvestedPortal, proactisPortal, type HarvestedPortal } from './portal.ts'
export { countReading, type CountWords } from './reading.ts'
export { tenderOf, tenderShape } from './tender.ts'
export type { Company } from '@domesday/vocabulary-companies'
