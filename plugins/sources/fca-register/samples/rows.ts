/**
 * The sample register: an authorised firm that was fined, one with a similar name that no longer exists, and one in
 * administration.
 */
import type { SampleReply, SampleRequest } from '@domesday/vocabulary-samples'

interface Firm {
  readonly frn: string
  readonly name: string
  readonly postcode: string
  readonly company: string
  readonly status: string
  readonly since: string
  readonly subStatus?: readonly [words: string, since: string]
  readonly caution?: readonly [title: string, body: string]
  /** Trading and former names, which the search also matches. */
  readonly also?: readonly string[]
  readonly actions?: readonly (readonly [action: string, under: string, from: string, account: string])[]
}

const register: readonly Firm[] = [
  {
    frn: '990058',
    name: 'Ostravell Asset Management Ltd',
    postcode: 'NW1 9HZ',
    company: '99000058',
    status: 'Authorised',
    since: '01/12/2001',
    actions: [
      [
        'Requirement',
        'FSMA',
        '14/06/2022',
        'The firm must not accept new discretionary clients without the written consent of the Authority. This requirement was lifted on 30 September 2022.',
      ],
      [
        'Fines',
        'FSMA',
        '21/03/2023',
        'On 17 March 2023 the Authority imposed a financial penalty of £412,300 on Ostravell Asset Management Limited for a breach of Principle 3 (management and control) between 4 May 2019 and 30 October 2021. The firm agreed to settle at an early stage and qualified for a 30% discount.',
      ],
    ],
  },
  {
    frn: '990059',
    name: 'Ostravell Asset Management Services Limited',
    postcode: 'NW1 9HZ',
    company: '',
    status: 'No longer authorised',
    since: '30/11/2001',
  },
  {
    frn: '990061',
    name: 'Penderley Instalments Ltd',
    postcode: 'PR3 0SG',
    company: '99000801',
    status: 'Authorised',
    since: '01/04/2014',
    subStatus: ['In Administration', '03/08/2026'],
    also: ['Penderley Pay Monthly'],
    caution: [
      'CAUTION',
      'As at 3 August 2026 this firm has entered administration. Customers should contact the administrators.',
    ],
  },
]

const api = 'https://register.fca.org.uk/services/V0.1'
const answered = (code: string, message: string, data: unknown, info: object | null): SampleReply => ({
  json: { Status: code, ResultInfo: info, Message: message, Data: data },
})
const counted = (total: number, perPage: number): object => ({
  page: '1',
  per_page: String(perPage),
  total_count: String(total),
})

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
const found = (query: string): readonly Firm[] => {
  const wanted = words(query)
  return register.filter(({ name, also = [] }) =>
    [name, ...also].some((one) => wanted.every((word) => words(one).includes(word))),
  )
}

const search = (query: string): SampleReply => {
  if (/[*'"]/.test(query)) return answered('FSR-API-04-01-21', 'Bad request. Invalid Input', null, null)
  const hits = found(query)
  return hits.length === 0
    ? answered('FSR-API-04-01-11', 'No search result found', null, null)
    : answered(
        'FSR-API-04-01-00',
        'Ok. Search successful',
        hits.map(({ frn, name, postcode, status }) => ({
          URL: `${api}/Firm/${frn}`,
          Status: status,
          'Reference Number': frn,
          'Type of business or Individual': 'Firm',
          Name: `${name} (Postcode: ${postcode})`,
        })),
        counted(hits.length, 20),
      )
}

const links: Readonly<Record<string, string>> = {
  Name: 'Names',
  Individuals: 'Individuals',
  Requirements: 'Requirements',
  Permission: 'Permissions',
  Passport: 'Passports',
  Regulators: 'Regulators',
  'Appointed Representative': 'AR',
  Address: 'Address',
  Waivers: 'Waivers',
  Exclusions: 'Exclusions',
  DisciplinaryHistory: 'DisciplinaryHistory',
}

const nothing = ['', ''] as const
const entry = ({ frn, name, company, status, since, subStatus = nothing, caution }: Firm): SampleReply =>
  answered(
    'FSR-API-02-01-00',
    'Ok. Firm Found',
    [
      {
        ...Object.fromEntries(Object.entries(links).map(([key, part]) => [key, `${api}/Firm/${frn}/${part}`])),
        'System Timestamp': '15/10/2026 09:00',
        'Exceptional Info Details': caution
          ? [{ 'Exceptional Info Title': caution[0], 'Exceptional Info Body': caution[1] }]
          : [],
        'Status Effective Date': since,
        'E-Money Agent Status': '',
        'PSD / EMD Effective Date': '',
        'Client Money Permission': 'Control but not hold client money',
        'Sub Status Effective from': subStatus[1],
        'Sub-Status': subStatus[0],
        'Mutual Society Number': '',
        'Companies House Number': company,
        'MLRs Status Effective Date': '',
        'MLRs Status': '',
        'E-Money Agent Effective Date': '',
        'PSD Agent Effective date': '',
        'PSD Agent Status': '',
        'PSD / EMD Status': '',
        Status: status,
        'Business Type': 'Regulated',
        'Organisation Name': name,
        FRN: frn,
      },
    ],
    counted(1, 1),
  )

const history = ({ actions = [] }: Firm): SampleReply =>
  actions.length === 0
    ? answered('FSR-API-02-11-11', 'Disciplinary history information not found', null, null)
    : answered(
        'FSR-API-02-11-00',
        'Ok. Disciplinary history information found',
        actions.map(([action, under, from, account]) => ({
          TypeofDescription: account,
          TypeofAction: action,
          EnforcementType: under,
          ActionEffectiveFrom: from,
        })),
        counted(actions.length, 10),
      )

export const answer = ({
  method,
  segments: [services, version, kind, frn, part],
  query,
}: SampleRequest): SampleReply | null => {
  if (method !== 'GET' || services !== 'services' || version !== 'V0.1') return null
  if (kind === 'Search') return search(query.get('q') ?? '')
  if (kind !== 'Firm') return null
  const firm = register.find((one) => one.frn === frn)
  if (part === undefined) return firm ? entry(firm) : answered('FSR-API-02-01-11', 'Firm not found', null, null)
  if (part !== 'DisciplinaryHistory') return null
  return firm ? history(firm) : answered('FSR-API-02-11-11', 'Disciplinary history information not found', null, null)
}
