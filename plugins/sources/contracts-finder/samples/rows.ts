/** The notice search over `notices.yaml`. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly id: string
  readonly reference: string
  readonly title: string
  readonly description: string
  readonly cpv: string
  readonly published: string
  readonly deadline: string
  readonly awarded?: string
  readonly awardedValue?: number
  readonly supplier?: string
  readonly low: number
  readonly high: number
  readonly postcode: string | null
  readonly region: string
  readonly status: string
  readonly buyer: string
}
interface Criteria {
  readonly statuses?: readonly string[]
  readonly keyword?: string | null
  readonly regions?: string | null
  readonly publishedFrom?: string | null
}

const rows = yamlRows<Row>(import.meta.dirname, 'notices.yaml')

const item = (row: Row): object => ({
  id: row.id,
  parentId: null,
  noticeIdentifier: row.reference,
  title: row.title.replaceAll('&', '&amp;'),
  description: row.description,
  cpvDescription: null,
  cpvDescriptionExpanded: null,
  publishedDate: row.published,
  deadlineDate: row.deadline,
  awardedDate: row.awarded ?? null,
  awardedValue: row.awardedValue ?? null,
  awardedSupplier: row.supplier ?? null,
  approachMarketDate: null,
  valueLow: row.low,
  valueHigh: row.high,
  postcode: row.postcode,
  coordinates: '0,0',
  isSubNotice: false,
  noticeType: 'Contract',
  noticeStatus: row.status,
  isSuitableForSme: true,
  isSuitableForVco: false,
  awardedToSme: row.status === 'Awarded',
  awardedToVcse: false,
  lastNotifableUpdate: row.published,
  organisationName: row.buyer,
  sector: '',
  cpvCodes: row.cpv,
  cpvCodesExtended: row.cpv,
  region: row.region,
  regionText: row.region,
  start: null,
  end: null,
})

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
/** A quoted phrase must occur as it is; of unquoted words, any one is enough. */
const holds = (keyword: string): ((row: Row) => boolean) => {
  const sought = keyword.includes('"')
    ? [words(keyword)]
    : words(keyword)
        .trim()
        .split(' ')
        .map((word) => ` ${word} `)
  return ({ title, description, supplier, buyer }) => {
    const text = words([title, description, supplier, buyer].join(' '))
    return sought.some((one) => text.includes(one))
  }
}

export const answer: SampleAnswer = ({ method, path, body }) => {
  if (method !== 'POST' || path !== '/api/rest/2/search_notices/json') return null
  const { searchCriteria = {}, size = 100 } = body as { readonly searchCriteria?: Criteria; readonly size?: number }
  const { statuses, keyword, regions, publishedFrom } = searchCriteria
  const sought = keyword ? holds(keyword) : () => true
  const hits = rows.filter(
    (row) =>
      (!statuses || statuses.includes(row.status)) &&
      sought(row) &&
      (!regions || regions.split(',').includes(row.region)) &&
      (!publishedFrom || row.published.slice(0, 10) >= publishedFrom.slice(0, 10)),
  )
  return {
    json: {
      hitCount: hits.length,
      maxHits: 10,
      byRegion: { items: [], other: 0 },
      byType: { items: [], other: 0 },
      byStatus: { items: [], other: 0 },
      noticeList: hits.slice(0, size).map((row) => ({ score: 1, item: item(row) })),
    },
  }
}
