/** The rows of companies.yaml as the register's answers. */
import { createHash } from 'node:crypto'

export interface Company {
  readonly number: string
  readonly name: string
  /** `active` if absent. */
  readonly status?: string
  readonly detail?: string
  /** `ltd` if absent. */
  readonly type?: string
  readonly jurisdiction?: string
  readonly created: string
  readonly ceased?: string
  readonly sic: readonly string[]
  readonly address: Readonly<Record<string, string>>
  readonly former?: readonly { readonly name: string; readonly from: string; readonly until: string }[]
  readonly accounts: {
    readonly year_end: string
    readonly last?: readonly [from: string, to: string, kind: string]
    readonly next?: readonly [from: string, to: string]
    readonly due?: string
    readonly overdue?: boolean
  }
  readonly confirmation?: {
    readonly last?: string
    readonly next: string
    readonly due: string
    readonly overdue: boolean
  }
  readonly officers: readonly Officer[]
  readonly owners?: readonly Owner[]
  readonly filings: readonly (readonly [date: string, form: string, ...states: string[]])[]
  readonly charges?: readonly Charge[]
  /** Of the registrar. */
  readonly annotation?: { readonly type: string; readonly on: string }
  /** About its owners; that it has none where it names none and states nothing else. */
  readonly statements?: readonly (readonly [statement: string, on: string])[]
  readonly insolvency?: {
    readonly status: string
    readonly type: string
    readonly dates: readonly (readonly [event: string, on: string])[]
    readonly practitioners: readonly string[]
  }
}
export interface Officer {
  readonly id: string
  readonly name: string
  /** `director` if absent. */
  readonly role?: string
  readonly born?: string
  readonly appointed: string
  readonly resigned?: string
  readonly occupation?: string
  readonly nationality?: string
  readonly identity?: Identity
}
/** Identity verification for a role: by an agent, by the registrar, or not yet. An owner has a first day for it. */
export type Identity =
  | { readonly agent: string; readonly supervisor: string; readonly checked: string; readonly from: string }
  | { readonly from: string }
  | { readonly due: string; readonly open?: string }
/** An individual (title and name), who is an officer too, or a company with its number. */
export interface Owner {
  readonly title?: string
  readonly name?: string
  readonly company?: string
  readonly registration?: string
  readonly notified: string
  readonly control: readonly string[]
  readonly identity?: Identity
  /** Declared so by an overseas entity. */
  readonly sanctioned?: true
}
interface Charge {
  readonly code: string
  readonly created: string
  readonly delivered: string
  readonly satisfied?: string
  readonly to: string
  readonly fixed?: true
  readonly floating?: true
}

export const hash = (text: string, form: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha1').update(text).digest(form)
export const pathOf = ({ number }: Company): string => `/company/${number}`
export const statusOf = ({ status = 'active' }: Company): string => status
export const firstPage = (total: number, size: number) => ({
  items_per_page: size,
  start_index: 0,
  total_results: total,
})

/** Registered offices have the premises in the first line. */
export const office = ({ premises = '', address_line_1 = '', ...below }: Company['address']) => ({
  address_line_1: /^\d/.test(premises) ? `${premises} ${address_line_1}` : `${premises}, ${address_line_1}`,
  ...below,
})

const accountsOf = ({ year_end, last, next, due, overdue }: Company['accounts']) => {
  const [month, day] = year_end.split('-')
  return {
    accounting_reference_date: { day, month },
    last_accounts: last
      ? { period_start_on: last[0], period_end_on: last[1], made_up_to: last[1], type: last[2] }
      : { type: 'null' },
    ...(next && {
      next_accounts: { period_start_on: next[0], period_end_on: next[1], due_on: due, overdue },
      next_due: due,
      next_made_up_to: next[1],
      overdue,
    }),
  }
}

export const profile = (company: Company) => {
  const { accounts, confirmation: due, former, charges, insolvency, owners, annotation } = company
  const status = statusOf(company),
    self = pathOf(company)
  return {
    company_name: company.name,
    company_number: company.number,
    company_status: status,
    ...(company.detail && { company_status_detail: company.detail }),
    type: company.type ?? 'ltd',
    jurisdiction: company.jurisdiction ?? 'england-wales',
    date_of_creation: company.created,
    ...(company.ceased && { date_of_cessation: company.ceased }),
    registered_office_address: office(company.address),
    sic_codes: company.sic,
    ...(former && {
      previous_company_names: former.map(({ name, from, until }) => ({ name, effective_from: from, ceased_on: until })),
    }),
    accounts: accountsOf(accounts),
    ...(due && {
      confirmation_statement: {
        ...(due.last && { last_made_up_to: due.last }),
        next_made_up_to: due.next,
        next_due: due.due,
        overdue: due.overdue,
      },
    }),
    ...(annotation && { corporate_annotation: [{ type: annotation.type, created_on: annotation.on }] }),
    has_charges: charges !== undefined,
    has_insolvency_history: insolvency !== undefined,
    has_been_liquidated: status === 'liquidation',
    has_super_secure_pscs: false,
    registered_office_is_in_dispute: false,
    undeliverable_registered_office_address: false,
    can_file: status === 'active',
    etag: hash(self),
    links: {
      self,
      filing_history: `${self}/filing-history`,
      officers: `${self}/officers`,
      ...(charges && { charges: `${self}/charges` }),
      ...(insolvency && { insolvency: `${self}/insolvency` }),
      ...(owners
        ? { persons_with_significant_control: `${self}/persons-with-significant-control` }
        : { persons_with_significant_control_statements: `${self}/persons-with-significant-control-statements` }),
    },
  }
}

export const charges = (company: Company) => {
  const { charges: listed = [] } = company
  return {
    total_count: listed.length,
    unfiltered_count: listed.length,
    satisfied_count: listed.filter(({ satisfied }) => satisfied).length,
    part_satisfied_count: 0,
    items: listed.map(({ code, created, delivered, satisfied, to, fixed, floating }) => ({
      charge_code: code,
      charge_number: Number(code.slice(-4)),
      status: satisfied ? 'fully-satisfied' : 'outstanding',
      created_on: created,
      delivered_on: delivered,
      ...(satisfied && { satisfied_on: satisfied }),
      classification: { type: 'charge-description', description: 'A registered charge' },
      particulars: {
        ...(fixed && { contains_fixed_charge: true }),
        ...(floating && { contains_floating_charge: true, floating_charge_covers_all: true }),
        contains_negative_pledge: true,
      },
      persons_entitled: [{ name: to }],
      transactions: [
        { filing_type: 'create-charge-with-deed', delivered_on: delivered },
        ...(satisfied ? [{ filing_type: 'charge-satisfaction', delivered_on: satisfied }] : []),
      ],
      etag: hash(code),
      links: { self: `${pathOf(company)}/charges/${hash(code, 'base64url')}` },
    })),
  }
}

export const insolvency = ({ number, insolvency }: Company) =>
  insolvency && {
    etag: hash(`${number} insolvency`),
    status: [insolvency.status],
    cases: [
      {
        number: '1',
        type: insolvency.type,
        dates: insolvency.dates.map(([type, date]) => ({ type, date })),
        practitioners: insolvency.practitioners.map((name) => ({
          name,
          role: 'practitioner',
          appointed_on: insolvency.dates[0]![1],
          address: { address_line_1: 'Pellgrave House, 9 Tallis Street', locality: 'London', country: 'England' },
        })),
      },
    ],
  }
