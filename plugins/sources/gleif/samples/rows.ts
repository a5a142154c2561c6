/** The records of `records.yaml` as the service sends them: lists by number, and what hangs on one identifier. */
import { yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Parent {
  readonly lei: string
  readonly since: string
  /** The end of the accounts that show it. */
  readonly accounts: string
}
interface Row {
  readonly lei: string
  readonly name: string
  readonly former?: readonly string[]
  readonly at: string
  readonly as: string
  readonly place: readonly [line: string, city: string, region: string | null, country: string, postcode: string]
  readonly jurisdiction: string
  readonly form: string
  readonly created: string
  readonly status: string
  readonly first: string
  readonly updated: string
  readonly renewal: string
  readonly direct: string | Parent
  readonly ultimate: string | Parent
}
type Level = 'direct' | 'ultimate'

const rows = yamlRows<Row>(import.meta.dirname, 'records.yaml')
const rowOf = (lei: string | undefined): Row | undefined => rows.find((row) => row.lei === lei)

const api = 'https://api.gleif.org/api/v1'
const issuer = 'ZZZZ00ISSUER00000000'
const goldenCopy = { publishDate: '2026-10-15T00:00:00Z' }
const related = (path: string): object => ({ links: { related: `${api}/lei-records/${path}` } })

const addressOf = ([line, city, region, country, postalCode]: Row['place']): object => ({
  language: 'en',
  addressLines: [line],
  addressNumber: null,
  addressNumberWithinBuilding: null,
  mailRouting: null,
  city,
  region,
  country,
  postalCode,
})

const parentLinks = (row: Row, level: Level): object => {
  const own = `${api}/lei-records/${row.lei}/${level}-parent`
  return {
    links:
      typeof row[level] === 'string'
        ? { 'reporting-exception': `${own}-reporting-exception` }
        : { 'relationship-record': `${own}-relationship`, 'lei-record': own },
  }
}

const recordOf = (row: Row): object => ({
  type: 'lei-records',
  id: row.lei,
  attributes: {
    lei: row.lei,
    entity: {
      legalName: { name: row.name, language: 'en' },
      otherNames: (row.former ?? []).map((name) => ({ name, language: 'en', type: 'PREVIOUS_LEGAL_NAME' })),
      transliteratedOtherNames: [],
      legalAddress: addressOf(row.place),
      headquartersAddress: addressOf(row.place),
      registeredAt: { id: row.at, other: null },
      registeredAs: row.as,
      jurisdiction: row.jurisdiction,
      category: 'GENERAL',
      legalForm: { id: row.form, other: null },
      associatedEntity: { lei: null, name: null },
      status: 'ACTIVE',
      expiration: { date: null, reason: null },
      successorEntity: { lei: null, name: null },
      successorEntities: [],
      creationDate: `${row.created}T00:00:00Z`,
      subCategory: null,
      otherAddresses: [],
      eventGroups: [],
    },
    registration: {
      initialRegistrationDate: `${row.first}T09:14:00Z`,
      lastUpdateDate: `${row.updated}T09:14:00Z`,
      status: row.status,
      nextRenewalDate: `${row.renewal}T09:14:00Z`,
      managingLou: issuer,
      corroborationLevel: 'FULLY_CORROBORATED',
      validatedAt: { id: row.at, other: null },
      validatedAs: row.as,
      otherValidationAuthorities: [],
    },
    bic: null,
    mic: null,
    ocid: null,
    qcc: null,
    spglobal: [],
    conformityFlag: row.status === 'ISSUED' ? 'CONFORMING' : 'NON_CONFORMING',
  },
  relationships: {
    'managing-lou': related(`${row.lei}/managing-lou`),
    'lei-issuer': related(`${row.lei}/lei-issuer`),
    'field-modifications': related(`${row.lei}/field-modifications`),
    'direct-parent': parentLinks(row, 'direct'),
    'ultimate-parent': parentLinks(row, 'ultimate'),
  },
  links: { self: `${api}/lei-records/${row.lei}` },
})
const sent = (data: object): SampleReply => ({
  type: 'application/vnd.api+json',
  json: { meta: { goldenCopy }, data },
})

/** Both filters are exact. */
const listed = (query: URLSearchParams): SampleReply => {
  const number = query.get('filter[entity.registeredAs]')
  const country = query.get('filter[entity.legalAddress.country]')
  const found = rows.filter((row) => row.as === number && row.place[3] === country)
  const total = found.length
  const some = total > 0
  const page = { currentPage: 1, perPage: 15, from: some ? 1 : null, to: some ? total : null, total, lastPage: 1 }
  const at = `${api}/lei-records?${query}&page%5Bnumber%5D=1&page%5Bsize%5D=15`
  return {
    type: 'application/vnd.api+json',
    json: {
      meta: { goldenCopy, pagination: page },
      links: { first: at, last: at },
      data: found.map(recordOf),
    },
  }
}

const exceptionOf = ({ lei }: Row, reason: string, level: Level): SampleReply => {
  const category = `${level.toUpperCase()}_ACCOUNTING_CONSOLIDATION_PARENT`
  return sent({
    type: 'reporting-exceptions',
    id: `${lei}|0|${category}|`,
    attributes: { validFrom: null, validTo: null, lei, category, reason, reference: null },
    relationships: { 'lei-record': related(lei) },
  })
}

const relationshipOf = (row: Row, parent: Parent, level: Level): SampleReply => {
  const type = `IS_${level === 'direct' ? 'DIRECTLY' : 'ULTIMATELY'}_CONSOLIDATED_BY`
  const year = Number(parent.accounts.slice(0, 4))
  return sent({
    type: 'relationship-records',
    id: `${row.lei}|LEI|${type}|1|`,
    attributes: {
      validFrom: `${row.updated}T00:00:00Z`,
      validTo: null,
      relationship: {
        startNode: { id: row.lei, type: 'LEI' },
        endNode: { id: parent.lei, type: 'LEI' },
        type,
        status: 'ACTIVE',
        periods: [
          { startDate: `${parent.since}T00:00:00Z`, type: 'RELATIONSHIP_PERIOD' },
          {
            startDate: `${year - 1}${parent.accounts.slice(4)}T00:00:00Z`,
            endDate: `${parent.accounts}T00:00:00Z`,
            type: 'ACCOUNTING_PERIOD',
          },
        ],
      },
      registration: {
        initialRegistrationDate: `${row.first}T09:14:00Z`,
        lastUpdateDate: `${row.updated}T09:14:00Z`,
        status: 'PUBLISHED',
        nextRenewalDate: `${row.renewal}T09:14:00Z`,
        managingLou: issuer,
        corroborationLevel: 'FULLY_CORROBORATED',
        corroborationDocuments: 'ACCOUNTS_FILING',
        corroborationReference: null,
      },
      extension: { deletedAt: null },
    },
    relationships: { 'start-node': related(row.lei), 'end-node': related(parent.lei) },
  })
}

/** The service has a 404 where the record states the other: the links of a record say which there is. */
export const answer: SampleAnswer = ({ method, segments: [api, version, kind, lei, what], query }) => {
  if (method !== 'GET' || api !== 'api' || version !== 'v1' || kind !== 'lei-records') return null
  if (lei === undefined) return listed(query)
  const row = rowOf(lei)
  const [, level, part] = /^(direct|ultimate)-parent(?:-(.+))?$/.exec(what ?? '') ?? []
  if (row === undefined || (level !== 'direct' && level !== 'ultimate')) return null
  const said = row[level]
  if (typeof said === 'string') return part === 'reporting-exception' ? exceptionOf(row, said, level) : null
  if (part === 'relationship') return relationshipOf(row, said, level)
  const parent = part === undefined ? rowOf(said.lei) : undefined
  return parent ? sent(recordOf(parent)) : null
}
