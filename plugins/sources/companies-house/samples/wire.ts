/** The sample companies in the register's own form. */
import { createHash } from 'node:crypto'

export interface Company {
  readonly number: string; readonly name: string; readonly status?: string; readonly detail?: string; readonly type?: string; readonly jurisdiction?: string
  readonly created: string; readonly ceased?: string; readonly sic: readonly string[]; readonly address: Address
  readonly former?: readonly { readonly name: string; readonly from: string; readonly until: string }[]
  readonly accounts: { readonly year_end: string; readonly last?: readonly [from: string, to: string, kind: string]; readonly next?: readonly [from: string, to: string]; readonly due?: string; readonly overdue?: boolean }
  readonly confirmation?: { readonly last?: string; readonly next: string; readonly due: string; readonly overdue: boolean }
  readonly officers: readonly Officer[]
  readonly owners?: readonly (Control & { readonly title: string; readonly name: string } | Control & { readonly company: string; readonly registration: string })[]
  readonly filings: readonly Filing[]
  readonly charges?: readonly { readonly code: string; readonly created: string; readonly delivered: string; readonly satisfied?: string; readonly to: string; readonly fixed?: true; readonly floating?: true }[]
  readonly insolvency?: { readonly status: string; readonly type: string; readonly dates: readonly (readonly [event: string, on: string])[]; readonly practitioners: readonly string[] }
}
export interface Officer {
  readonly id: string; readonly name: string; readonly role?: string; readonly born?: string; readonly appointed: string; readonly resigned?: string
  readonly occupation?: string; readonly nationality?: string; readonly verified?: string
}
type Address = Readonly<Record<string, string>>
interface Control { readonly notified: string; readonly control: readonly string[] }
type Filing = readonly [date: string, form: string, ...states: string[]]

const hash = (text: string, form: 'hex' | 'base64url' = 'hex'): string => createHash('sha1').update(text).digest(form)
const birth = (born: string): { readonly month: number; readonly year: number } => ({ month: Number(born.slice(5)), year: Number(born.slice(0, 4)) })
const page = (total: number, size: number) => ({ items_per_page: size, start_index: 0, total_results: total })
const pathOf = ({ number }: Company): string => `/company/${number}`
const statusOf = ({ status = 'active' }: Company): string => status

export const profile = (company: Company) => {
  const { accounts, confirmation, former, charges, insolvency, owners, address: { premises, address_line_1, ...below } } = company
  const [month, day] = accounts.year_end.split('-'), status = statusOf(company), self = pathOf(company)
  return {
    company_name: company.name, company_number: company.number, company_status: status, ...(company.detail && { company_status_detail: company.detail }),
    type: company.type ?? 'ltd', jurisdiction: company.jurisdiction ?? 'england-wales', date_of_creation: company.created, ...(company.ceased && { date_of_cessation: company.ceased }),
    registered_office_address: { address_line_1: /^\d/.test(premises!) ? `${premises} ${address_line_1}` : `${premises}, ${address_line_1}`, ...below },
    sic_codes: company.sic,
    ...(former && { previous_company_names: former.map(({ name, from, until }) => ({ name, effective_from: from, ceased_on: until })) }),
    accounts: {
      accounting_reference_date: { day, month },
      last_accounts: accounts.last ? { period_start_on: accounts.last[0], period_end_on: accounts.last[1], made_up_to: accounts.last[1], type: accounts.last[2] } : { type: 'null' },
      ...(accounts.next && {
        next_accounts: { period_start_on: accounts.next[0], period_end_on: accounts.next[1], due_on: accounts.due, overdue: accounts.overdue },
        next_due: accounts.due, next_made_up_to: accounts.next[1], overdue: accounts.overdue,
      }),
    },
    ...(confirmation && { confirmation_statement: { ...(confirmation.last && { last_made_up_to: confirmation.last }), next_made_up_to: confirmation.next, next_due: confirmation.due, overdue: confirmation.overdue } }),
    has_charges: charges !== undefined, has_insolvency_history: insolvency !== undefined, has_been_liquidated: status === 'liquidation', has_super_secure_pscs: false,
    registered_office_is_in_dispute: false, undeliverable_registered_office_address: false, can_file: status === 'active', etag: hash(self),
    links: {
      self, filing_history: `${self}/filing-history`, officers: `${self}/officers`, ...(charges && { charges: `${self}/charges` }), ...(insolvency && { insolvency: `${self}/insolvency` }),
      [owners ? 'persons_with_significant_control' : 'persons_with_significant_control_statements']: `${self}/persons-with-significant-control${owners ? '' : '-statements'}`,
    },
  }
}

const person = ({ born, nationality = 'British', occupation = 'Director' }: Officer, { address }: Company) =>
  born === undefined ? {} : { nationality, occupation, country_of_residence: address['country'] }
const post = ({ role = 'director', appointed, resigned }: Officer) => ({ officer_role: role, appointed_on: appointed, ...(resigned && { resigned_on: resigned }), is_pre_1992_appointment: false })

/** Those still in office when a company was dissolved count as inactive. */
const counts = (posts: readonly (readonly [Officer, Company])[]) => {
  const open = posts.filter(([{ resigned }]) => !resigned), ended = open.filter(([, company]) => statusOf(company) === 'dissolved').length
  return { active_count: open.length - ended, inactive_count: ended, resigned_count: posts.length - open.length }
}

// Serving ones first, secretaries before directors, by surname.
const rank = ({ role, resigned }: Officer): number => (resigned ? 10 : 1) * (role === 'secretary' ? 1 : 2)
const surnameFirst = (name: string): string => [name.slice(name.lastIndexOf(' ') + 1), name.slice(0, name.lastIndexOf(' '))].join(', ')

export const officers = (company: Company) => ({
  kind: 'officer-list', etag: hash(`${company.number} officers`), ...counts(company.officers.map((officer) => [officer, company])), ...page(company.officers.length, 100),
  links: { self: `${pathOf(company)}/officers` },
  items: company.officers.toSorted((a, b) => rank(a) - rank(b) || surnameFirst(a.name).localeCompare(surnameFirst(b.name))).map((officer) => ({
    name: surnameFirst(officer.name), ...post(officer), address: company.address, ...person(officer, company), ...(officer.born && { date_of_birth: birth(officer.born) }),
    person_number: `29${officer.id.slice(-6)}0001`,
    ...(officer.verified && { identity_verification_details: { identity_verified_on: officer.verified, appointment_verification_start_on: officer.appointed, appointment_verification_end_on: '9999-12-31', preferred_name: officer.name } }),
    links: { self: `${pathOf(company)}/appointments/${hash(company.number + officer.name, 'base64url')}`, officer: { appointments: `/officers/${officer.id}/appointments` } },
  })),
})

export const appointments = (posts: readonly (readonly [Officer, Company])[]) => {
  const [officer] = posts[0]!
  const self = `/officers/${officer.id}/appointments`
  return {
    kind: 'personal-appointment', name: officer.name, is_corporate_officer: false, ...(officer.born && { date_of_birth: birth(officer.born) }), etag: hash(self), ...counts(posts), ...page(posts.length, 50),
    links: { self },
    items: posts.toSorted(([a], [b]) => Number(a.resigned !== undefined) - Number(b.resigned !== undefined) || b.appointed.localeCompare(a.appointed)).map(([each, company]) => ({
      name: each.name, name_elements: { forename: each.name.split(' ')[0], surname: each.name.split(' ').at(-1) }, ...post(each), ...person(each, company), address: company.address,
      appointed_to: { company_name: company.name, company_number: company.number, company_status: statusOf(company) }, links: { company: pathOf(company) },
    })),
  }
}

const capitalised = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()

export const owners = (company: Company) => {
  const self = `${pathOf(company)}/persons-with-significant-control`, { address, owners: listed = [] } = company
  return {
    active_count: listed.length, ceased_count: 0, ...page(listed.length, 100), links: { self },
    items: listed.map((owner) => {
      const held = { notified_on: owner.notified, natures_of_control: owner.control, address, etag: hash(`${self} ${owner.notified}`) }
      if ('company' in owner) return {
        kind: 'corporate-entity-person-with-significant-control', name: capitalised(owner.company), ...held, links: { self: `${self}/corporate-entity/${hash(owner.company, 'base64url')}` },
        identification: { legal_form: 'Private Limited Company', legal_authority: 'Companies Act 2006', country_registered: 'England And Wales', place_registered: 'Companies House', registration_number: owner.registration },
      }
      const officer = company.officers.find(({ name }) => name === owner.name)!
      const [forename = '', surname = ''] = owner.name.split(' ').map(capitalised)
      return {
        kind: 'individual-person-with-significant-control', name: `${owner.title} ${forename} ${surname}`, name_elements: { title: owner.title, forename, surname }, ...held,
        nationality: officer.nationality ?? 'British', country_of_residence: address['country'], date_of_birth: birth(officer.born!), links: { self: `${self}/individual/${hash(owner.name, 'base64url')}` },
      }
    }),
  }
}

interface Form { readonly category: string; readonly subcategory?: string; readonly description: string; readonly values?: Readonly<Record<string, unknown>>; readonly action?: string; readonly more?: object }
const forms: Readonly<Record<string, (date: string, a?: string, b?: string) => Form>> = {
  AA: (_, kind, upTo) => ({ category: 'accounts', description: `accounts-with-accounts-type-${kind}`, values: { made_up_date: upTo }, action: upTo! }),
  AD01: (date, now, before) => ({ category: 'address', description: 'change-registered-office-address-company-with-date-old-address-new-address', values: { change_date: date, new_address: now, old_address: before }, action: date }),
  AM01: () => ({ category: 'insolvency', subcategory: 'administration', description: 'liquidation-in-administration-appointment-of-administrator' }),
  AP01: (_, name, on) => ({ category: 'officers', subcategory: 'appointments', description: 'appoint-person-director-company-with-name-date', values: { officer_name: name, appointment_date: on }, action: on! }),
  CERTNM: (date, before) => ({ category: 'change-of-name', description: 'certificate-change-of-name-company', values: { change_date: date, old_name: before }, action: date }),
  CS01: (_, upTo) => ({ category: 'confirmation-statement', description: 'confirmation-statement-with-no-updates', values: { made_up_date: upTo }, action: upTo! }),
  GAZ1: () => ({ category: 'gazette', description: 'gazette-notice-compulsory', more: { paper_filed: true, barcode: null } }),
  GAZ2: () => ({ category: 'gazette', description: 'gazette-dissolved-compulsory', more: { paper_filed: true, barcode: null } }),
  LIQ02: () => ({ category: 'insolvency', subcategory: 'voluntary', description: 'liquidation-voluntary-statement-of-affairs' }),
  MR01: (_, code, on) => ({ category: 'mortgage', subcategory: 'create', description: 'mortgage-create-with-deed-with-charge-number-charge-creation-date', values: { charge_number: code, charge_creation_date: on }, action: on! }),
  MR04: (_, code) => ({ category: 'mortgage', subcategory: 'satisfy', description: 'mortgage-satisfy-charge-full', values: { charge_number: code } }),
  NEWINC: () => ({ category: 'incorporation', description: 'incorporation-company' }),
  RESOLUTIONS: (_, on) => ({
    category: 'resolution', description: 'resolution', values: { description: 'Resolutions' },
    more: { resolutions: [{ category: 'liquidation', subcategory: ['voluntary', 'resolution'], type: 'LRESEX', description: 'liquidation-voluntary-extraordinary-resolution-to-wind-up-with-case-start-date', description_values: { case_start_date: on }, original_description: 'Extraordinary resolution to wind up' }] },
  }),
  SH01: (_, figure, on) => ({ category: 'capital', description: 'capital-allotment-shares', values: { capital: [{ currency: 'GBP', figure }], date: on }, action: on! }),
  TM01: (_, name, on) => ({ category: 'officers', subcategory: 'termination', description: 'termination-director-company-with-name-termination-date', values: { officer_name: name, termination_date: on }, action: on! }),
  600: () => ({ category: 'insolvency', subcategory: 'voluntary', description: 'liquidation-voluntary-appointment-of-liquidator' }),
}

export const filings = (company: Company) => ({
  filing_history_status: 'filing-history-available', total_count: company.filings.length, items_per_page: 100, start_index: 0,
  items: company.filings.map(([date, type, a, b]) => {
    const { category, subcategory, description, values, action, more } = forms[type]!(date, a, b)
    const id = Buffer.from(`99${hash(company.number + date + type).slice(0, 8)}adiqzkcx`).toString('base64url')
    return {
      transaction_id: id, type, date, category, ...(subcategory && { subcategory }), description, ...(values && { description_values: values }), ...(action && { action_date: action }),
      barcode: `X${id.slice(4, 11).toUpperCase()}`, ...more, links: { self: `${pathOf(company)}/filing-history/${id}` },
    }
  }),
})

export const charges = (company: Company) => {
  const { charges: listed = [] } = company
  return {
    total_count: listed.length, unfiltered_count: listed.length, satisfied_count: listed.filter(({ satisfied }) => satisfied).length, part_satisfied_count: 0,
    items: listed.map(({ code, created, delivered, satisfied, to, fixed, floating }) => ({
      charge_code: code, charge_number: Number(code.slice(-4)), status: satisfied ? 'fully-satisfied' : 'outstanding', created_on: created, delivered_on: delivered, ...(satisfied && { satisfied_on: satisfied }),
      classification: { type: 'charge-description', description: 'A registered charge' },
      particulars: { ...(fixed && { contains_fixed_charge: true }), ...(floating && { contains_floating_charge: true, floating_charge_covers_all: true }), contains_negative_pledge: true },
      persons_entitled: [{ name: to }],
      transactions: [{ filing_type: 'create-charge-with-deed', delivered_on: delivered }, ...(satisfied ? [{ filing_type: 'charge-satisfaction', delivered_on: satisfied }] : [])],
      etag: hash(code), links: { self: `${pathOf(company)}/charges/${hash(code, 'base64url')}` },
    })),
  }
}

export const insolvency = ({ number, insolvency }: Company) => insolvency && {
  etag: hash(`${number} insolvency`), status: [insolvency.status],
  cases: [{
    number: '1', type: insolvency.type, dates: insolvency.dates.map(([type, date]) => ({ type, date })),
    practitioners: insolvency.practitioners.map((name) => ({ name, role: 'practitioner', appointed_on: insolvency.dates[0]![1], address: { address_line_1: 'Pellgrave House, 9 Tallis Street', locality: 'London', country: 'England' } })),
  }],
}
