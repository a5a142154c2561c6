import { dataset, day, need, notCovered, numeric, stated, type Node } from '@domesday/core'
import { companyNumber, plainName, type Company } from '@domesday/vocabulary-companies'

/** A charity as registered. Amounts in pounds, of the latest year reported; days are ISO dates. */
export interface Charity {
  readonly number: string
  readonly name: string
  /** Such as Charitable company, CIO. */
  readonly type: string | null
  readonly status: 'registered' | 'removed'
  readonly registered: string | null
  readonly removed: string | null
  readonly income: number | null
  readonly spending: number | null
  readonly yearEnd: string | null
  /** Status of its annual returns, such as Submission Received, Submission Overdue. */
  readonly reporting: string | null
  readonly insolvent: boolean
  readonly inAdministration: boolean
  /** Companies House number, eight characters. */
  readonly company: string | null
}

/** A charity with its lookup keys. The register has no company number for a CIO, so a CIO is found by name. */
export interface Row {
  readonly id: string
  readonly company: string | null
  readonly cio: string | null
  readonly charity: Charity
}

type Wire = Readonly<Record<string, unknown>>

const isTrue = (raw: unknown): boolean => raw === true || /^true$/i.test(stated(raw) ?? '')

/**
 * Null for linked charities (parts of a main one) and for types that cannot be companies. Contact details are left out:
 * they are often a volunteer's home.
 */
export const charityOf = (wire: Wire): Row | null => {
  const number = stated(wire['registered_charity_number'])
  const name = stated(wire['charity_name'])
  const company = companyNumber(wire['charity_company_registration_number'])
  const isCio = isTrue(wire['charity_is_cio'])
  if (number === null || name === null || numeric(wire['linked_charity_number']) !== 0 || (company === null && !isCio))
    return null
  return {
    id: stated(wire['organisation_number']) ?? number,
    company,
    cio: isCio ? plainName(name) : null,
    charity: {
      number,
      name,
      type: stated(wire['charity_type']),
      status: stated(wire['charity_registration_status']) === 'Removed' ? 'removed' : 'registered',
      registered: day(wire['date_of_registration']),
      removed: day(wire['date_of_removal']),
      income: numeric(wire['latest_income']),
      spending: numeric(wire['latest_expenditure']),
      yearEnd: day(wire['latest_acc_fin_period_end_date']),
      reporting: stated(wire['charity_reporting_status']),
      insolvent: isTrue(wire['charity_insolvent']),
      inAdministration: isTrue(wire['charity_in_administration']),
      company,
    },
  }
}

/**
 * Uses the daily extract instead of the keyed API: the API cannot search by company number, and a charity's name often
 * differs from its company's name.
 */
export const charityCommission = dataset({
  id: 'charity-commission',
  title: 'Register of Charities, England and Wales',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains information from the Charity Commission for England and Wales licensed under the Open Government Licence v3.0',
  coverage:
    'Charities of England and Wales that are companies or charitable incorporated organisations, registered and removed',
  pull: [
    {
      part: '',
      demands: ['charity_reporting_status', 'latest_acc_fin_period_end_date', 'latest_income'],
      addresses: () => ['/data/json/publicextract.charity.zip'],
      as: 'json',
      zip: /\.json$/,
    },
  ],
  row: charityOf,
  key: ({ id }) => id,
  index: ['company', 'cio'],
  version: 2,
})

type AskedCompany = Pick<Company, 'number' | 'name'>

/**
 * Charities that are this company: registered ones first, then the latest. `[]` if there are none. A CIO is matched by
 * name.
 */
export const charities = charityCommission.ask(
  'charities',
  (rows, { number, name }: AskedCompany): readonly Charity[] => {
    const found = number.startsWith('CE') ? rows.where('cio', plainName(name)) : rows.where('company', number)
    // Alphabetical order puts `registered` before `removed`.
    return [...found]
      .map(({ charity }) => charity)
      .toSorted((a, b) => a.status.localeCompare(b.status) || (b.registered ?? '').localeCompare(a.registered ?? ''))
  },
  { confidence: 'unconfirmed' },
)

// Companies registered in Scotland (SC, SL, SO, CS …) and Northern Ireland (NI, NC, NL, NO, R0 …): their charities are
// in other registers.
const elsewhere = /^(S[A-Z]|CS|N[A-Z]|R0)/

/** Not covered where the company is registered in Scotland or Northern Ireland. */
export const charitiesOf = (company: Node<AskedCompany>): Node<readonly Charity[]> =>
  need(charities, { company }, ({ company: { number, name } }) =>
    elsewhere.test(number) ? notCovered(/^[NR]/.test(number) ? 'Northern Ireland' : 'Scotland') : { number, name },
  )
