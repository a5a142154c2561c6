/** The notices of one month and one kind from `releases.yaml`, as an OCDS package. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly month: string
  readonly kind: number
  readonly ocid: string
  readonly paper: string
  readonly date: string
  readonly planned?: true
  readonly title: string
  readonly description: string
  readonly status: string
  readonly value?: number
  readonly deadline?: string
  readonly region?: string
  readonly cpv: string
  readonly buyer: string
  readonly suppliers?: readonly (readonly [name: string, company: string | null])[]
  readonly award?: number
  readonly decided?: string
}

const rows = yamlRows<Row>(import.meta.dirname, 'releases.yaml')

const site = 'https://www.sell2wales.gov.wales'
const pounds = (amount: number): object => ({ amount, currency: 'GBP' })

const release = (row: Row): object => {
  const suppliers = (row.suppliers ?? []).map(([name, company], i) => ({ name, company, id: `org-${i + 2}` }))
  return {
    id: `${row.ocid}-release-${row.ocid.split('-').at(-1)}`,
    ocid: row.ocid,
    date: `${row.date}T00:00:00Z`,
    tag: row.planned ? ['planning'] : row.suppliers ? ['award', 'contract'] : ['tender'],
    initiationType: 'tender',
    parties: [
      { name: row.buyer, id: 'org-1', identifier: { legalName: row.buyer }, roles: ['buyer', 'reviewBody'] },
      ...suppliers.map(({ name, company, id }) => ({
        name,
        id,
        identifier: { legalName: name, ...(company !== null && { scheme: 'GB-COH', id: company }) },
        roles: ['supplier'],
      })),
    ],
    buyer: { name: row.buyer, id: 'org-1' },
    tender: {
      id: row.ocid,
      title: row.title.replaceAll('&', '&amp;'),
      description: row.description,
      status: row.status,
      items: [
        {
          id: '1',
          additionalClassifications: [{ id: row.cpv, scheme: 'CPV' }],
          ...(row.region && { deliveryAddresses: [{ region: row.region }] }),
          relatedLot: '1',
        },
      ],
      ...(row.value !== undefined && { value: pounds(row.value) }),
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure',
      ...(row.deadline && { tenderPeriod: { endDate: row.deadline } }),
      documents: [
        {
          id: `${row.paper}-1`,
          title: 'Instructions',
          url: `${site}/NoticeDownload/DownloadDocument.aspx?id=${row.paper}&idx=1`,
          format: 'application/pdf',
        },
        {
          id: row.paper,
          documentType: row.suppliers ? 'awardNotice' : 'contractNotice',
          title: row.title,
          url: `${site}/search/show/search_view.aspx?ID=${row.paper}`,
          format: 'text/html',
        },
      ],
      lots: [{ id: '1', description: row.description, status: row.status }],
      classification: { id: row.cpv, scheme: 'CPV' },
    },
    ...(row.suppliers && {
      awards: [
        {
          id: '1',
          status: 'active',
          suppliers: suppliers.map(({ name, id }) => ({ name, id })),
          relatedLots: ['1'],
          ...(row.decided && { date: row.decided }),
        },
      ],
      contracts: [
        { id: '1', awardID: '1', status: 'active', ...(row.award !== undefined && { value: pounds(row.award) }) },
      ],
    }),
    language: 'EN',
    links: [{ rel: 'canonical', href: `https://api.sell2wales.gov.wales/v1?lang=cy/Notice?id=${row.ocid}` }],
  }
}

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/v1/Notices' || query.get('outputType') !== '0') return null
  const found = rows.filter(
    ({ month, kind }) => month === query.get('dateFrom') && kind === Number(query.get('noticeType')),
  )
  return {
    json: {
      uri: `https://api.sell2wales.gov.wales/v1/Notices?${query.toString()}`,
      version: '1.1',
      publishedDate: '2026-10-15T09:00:00Z',
      publisher: { name: 'Welsh Government' },
      license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
      // The package of a month without notices has no list.
      ...(found.length > 0 && { releases: found.map(release) }),
    },
  }
}
