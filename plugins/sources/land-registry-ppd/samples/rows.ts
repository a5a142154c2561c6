/** The sales of `sales.csv` (with the bulk file's letters) as query results and linked-data records. */
import { createHash } from 'node:crypto'
import { csvRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

type Row = Readonly<Record<'postcode' | 'date' | 'price' | 'type' | 'new' | 'tenure' | 'category', string>>

const rows = csvRows<Row>(import.meta.dirname, 'sales.csv').toSorted((a, b) => (a.date < b.date ? 1 : -1))

const root = 'http://landregistry.data.gov.uk'
const words: Readonly<Record<string, readonly [part: string, label: string]>> = {
  D: ['def/common/detached', 'Detached'],
  S: ['def/common/semi-detached', 'Semi-detached'],
  T: ['def/common/terraced', 'Terraced'],
  F: ['def/common/flat-maisonette', 'Flat-maisonette'],
  O: ['def/common/otherPropertyType', 'Other'],
  A: ['def/ppi/standardPricePaidTransaction', 'Standard price paid transaction'],
  B: ['def/ppi/additionalPricePaidTransaction', 'Additional price paid transaction'],
  add: ['def/ppi/add', 'Add'],
  leasehold: ['def/common/leasehold', 'Leasehold'],
  freehold: ['def/common/freehold', 'Freehold'],
}

const idOf = (row: Row): string =>
  createHash('sha256')
    .update(Object.values(row).join())
    .digest('hex')
    .toUpperCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
const addressOf = (word: string): string => `${root}/${words[word]![0]}`

const results = (found: readonly Row[]): SampleReply => ({
  type: 'application/sparql-results+json',
  json: {
    head: { vars: ['sale', 'date', 'price', 'type', 'category'] },
    results: {
      bindings: found.map((row) => ({
        sale: { type: 'uri', value: `${root}/data/ppi/transaction/${idOf(row)}/current` },
        date: { type: 'literal', datatype: 'http://www.w3.org/2001/XMLSchema#date', value: row.date },
        price: { type: 'literal', datatype: 'http://www.w3.org/2001/XMLSchema#integer', value: row.price },
        type: { type: 'uri', value: addressOf(row.type) },
        category: { type: 'uri', value: addressOf(row.category) },
      })),
    },
  },
})

const named = (word: string): object => {
  const label = [{ _value: words[word]![1], _datatype: 'langString', _lang: 'en' }]
  return { _about: addressOf(word), label, prefLabel: label }
}
const written = (date: string): string => new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16)

const record = (row: Row): object => ({
  _about: `${root}/data/ppi/transaction/${idOf(row)}/current`,
  estateType: named(row.tenure === 'L' ? 'leasehold' : 'freehold'),
  hasTransaction: `${root}/data/ppi/transaction/${idOf(row)}`,
  newBuild: row.new === 'Y',
  pricePaid: Number(row.price),
  propertyAddress: {
    _about: `${root}/data/ppi/address/${idOf(row).toLowerCase()}`,
    paon: '1',
    street: 'SAMPLE STREET',
    postcode: row.postcode,
    type: [`${root}/def/common/BS7666Address`],
  },
  propertyType: named(row.type),
  recordStatus: named('add'),
  transactionCategory: named(row.category),
  transactionDate: written(row.date),
  transactionId: idOf(row),
})

export const answer: SampleAnswer = ({ method, path, query, body }) => {
  if (method === 'POST' && path === '/landregistry/query') {
    const asked = (body as { readonly query?: string } | null)?.query ?? ''
    const postcodes = new Set(
      [...asked.matchAll(/"([A-Z0-9]+ \d[A-Z]{2})"\^\^xsd:string/g)].map(([, postcode]) => postcode),
    )
    const [, since = ''] = /\?date >= "(\d{4}-\d{2}-\d{2})"\^\^xsd:date/.exec(asked) ?? []
    if (postcodes.size === 0 || since === '')
      return { status: 400, text: 'Parse error: the sample endpoint answers sales in listed postcodes since a day\n' }
    return results(rows.filter(({ postcode, date }) => postcodes.has(postcode) && date >= since))
  }
  if (path !== '/data/ppi/transaction-record.json') return null
  const size = Number(query.get('_pageSize') ?? 10)
  const found = rows.filter(({ postcode }) => postcode === query.get('propertyAddress.postcode'))
  const about = `${root}/data/ppi/transaction-record.json?${query}`
  return {
    json: {
      format: 'linked-data-api',
      version: '0.2',
      result: {
        _about: about,
        definition: `${root}/meta/ppi/transaction-record.json`,
        extendedMetadataVersion: about,
        first: about,
        page: 0,
        itemsPerPage: size,
        items: found.slice(0, size).map(record),
      },
    },
  }
}
