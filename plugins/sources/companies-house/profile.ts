import {
  date,
  day,
  distinct,
  drawn,
  flag,
  list,
  noSuch,
  object,
  orNull,
  stated,
  subject,
  text,
  type Of,
  type Shape,
  type NoSuch,
  wire,
  sent,
  type Sent,
} from '@domesday/core'
import { annotationsSent, annotationsShape, readAnnotations } from './annotations.ts'
import { abroadShape, branchSent, foreignSent, parentShape, readAbroad, readParent } from './foreign.ts'
import { partnershipShape, readPartnership, subtypeShape } from './partnership.ts'
import { addressSent, addressShape, code, companiesHouse, isNotFound, readAddress } from './register.ts'
import { statusTones } from './standing.ts'

const due = {
  last_made_up_to: orNull(date('End of the last period filed')),
  next_made_up_to: orNull(date('End of the period that is due next')),
  next_due: orNull(date('When the next must be filed')),
  overdue: orNull(flag({ description: 'As the register says', tones: { bad: [true] } })),
}
const dueFields = object(due)
/** The confirmation statement, or the annual return before 2016. */
export interface Due extends Of<typeof dueFields> {}
const dueShape: Shape<Due> = dueFields
const accountsFields = object({ ...due, last_type: orNull(text('small, micro-entity, full, group …')) })
/** Null for kinds that file none, and for dissolved companies with nothing due. */
export interface Accounts extends Of<typeof accountsFields> {}
const accountsShape: Shape<Accounts> = accountsFields

const profileFields = object({
  number: subject('company', text('Eight characters')),
  name: text('Registered name'),
  status: orNull(
    text({
      description: 'active, dissolved, liquidation, administration …; null for kinds of company that have none',
      tones: statusTones,
    }),
  ),
  statusDetail: orNull(text('Such as active-proposal-to-strike-off')),
  type: orNull(text('ltd, plc, llp, private-limited-guarant-nsc …')),
  subtype: subtypeShape,
  jurisdiction: orNull(
    text({
      description: 'Where it is registered',
      'x-words': {
        'england-wales': 'England and Wales',
        'northern-ireland': 'Northern Ireland',
        'united-kingdom': 'United Kingdom',
        'european-union': 'European Union',
        noneu: 'Outside the European Union',
      },
    }),
  ),
  incorporated: orNull(date('When it was formed or registered')),
  ceased: orNull(date('When it ceased to exist')),
  office: orNull(addressShape),
  postcode: subject('postcode', orNull(text('Of the office'))),
  officeInDispute: flag('Someone says that it uses the address without right'),
  officeUndeliverable: flag('The registrar’s letters came back'),
  sicCodes: list(text('Five digits'), 'Standard industrial classification of 2007'),
  formerNames: list(
    drawn(
      object({
        name: text('As registered then'),
        from: orNull(date('The first day')),
        until: orNull(date('The last day')),
      }),
      'timeline',
      { title: 'name', from: 'from', until: 'until' },
    ),
    'Latest first',
  ),
  accounts: orNull(accountsShape),
  confirmation: orNull(dueShape),
  annotations: annotationsShape,
  heldBy: orNull(
    text({
      description: 'Who holds the full record, where this register does not',
      'x-words': {
        'full-data-available-from-financial-conduct-authority': 'The Financial Conduct Authority',
        'full-data-available-from-financial-conduct-authority-mutuals-public-register':
          'The Mutuals Public Register of the Financial Conduct Authority',
        'full-data-available-from-department-of-the-economy': 'The Department for the Economy in Northern Ireland',
        'full-data-available-from-the-company': 'The company itself',
      },
    }),
  ),
  parent: parentShape,
  abroad: abroadShape,
  partnership: partnershipShape,
  statesOwners: flag('There are statements about its owners'),
  exempt: flag('It is or was exempt from naming its owners'),
})
/** A company as registered. Codes (status, type …) are the register's own; it adds new ones without notice. */
export interface Profile extends Of<typeof profileFields> {}
const profileShape: Shape<Profile> = profileFields

const { text: words, flag: yes, must, often, ignored } = sent
const dueSent = { last_made_up_to: words, next_due: words, next_made_up_to: words, overdue: yes }
/**
 * Held against the register's schema, which requires the name, the number, the type, `can_file` and `links`, and
 * against company-profile-delta-consumer of February 2026.
 */
const profileWire = wire({
  company_number: must(words),
  company_name: must(words),
  type: must(words),
  subtype: words,
  term: words,
  links: {
    persons_with_significant_control_statements: words,
    exemptions: words,
    ...sent.unread(
      'charges',
      'filing_history',
      'insolvency',
      'officers',
      'overseas',
      'persons_with_significant_control',
      'registers',
      'self',
      'uk_establishments',
    ),
  },
  corporate_annotation: annotationsSent,
  branch_company_details: branchSent,
  foreign_company_details: foreignSent,
  partial_data_available: words,
  company_status: often(words),
  company_status_detail: words,
  jurisdiction: often(words),
  date_of_creation: often(words),
  date_of_cessation: words,
  registered_office_address: often(addressSent),
  service_address: addressSent,
  sic_codes: [words],
  registered_office_is_in_dispute: yes,
  undeliverable_registered_office_address: yes,
  previous_company_names: [{ name: words, effective_from: words, ceased_on: words }],
  accounts: {
    ...dueSent,
    last_accounts: { made_up_to: words, period_end_on: words, period_start_on: ignored, type: words },
    next_accounts: { due_on: words, period_end_on: words, period_start_on: ignored, overdue: yes },
    accounting_reference_date: ignored,
  },
  confirmation_statement: dueSent,
  annual_return: dueSent,
  ...sent.unread(
    'etag',
    'status',
    'has_charges',
    'has_insolvency_history',
    'has_been_liquidated',
    'has_super_secure_pscs',
    'is_community_interest_company',
    'last_full_members_list_date',
    'external_registration_number',
    'super_secure_managing_officer_count',
    'can_file',
  ),
})
interface WireProfile extends Sent<typeof profileWire> {}
type WireDue = NonNullable<WireProfile['confirmation_statement']>

// `next_due`, `next_made_up_to` and `overdue` outside `next_accounts` are deprecated copies; older records have only
// those.
const readAccounts = (wire: NonNullable<WireProfile['accounts']>): Accounts => ({
  last_made_up_to: day(wire.last_accounts?.period_end_on ?? wire.last_accounts?.made_up_to),
  last_type: code(wire.last_accounts?.type),
  next_made_up_to: day(wire.next_accounts?.period_end_on ?? wire.next_made_up_to),
  next_due: day(wire.next_accounts?.due_on ?? wire.next_due),
  overdue: wire.next_accounts?.overdue ?? wire.overdue ?? null,
})
const readDue = (wire: WireDue): Due => ({
  last_made_up_to: day(wire.last_made_up_to),
  next_made_up_to: day(wire.next_made_up_to),
  next_due: day(wire.next_due),
  overdue: wire.overdue ?? null,
})

/** One company by its eight-character number. An unknown number is a 404. */
export const profile = companiesHouse.get('profile', {
  version: 3,
  wire: profileWire,
  path: (number: string) => `/company/${encodeURIComponent(number)}`,
  digest: profileShape,
  read: (wire) => {
    const due = wire.confirmation_statement ?? wire.annual_return
    return {
      number: wire.company_number,
      name: stated(wire.company_name) ?? wire.company_number,
      status: code(wire.company_status),
      statusDetail: code(wire.company_status_detail),
      type: code(wire.type),
      subtype: code(wire.subtype),
      jurisdiction: code(wire.jurisdiction),
      incorporated: day(wire.date_of_creation),
      ceased: day(wire.date_of_cessation),
      office: readAddress(wire.registered_office_address),
      postcode: stated(wire.registered_office_address?.postal_code)?.toUpperCase() ?? null,
      officeInDispute: wire.registered_office_is_in_dispute === true,
      officeUndeliverable: wire.undeliverable_registered_office_address === true,
      sicCodes: distinct((wire.sic_codes ?? []).map(stated)),
      formerNames: (wire.previous_company_names ?? [])
        .flatMap(({ name, effective_from, ceased_on }) =>
          stated(name) === null ? [] : { name: stated(name)!, from: day(effective_from), until: day(ceased_on) },
        )
        .toSorted((a, b) => (b.until ?? '').localeCompare(a.until ?? '', 'en')),
      accounts: wire.accounts ? readAccounts(wire.accounts) : null,
      confirmation: due ? readDue(due) : null,
      annotations: readAnnotations(wire.corporate_annotation ?? []),
      heldBy: stated(wire.partial_data_available),
      parent: readParent(wire.branch_company_details),
      abroad: readAbroad(wire.foreign_company_details),
      partnership: readPartnership(wire),
      statesOwners: stated(wire.links?.persons_with_significant_control_statements) !== null,
      exempt: stated(wire.links?.exemptions) !== null,
    }
  },
  none: (reply, number): NoSuch | undefined =>
    isNotFound(reply) ? noSuch(`There is no company with the number ${number}.`) : undefined,
})
