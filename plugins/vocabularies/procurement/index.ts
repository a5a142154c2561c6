/** Public procurement: the types that every portal's source answers, and a reader of open contracting data (OCDS). */
export * from './notice.ts'
export { divisionOf } from './cpv.ts'
export {
  lostInWords,
  marketOver,
  mergeMarkets,
  mergeNotices,
  whole,
  type Merged,
  type MergedMarket,
  type MergedNotice,
} from './merge.ts'
export type { Award, Release } from './release.ts'
export { merged, noticeOf, processKeep, processOf, type Page, type Portal, type Process } from './process.ts'
export { marketIn, processIndex, processText, wonIn, type Processes } from './harvested.ts'
export { monthly, noticePage } from './monthly.ts'
export type { Company } from '@domesday/vocabulary-companies'
