import {
  choice,
  dataset,
  date,
  day,
  flag,
  integer,
  list,
  need,
  notCovered,
  number,
  numeric,
  object,
  orNull,
  render,
  stated,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { companyNumber, plainName, type Company } from '@domesday/vocabulary-companies'

const pounds = orNull(number({ description: 'Of the latest year reported', unit: 'GBP' }))
const charityFields = object({
  number: text(),
  name: text(),
  type: orNull(text('Such as Charitable company, CIO')),
  status: choice(['registered', 'removed']),
  registered: orNull(date()),
  removed: orNull(date()),
  income: pounds,
  spending: pounds,
  yearEnd: orNull(date()),
  reporting: orNull(text('Status of its annual returns, such as Submission Received, Submission Overdue')),
  insolvent: flag(),
  inAdministration: flag(),
  company: orNull(text('Companies House number, eight characters')),
})
/** A charity as registered. */
export interface Charity extends Of<typeof charityFields> {}
const charityShape: Shape<Charity> = charityFields

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
      demands: [
        'charity_company_registration_number',
        'charity_reporting_status',
        'latest_acc_fin_period_end_date',
        'latest_income',
      ],
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
  (rows, { number, name }: AskedCompany) => {
    const found = number.startsWith('CE') ? rows.where('cio', plainName(name)) : rows.where('company', number)
    // Alphabetical order puts `registered` before `removed`.
    return [...found]
      .map(({ charity }) => charity)
      .toSorted(
        (a, b) =>
          a.status.localeCompare(b.status, 'en') || (b.registered ?? '').localeCompare(a.registered ?? '', 'en'),
      )
  },
  { digest: list(charityShape), confidence: 'unconfirmed' },
)

// Companies registered in Scotland (SC, SL, SO, CS …) and Northern Ireland (NI, NC, NL, NO, R0 …): their charities are
// in other registers.
const elsewhere = /^(S[A-Z]|CS|N[A-Z]|R0)/

/** Not covered where the company is registered in Scotland or Northern Ireland. */
export const charitiesOf = (company: Node<AskedCompany>): Shown<readonly Charity[]> =>
  need(charities, company, ({ number, name }) =>
    elsewhere.test(number) ? notCovered(/^[NR]/.test(number) ? 'Northern Ireland' : 'Scotland') : { number, name },
  )

const registeredShape = object(
  {
    registered: flag('On the register today'),
    charity_number: orNull(text('Of the register')),
    name: orNull(text('As the register has it')),
    status: orNull(text({ description: 'registered or removed', tones: { good: ['registered'], bad: ['removed'] } })),
    since: orNull(date('When it was registered')),
    removed: orNull(date('When it was taken off the register')),
    income: pounds,
    spending: pounds,
    year_end: orNull(date('End of that year')),
    reporting: orNull(text('How it stands with its returns')),
    insolvent: orNull(flag({ description: 'Marked as insolvent by the commission', tones: { bad: [true] } })),
    in_administration: orNull(
      flag({ description: 'Marked as in administration by the commission', tones: { bad: [true] } }),
    ),
    entries: integer('Entries that the register has for the company, past ones too'),
  },
  'Charity Commission for England and Wales',
)

/** The first of a company's charities, as answers show it. */
export const charityAs = (charities: Node<readonly Charity[]>): Shown<Of<typeof registeredShape>> =>
  render(registeredShape, charities, (charities) => {
    const [charity] = charities
    return {
      registered: charity?.status === 'registered',
      charity_number: charity?.number ?? null,
      name: charity?.name ?? null,
      status: charity?.status ?? null,
      since: charity?.registered ?? null,
      removed: charity?.removed ?? null,
      income: charity?.income ?? null,
      spending: charity?.spending ?? null,
      year_end: charity?.yearEnd ?? null,
      reporting: charity?.reporting ?? null,
      insolvent: charity?.insolvent ?? null,
      in_administration: charity?.inAdministration ?? null,
      entries: charities.length,
    }
  })
