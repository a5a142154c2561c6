import {
  date,
  day,
  distinct,
  drawn,
  flag,
  list,
  many,
  noSuch,
  object,
  orAbsent,
  orNull,
  present,
  stated,
  subject,
  text,
  type NoSuch,
  type Of,
  type Shape,
} from '@domesday/core'
import { addressShape, code, companiesHouse, isNotFound, readAddress, type WireAddress } from './register.ts'
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
})
/** A company as registered. Codes (status, type …) are the register's own; it adds new ones without notice. */
export interface Profile extends Of<typeof profileFields> {}
const profileShape: Shape<Profile> = profileFields

interface WireDue {
  readonly last_made_up_to?: string
  readonly next_due?: string
  readonly next_made_up_to?: string
  readonly overdue?: boolean
}
interface WireProfile {
  readonly company_number: string
  readonly company_name: string
  readonly company_status?: string | null
  readonly company_status_detail?: string | null
  readonly type?: string | null
  readonly jurisdiction?: string | null
  readonly date_of_creation?: string | null
  readonly date_of_cessation?: string | null
  readonly registered_office_address?: WireAddress | null
  readonly sic_codes?: readonly string[] | null
  readonly registered_office_is_in_dispute?: boolean
  readonly undeliverable_registered_office_address?: boolean
  readonly previous_company_names?:
    | readonly { readonly name?: string; readonly effective_from?: string; readonly ceased_on?: string }[]
    | null
  readonly accounts?:
    | (WireDue & {
        readonly last_accounts?: {
          readonly made_up_to?: string
          readonly period_end_on?: string
          readonly type?: string | null
        } | null
        readonly next_accounts?: {
          readonly due_on?: string
          readonly period_end_on?: string
          readonly overdue?: boolean
        } | null
      })
    | null
  readonly confirmation_statement?: WireDue | null
  readonly annual_return?: WireDue | null
}

const yesOrNo = (raw: unknown): boolean | null => (typeof raw === 'boolean' ? raw : null)

// `next_due`, `next_made_up_to` and `overdue` outside `next_accounts` are deprecated copies; older records have only
// those.
const readAccounts = (wire: NonNullable<WireProfile['accounts']>): Accounts => ({
  last_made_up_to: day(wire.last_accounts?.period_end_on ?? wire.last_accounts?.made_up_to),
  last_type: code(wire.last_accounts?.type),
  next_made_up_to: day(wire.next_accounts?.period_end_on ?? wire.next_made_up_to),
  next_due: day(wire.next_accounts?.due_on ?? wire.next_due),
  overdue: yesOrNo(wire.next_accounts?.overdue ?? wire.overdue),
})
const readDue = (wire: WireDue): Due => ({
  last_made_up_to: day(wire.last_made_up_to),
  next_made_up_to: day(wire.next_made_up_to),
  next_due: day(wire.next_due),
  overdue: yesOrNo(wire.overdue),
})

const areSicCodes = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && /^\d{5}$/.test(one))
const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null && 'ceased_on' in one)

/** Kinds of company whose record always has a status, a day of incorporation and an office. */
const ordinary = /^(ltd|plc|llp|private-|old-public)/
const day24 = 86_400_000

/** Throws where a record lacks what all of its kind and status have. */
const checkProfile = (wire: WireProfile, due: WireDue | null | undefined): void => {
  if (!ordinary.test(stated(wire.type) ?? '')) return
  const status = code(present(wire.company_status, 'company_status'))
  const incorporated = day(present(wire.date_of_creation, 'date_of_creation'))
  present(wire.registered_office_address, 'registered_office_address')
  if (status === 'dissolved') present(wire.date_of_cessation, 'date_of_cessation')
  if (status === null || !/^(dissolved|closed|converted-closed|removed)$/.test(status)) {
    present(wire.accounts, 'accounts')
    present(due, 'confirmation_statement')
  }
  // The first statement is made up to a year after the incorporation: a company that owes a later one has made one.
  const next = day(due?.next_made_up_to)
  if (next !== null && incorporated !== null && Date.parse(next) - Date.parse(incorporated) > 400 * day24)
    present(due?.last_made_up_to, 'confirmation_statement.last_made_up_to')
}

/** One company by its eight-character number. An unknown number is a 404. */
export const profile = companiesHouse.get('profile', {
  demands: [
    'company_number',
    'company_name',
    'type',
    'previous_company_names?[].name',
    'confirmation_statement?.next_due',
  ],
  path: (number: string) => `/company/${encodeURIComponent(number)}`,
  digest: profileShape,
  read: (wire: WireProfile) => {
    const due = wire.confirmation_statement ?? wire.annual_return
    checkProfile(wire, due)
    const number = present(stated(wire.company_number) ?? undefined, 'company_number')
    return {
      number,
      name: stated(wire.company_name) ?? number,
      status: code(wire.company_status),
      statusDetail: code(orAbsent(wire, 'company_status_detail', (value) => value === 'active-proposal-to-strike-off')),
      type: code(wire.type),
      jurisdiction: code(wire.jurisdiction),
      incorporated: day(wire.date_of_creation),
      ceased: day(wire.date_of_cessation),
      office: readAddress(wire.registered_office_address),
      postcode: stated(wire.registered_office_address?.postal_code)?.toUpperCase() ?? null,
      officeInDispute: wire.registered_office_is_in_dispute === true,
      officeUndeliverable: wire.undeliverable_registered_office_address === true,
      sicCodes: distinct(many(orAbsent(wire, 'sic_codes', areSicCodes)).map(stated)),
      formerNames: (orAbsent(wire, 'previous_company_names', areNames) ?? [])
        .flatMap(({ name, effective_from, ceased_on }) => {
          const former = stated(name)
          return former === null ? [] : [{ name: former, from: day(effective_from), until: day(ceased_on) }]
        })
        .toSorted((a, b) => (b.until ?? '').localeCompare(a.until ?? '', 'en')),
      accounts: wire.accounts ? readAccounts(wire.accounts) : null,
      confirmation: due ? readDue(due) : null,
    }
  },
  none: (reply, number): NoSuch | undefined =>
    isNotFound(reply) ? noSuch(`There is no company with the number ${number}.`) : undefined,
})
