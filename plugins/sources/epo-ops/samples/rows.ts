/** The bibliographic search by applicant over `patents.yaml`, in the service's JSON. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly family: string
  readonly office: string
  readonly number: string
  readonly kind: string
  readonly date: string
  readonly title?: string
  readonly titles?: Readonly<Record<string, string>>
  readonly ipc: readonly string[]
  readonly applicants: readonly string[]
}

const rows = yamlRows<Row>(import.meta.dirname, 'patents.yaml')

/** A single item is not in a list. */
const single = <T>(items: readonly T[]): T | readonly T[] => (items.length === 1 ? items[0]! : items)

const bare = (name: string): string => name.replace(/ \[[A-Z]{2}\]$/, '')

const exchangeDocument = (row: Row): object => ({
  'exchange-document': {
    '@system': 'ops.epo.org',
    '@family-id': row.family,
    '@country': row.office,
    '@doc-number': row.number,
    '@kind': row.kind,
    'bibliographic-data': {
      'publication-reference': {
        'document-id': [
          {
            '@document-id-type': 'docdb',
            country: { $: row.office },
            'doc-number': { $: row.number },
            kind: { $: row.kind },
            date: { $: row.date },
          },
          { '@document-id-type': 'epodoc', 'doc-number': { $: `${row.office}${row.number}` }, date: { $: row.date } },
        ],
      },
      'classifications-ipcr': {
        'classification-ipcr': single(
          row.ipc.map((symbol, i) => ({
            '@sequence': String(i + 1),
            text: { $: `${symbol}            A I                    ` },
          })),
        ),
      },
      'invention-title': single(
        Object.entries(row.titles ?? { en: row.title ?? '' }).map(([lang, title]) => ({ '@lang': lang, $: title })),
      ),
      parties: {
        applicants: {
          applicant: row.applicants.flatMap((name, i) => [
            { '@data-format': 'epodoc', '@sequence': String(i + 1), 'applicant-name': { name: { $: name } } },
            { '@data-format': 'original', '@sequence': String(i + 1), 'applicant-name': { name: { $: bare(name) } } },
          ]),
        },
      },
    },
  },
})

const words = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()} `

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/3.2/rest-services/published-data/search/biblio') return null
  const phrases = [...(query.get('q') ?? '').matchAll(/pa\s*=\s*"([^"]*)"/g)].map(([, phrase]) => words(phrase!))
  if (phrases.length === 0)
    return {
      status: 400,
      xml: '<fault><code>CLIENT.InvalidQuery</code><message>The query is not valid</message></fault>',
    }
  const hits = rows.filter(({ applicants }) =>
    applicants.some((name) => phrases.some((phrase) => words(bare(name)).includes(phrase))),
  )
  if (hits.length === 0)
    return { status: 404, xml: '<fault><code>SERVER.EntityNotFound</code><message>No results found</message></fault>' }
  const [, begin = '1', end = '25'] = /^(\d+)-(\d+)$/.exec(query.get('Range') ?? '') ?? []
  const shown = hits.slice(Number(begin) - 1, Number(end)).map(exchangeDocument)
  return {
    json: {
      'ops:world-patent-data': {
        '@xmlns': { ops: 'http://ops.epo.org', $: 'http://www.epo.org/exchange' },
        'ops:biblio-search': {
          '@total-result-count': String(hits.length),
          'ops:query': { '@syntax': 'CQL', $: query.get('q') },
          'ops:range': { '@begin': begin, '@end': String(Math.min(Number(end), hits.length)) },
          'ops:search-result': { 'exchange-documents': single(shown) },
        },
      },
    },
  }
}
