/** The tariff's API over the sample goods: documents by code, and both forms of search answers. */
import type { SampleAnswer } from '@domesday/vocabulary-samples'
import { documentOf, hitsOf, stems } from './codes.ts'

/** Words that the tariff knows as search terms. */
const terms: ReadonlyMap<string, readonly [endpoint: string, id: string]> = new Map(
  ['donkey', 'donkeys'].map((term) => [term, ['commodities', '0101300000']]),
)
const none = { sections: [], chapters: [], headings: [], commodities: [] }

const search = (words: string): object => {
  const sought = words.trim().toLowerCase()
  const [endpoint, id] = terms.get(sought) ?? (documentOf('commodities', sought) ? ['commodities', sought] : [])
  if (endpoint !== undefined)
    return { data: { id: '1', type: 'exact_search', attributes: { type: 'exact_match', entry: { endpoint, id } } } }
  return {
    data: {
      id: '1',
      type: 'fuzzy_search',
      attributes: { type: 'fuzzy_match', goods_nomenclature_match: hitsOf(stems(sought)), reference_match: none },
    },
  }
}

export const answer: SampleAnswer = ({
  method,
  path,
  segments: [service, api, kind = '', id = ''],
  query,
  headers,
}) => {
  if (method !== 'GET' || service !== 'uk' || api !== 'api' || !headers['accept']?.includes('vnd.hmrc.2')) return null
  if (kind === 'search') return { json: search(query.get('q') ?? '') }
  const document = documentOf(kind, id)
  return document
    ? { json: document }
    : { status: 404, json: { error: 'not found', url: `https://www.trade-tariff.service.gov.uk${path}` } }
}
