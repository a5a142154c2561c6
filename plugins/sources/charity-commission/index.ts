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
  partly,
  render,
  sent,
  stated,
  text,
  wire,
  type Node,
  type Of,
  type Partly,
  type Sent,
  type Shape,
  type Shown,
} from '@domesday/core'
import { bySureness, companyNumber, matchShape, plainName } from '@domesday/vocabulary-companies'
import { matchOf, type AskedCompany } from './match.ts'

const pounds = orNull(number({ description: 'Of the latest year reported', unit: 'GBP' }))
const charityKnown = {
  number: text(),
  name: text(),
  type: orNull(text('Such as Charitable company, CIO')),
  status: orNull(choice(['registered', 'removed'])),
  registered: orNull(date()),
  removed: orNull(date()),
  income: pounds,
  spending: pounds,
  yearEnd: orNull(date()),
  reporting: orNull(text('Status of its annual returns, such as Submission Received, Submission Overdue')),
  insolvent: orNull(flag()),
  inAdministration: orNull(flag()),
  dissolved: orNull(flag('Of a charitable incorporated organisation')),
  dissolutionNotice: orNull(date('When notice of its dissolution was given')),
  company: orNull(text('Companies House number, eight characters')),
}
const charityFields = object(charityKnown)
/** A charity as registered. */
export interface Charity extends Of<typeof charityFields> {}

/** A charity with its lookup keys. The register has no company number for a CIO, so a CIO is found by name. */
export interface Row {
  readonly id: string
  readonly company: string | null
  readonly cio: string | null
  readonly charity: Charity
}

const { scalar, must, often } = sent
/** Held against the publisher's definitions of the extract, which state no obligation. A row is told by its numbers. */
const columns = wire({
  registered_charity_number: must(scalar),
  linked_charity_number: must(scalar),
  charity_name: must(scalar),
  organisation_number: scalar,
  charity_company_registration_number: often(scalar),
  charity_type: often(scalar),
  charity_registration_status: often(scalar),
  date_of_registration: often(scalar),
  date_of_removal: scalar,
  charity_reporting_status: often(scalar),
  latest_acc_fin_period_end_date: often(scalar),
  latest_income: often(scalar),
  latest_expenditure: often(scalar),
  charity_insolvent: often(scalar),
  charity_in_administration: often(scalar),
  charity_is_cio: often(scalar),
  cio_is_dissolved: scalar,
  date_cio_dissolution_notice: scalar,
  ...sent.unread('date_of_extract', 'latest_acc_fin_period_start_date', 'charity_previously_excepted'),
  ...sent.unread('charity_is_cdf_or_cif', 'charity_activities', 'charity_gift_aid', 'charity_has_land'),
  ...sent.unread('charity_contact_address1', 'charity_contact_address2', 'charity_contact_address3'),
  ...sent.unread('charity_contact_address4', 'charity_contact_address5', 'charity_contact_postcode'),
  ...sent.unread('charity_contact_phone', 'charity_contact_email', 'charity_contact_web'),
})
interface Columns extends Sent<typeof columns> {}

const flagged = (raw: unknown): boolean | null => {
  const told = String(raw).toLowerCase()
  return told === 'true' || (told === 'false' ? false : null)
}
const statuses: Readonly<Record<string, Charity['status']>> = { Registered: 'registered', Removed: 'removed' }

/**
 * Null for linked charities (parts of a main one) and for types that cannot be companies. Contact details are left out:
 * they are often a volunteer's home.
 */
export const charityOf = (wire: Columns): Row | null => {
  const number = stated(wire.registered_charity_number)
  const name = stated(wire.charity_name)
  const company = companyNumber(wire.charity_company_registration_number)
  const isCio = flagged(wire.charity_is_cio) === true
  if (number === null || name === null || numeric(wire.linked_charity_number) !== 0 || (company === null && !isCio))
    return null
  return {
    id: stated(wire.organisation_number) ?? number,
    company,
    cio: isCio ? plainName(name) : null,
    charity: {
      number,
      name,
      type: stated(wire.charity_type),
      status: statuses[stated(wire.charity_registration_status) ?? ''] ?? null,
      registered: day(wire.date_of_registration),
      removed: day(wire.date_of_removal),
      income: numeric(wire.latest_income),
      spending: numeric(wire.latest_expenditure),
      yearEnd: day(wire.latest_acc_fin_period_end_date),
      reporting: stated(wire.charity_reporting_status),
      insolvent: flagged(wire.charity_insolvent),
      inAdministration: flagged(wire.charity_in_administration),
      dissolved: flagged(wire.cio_is_dissolved),
      dissolutionNotice: day(wire.date_cio_dissolution_notice),
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
      wire: columns,
      addresses: () => ['/data/json/publicextract.charity.zip'],
      as: 'json',
      zip: /\.json$/,
    },
  ],
  row: charityOf,
  key: ({ id }) => id,
  index: ['company', 'cio'],
  version: 3,
})

const foundFields = object({ ...charityKnown, match: matchShape })
/** A charity that is a company, and how sure that is. */
export interface FoundCharity extends Of<typeof foundFields> {}
const foundShape: Shape<FoundCharity> = foundFields

/**
 * Charities that are this company: registered ones first, then the latest. `[]` if there are none. A CIO is matched by
 * name.
 */
export const charities = charityCommission.ask(
  'charities',
  (rows, company: AskedCompany): readonly FoundCharity[] | Partly<readonly FoundCharity[]> => {
    const { number, name } = company
    const found = number.startsWith('CE') ? rows.where('cio', plainName(name)) : rows.where('company', number)
    // Alphabetical order puts `registered` before `removed`.
    const all = [...found]
      .map(({ charity }) => ({ ...charity, match: matchOf(charity, company) }))
      .toSorted(
        (a, b) =>
          bySureness(a.match, b.match) ||
          (a.status ?? 'unknown').localeCompare(b.status ?? 'unknown', 'en') ||
          (b.registered ?? '').localeCompare(a.registered ?? '', 'en'),
      )
    return all[0]?.match.sure === 'possible'
      ? partly(all, 'a charity of its name was registered on another day, and is a possible match')
      : all
  },
  { digest: list(foundShape), version: 3, confidence: 'unconfirmed' },
)

// Companies registered in Scotland (SC, SL, SO, CS …) and Northern Ireland (NI, NC, NL, NO, R0 …): their charities are
// in other registers.
const elsewhere = /^(S[A-Z]|CS|N[A-Z]|R0)/

/** Not covered where the company is registered in Scotland or Northern Ireland. */
export const charitiesOf = (company: Node<AskedCompany>): Shown<readonly FoundCharity[]> =>
  need(charities, company, ({ number, name, since = null }) =>
    elsewhere.test(number)
      ? notCovered(/^[NR]/.test(number) ? 'Northern Ireland' : 'Scotland')
      : { number, name, since },
  )

const registeredShape = object(
  {
    registered: orNull(flag('On the register today; null where that is a possible match')),
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
    dissolved: orNull(
      flag({ description: 'Of a charitable incorporated organisation: dissolved', tones: { bad: [true] } }),
    ),
    dissolution_notice: orNull(date('When notice of its dissolution was given')),
    match: orNull(matchShape),
    entries: integer('Entries that the register has for the company, past ones too'),
  },
  { title: 'CharityRegister', description: 'Charity Commission for England and Wales' },
)

/** The first of a company's charities, as answers show it. */
export const charityAs = (charities: Node<readonly FoundCharity[]>): Shown<Of<typeof registeredShape>> =>
  render(registeredShape, charities, (charities) => {
    const [charity] = charities
    return {
      registered:
        charity?.status === null || charity?.match.sure === 'possible' ? null : charity?.status === 'registered',
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
      dissolved: charity?.dissolved ?? null,
      dissolution_notice: charity?.dissolutionNotice ?? null,
      match: charity?.match ?? null,
      entries: charities.length,
    }
  })
