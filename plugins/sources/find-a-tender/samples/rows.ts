/** The release feed over `releases.yaml`: the releases of a time window in UK local time, newest first. */
import { numberIn, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly ocid: string
  readonly id: string
  readonly date: string
  readonly tag: readonly string[]
  readonly title: string
  readonly description?: string
  readonly status: string
  readonly value?: number
  readonly deadline?: string
  readonly region?: string
  readonly cpv?: readonly [code: string, meaning: string]
  readonly buyer: readonly [id: string, name: string]
  readonly suppliers?: readonly (readonly [id: string, name: string, company: string | null])[]
  readonly award?: number
  readonly contract?: { readonly value: number; readonly signed: string }
  /** Id of the same process in another portal. */
  readonly canonical?: string
}

const rows = yamlRows<Row>(import.meta.dirname, 'releases.yaml')

const pounds = (amount: number): object => ({ amount, amountGross: amount * 1.2, currency: 'GBP' })

const party = ([id, name, company]: readonly [string, string, (string | null)?], role: string): object => ({
  id,
  name,
  roles: [role],
  // A supplier with a public procurement number also has its company number.
  ...(company &&
    (id.startsWith('GB-COH-')
      ? { identifier: { scheme: 'GB-COH', id: company } }
      : {
          identifier: { scheme: 'GB-PPON', id: id.slice('GB-PPON-'.length) },
          additionalIdentifiers: [{ scheme: 'GB-COH', id: company }],
        })),
  ...(role === 'supplier' && { details: { scale: 'sme', vcse: false } }),
})

const release = (row: Row): object => ({
  ocid: row.ocid,
  id: row.id,
  date: row.date,
  tag: row.tag,
  initiationType: 'tender',
  language: 'en',
  parties: [party(row.buyer, 'buyer'), ...(row.suppliers ?? []).map((supplier) => party(supplier, 'supplier'))],
  buyer: { id: row.buyer[0], name: row.buyer[1] },
  tender: {
    id: row.ocid,
    title: row.title,
    ...(row.description && { description: row.description }),
    status: row.status,
    ...(row.value !== undefined && { value: pounds(row.value) }),
    ...(row.cpv && { classification: { scheme: 'CPV', id: row.cpv[0], description: row.cpv[1] } }),
    ...(row.deadline && { tenderPeriod: { endDate: row.deadline } }),
    ...(row.region && {
      items: [
        {
          id: '1',
          deliveryAddresses: [{ region: row.region, country: 'GB', countryName: 'United Kingdom' }],
          relatedLot: '1',
        },
      ],
    }),
  },
  ...(row.suppliers && {
    awards: [
      {
        id: '1',
        status: 'active',
        suppliers: row.suppliers.map(([id, name]) => ({ id, name })),
        ...(row.award && { value: pounds(row.award) }),
        relatedLots: ['1'],
      },
    ],
  }),
  ...(row.contract && {
    contracts: [
      { id: '1', awardID: '1', status: 'active', value: pounds(row.contract.value), dateSigned: row.contract.signed },
    ],
  }),
  ...(row.canonical && {
    links: [{ rel: 'canonical', href: `https://api.publiccontractsscotland.gov.uk/v1/Notice?id=${row.canonical}` }],
  }),
})

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/api/1.0/ocdsReleasePackages') return null
  const from = query.get('updatedFrom') ?? '',
    to = query.get('updatedTo') ?? ''
  if (from >= to)
    return {
      status: 400,
      json: { status: 400, error: 'Bad Request', message: "'updatedTo' must be later than 'updatedFrom'" },
    }
  const size = numberIn(query, 'limit', 100)
  const found = rows.filter(({ date }) => date.slice(0, 19) >= from && date.slice(0, 19) <= to).toReversed()
  const uri = `https://www.find-tender.service.gov.uk/api/1.0/ocdsReleasePackages?updatedFrom=${from}&updatedTo=${to}&limit=${size}`
  return {
    json: {
      uri,
      version: '1.1',
      extensions: [],
      publishedDate: found[0]?.date ?? '2026-10-15T10:00:00+01:00',
      publisher: {
        name: 'Cabinet Office',
        scheme: 'GB-GOR',
        uid: 'D2',
        uri: 'https://www.gov.uk/government/organisations/cabinet-office',
      },
      license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
      publicationPolicy: 'https://www.gov.uk/government/publications/open-contracting',
      releases: found.slice(0, size).map(release),
      ...(found.length > size && { links: { next: `${uri}&cursor=MTAwM` } }),
    },
  }
}
