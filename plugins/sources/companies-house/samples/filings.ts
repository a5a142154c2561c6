/** The filing history of the sample companies in the register's wire format. */
import { hash, pathOf, type Company } from './company.ts'

/** How the register describes a form: the code of its text and the values for it. */
interface Entry {
  readonly category: string
  readonly description: string
  readonly subcategory?: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly action?: string | undefined
  readonly more?: object
}
const gazette = { category: 'gazette', more: { paper_filed: true, barcode: null } }
const voluntary = { category: 'insolvency', subcategory: 'voluntary' }

/** By form, from the filing date and the values in companies.yaml. */
const forms: Readonly<Record<string, (filed: string, a?: string, b?: string) => Entry>> = {
  AA: (_, kind, upTo) => ({
    category: 'accounts',
    description: `accounts-with-accounts-type-${kind}`,
    values: { made_up_date: upTo },
    action: upTo,
  }),
  AD01: (filed, now, before) => ({
    category: 'address',
    description: 'change-registered-office-address-company-with-date-old-address-new-address',
    values: { change_date: filed, new_address: now, old_address: before },
    action: filed,
  }),
  AM01: () => ({
    category: 'insolvency',
    subcategory: 'administration',
    description: 'liquidation-in-administration-appointment-of-administrator',
  }),
  AP01: (_, name, on) => ({
    category: 'officers',
    subcategory: 'appointments',
    description: 'appoint-person-director-company-with-name-date',
    values: { officer_name: name, appointment_date: on },
    action: on,
  }),
  CERTNM: (filed, before) => ({
    category: 'change-of-name',
    description: 'certificate-change-of-name-company',
    values: { change_date: filed, old_name: before },
    action: filed,
  }),
  CS01: (_, upTo) => ({
    category: 'confirmation-statement',
    description: 'confirmation-statement-with-no-updates',
    values: { made_up_date: upTo },
    action: upTo,
  }),
  GAZ1: () => ({ ...gazette, description: 'gazette-notice-compulsory' }),
  GAZ2: () => ({ ...gazette, description: 'gazette-dissolved-compulsory' }),
  LIQ02: () => ({ ...voluntary, description: 'liquidation-voluntary-statement-of-affairs' }),
  MR01: (_, code, on) => ({
    category: 'mortgage',
    subcategory: 'create',
    description: 'mortgage-create-with-deed-with-charge-number-charge-creation-date',
    values: { charge_number: code, charge_creation_date: on },
    action: on,
  }),
  MR04: (_, code) => ({
    category: 'mortgage',
    subcategory: 'satisfy',
    description: 'mortgage-satisfy-charge-full',
    values: { charge_number: code },
  }),
  NEWINC: () => ({ category: 'incorporation', description: 'incorporation-company' }),
  RESOLUTIONS: (_, caseStart) => ({
    category: 'resolution',
    description: 'resolution',
    values: { description: 'Resolutions' },
    more: {
      resolutions: [
        {
          category: 'liquidation',
          subcategory: ['voluntary', 'resolution'],
          type: 'LRESEX',
          description: 'liquidation-voluntary-extraordinary-resolution-to-wind-up-with-case-start-date',
          description_values: { case_start_date: caseStart },
          original_description: 'Extraordinary resolution to wind up',
        },
      ],
    },
  }),
  SH01: (_, figure, on) => ({
    category: 'capital',
    description: 'capital-allotment-shares',
    values: { capital: [{ currency: 'GBP', figure }], date: on },
    action: on,
  }),
  TM01: (_, name, on) => ({
    category: 'officers',
    subcategory: 'termination',
    description: 'termination-director-company-with-name-termination-date',
    values: { officer_name: name, termination_date: on },
    action: on,
  }),
  600: () => ({ ...voluntary, description: 'liquidation-voluntary-appointment-of-liquidator' }),
}

const documents = 'https://document-api.company-information.service.gov.uk/document'
/** The samples of the filed accounts read company and day from it. */
const documentId = (...of: readonly string[]): string => Buffer.from(of.join('|')).toString('base64url')

export const filings = (company: Company) => ({
  filing_history_status: 'filing-history-available',
  total_count: company.filings.length,
  items_per_page: 100,
  start_index: 0,
  items: company.filings.map(([date, type, a, b]) => {
    const { category, subcategory, description, values, action, more } = forms[type]!(date, a, b)
    const id = Buffer.from(`99${hash(company.number + date + type).slice(0, 8)}adiqzkcx`).toString('base64url')
    return {
      transaction_id: id,
      type,
      date,
      category,
      ...(subcategory && { subcategory }),
      description,
      ...(values && { description_values: values }),
      ...(action && { action_date: action }),
      barcode: `X${id.slice(4, 11).toUpperCase()}`,
      ...more,
      links: {
        self: `${pathOf(company)}/filing-history/${id}`,
        ...(type === 'AA' && { document_metadata: `${documents}/${documentId(company.number, b!)}` }),
      },
    }
  }),
})
