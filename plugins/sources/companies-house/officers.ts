import {
  date,
  day,
  distinct,
  flag,
  integer,
  list,
  many,
  numeric,
  object,
  orNull,
  present,
  stated,
  subject,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import {
  addressShape,
  born,
  companiesHouse,
  idIn,
  isNotFound,
  itemsOf,
  readAddress,
  checkResigned,
  readBirth,
  type Resigned,
  type Page,
  type WireAddress,
  type WireBirth,
} from './register.ts'
import { verificationDigest, verificationIn, type WireVerification } from './verification.ts'

/** What officers and owners have in common. */
const person = {
  born,
  nationality: orNull(text('As filed')),
  country_of_residence: orNull(text('As filed')),
}
/** What answers show of an officer as it is. */
export const officerFields = {
  name: text('As listed: SURNAME, Forenames, or the name of a corporate officer'),
  role: orNull(text('director, secretary, llp-member …')),
  appointed_on: orNull(date('Null for some appointments of before 1992')),
  appointed_before: orNull(date('Where only this is known, of appointments before 1992')),
  resigned_on: orNull(date('Null while in office, and where the company ended first')),
  ...person,
  occupation: orNull(text('As filed')),
  is_corporate: flag('A company or other body'),
  registration_number: orNull(text('Of a corporate officer')),
  // One person may have several.
  officer_id: subject('person', orNull(text('What the director look-up takes'))),
}
const officerDigest = object({ ...officerFields, verification: verificationDigest })
/** An officer of one company, serving or resigned. */
export interface Officer extends Of<typeof officerDigest> {}
const officerShape: Shape<Officer> = officerDigest

const officersFields = object({
  items: list(officerShape, 'Current officers first; at most five hundred'),
  total: integer('All that the register holds, past ones too'),
})
export interface Officers extends Of<typeof officersFields> {}
const officersShape: Shape<Officers> = officersFields

interface WireOfficer {
  readonly name?: string | null
  readonly officer_role?: string | null
  readonly appointed_on?: string
  readonly appointed_before?: string
  readonly resigned_on?: string
  readonly nationality?: string | null
  readonly country_of_residence?: string | null
  readonly occupation?: string | null
  readonly date_of_birth?: WireBirth | null
  readonly identification?: WireIdentification | null
  readonly identity_verification_details?: WireVerification | null
  readonly links?: { readonly officer?: { readonly appointments?: string } | null } | null
}
interface WireIdentification {
  readonly registration_number?: string | null
  readonly legal_form?: string | null
}

const readOfficer = (wire: WireOfficer): Officer => ({
  name: stated(wire.name) ?? 'Name not public',
  role: stated(wire.officer_role),
  is_corporate: wire.identification != null || (stated(wire.officer_role) ?? '').startsWith('corporate-'),
  appointed_on: day(present(wire.appointed_on ?? wire.appointed_before, 'appointed_on') && wire.appointed_on),
  appointed_before: day(wire.appointed_before),
  resigned_on: day(wire.resigned_on),
  born: readBirth(wire.date_of_birth),
  nationality: stated(wire.nationality),
  country_of_residence: stated(wire.country_of_residence),
  occupation: stated(wire.occupation),
  registration_number: stated(wire.identification?.registration_number),
  officer_id: idIn(wire.links?.officer?.appointments, 'officers'),
  verification: verificationIn(wire),
})

const pageSize = 100,
  mostOfficers = 500

const officersFrom = companiesHouse.get('officers-from', {
  demands: ['items?[].name', 'items?[].officer_role', 'items?[].links.officer.appointments'],
  path: ({ number, start }: { readonly number: string; readonly start: number }) => [
    `/company/${encodeURIComponent(number)}/officers`,
    { items_per_page: pageSize, start_index: start || undefined },
  ],
  digest: officersShape,
  // Count the items: the counts in the envelope come from another store and may lag behind.
  read: (page: Page<WireOfficer> & Resigned, { start }) => {
    checkResigned(page, itemsOf(page))
    const items = itemsOf(page).map(readOfficer)
    return { items, total: Math.max(numeric(page.total_results) ?? 0, start + items.length) }
  },
})

/** The officers of a company, including past ones; empty for an unknown number. */
export const officers = companiesHouse.run(
  'officers',
  async (number: string, { ask }) => {
    const { items, total } = await ask(officersFrom, { number, start: 0 })
    const starts: number[] = []
    for (let start = pageSize; start < Math.min(total, mostOfficers); start += pageSize) starts.push(start)
    const others = await Promise.all(starts.map((start) => ask(officersFrom, { number, start })))
    return { items: [items, ...others.map((page) => page.items)].flat(), total }
  },
  { digest: officersShape },
)

/** What answers show of an owner as it is. */
export const ownerFields = {
  name: orNull(text('Null where the law protects it')),
  kind: orNull(text('individual, corporate-entity, legal-person, super-secure')),
  control: list(text(), 'Nature of control, such as ownership-of-shares-50-to-75-percent'),
  notified_on: orNull(date('Since when the control is registered')),
  ceased_on: orNull(date('Null while it lasts, and where the company ended first or the day is not stated')),
  ...person,
  registration_number: orNull(text('Of a corporate owner')),
  legal_form: orNull(text('Of a corporate owner')),
}
const ownerDigest = object({
  ...ownerFields,
  current: flag('Not ceased, by a day or without one'),
  address: orNull(addressShape),
  verification: verificationDigest,
})
/** A person or body with significant control, or the beneficial owner of an overseas entity. */
export interface Owner extends Of<typeof ownerDigest> {}
const ownerShape: Shape<Owner> = ownerDigest

const ownersFields = object({
  items: list(ownerShape),
  total: integer('All that the register holds, past ones too'),
})
export interface Owners extends Of<typeof ownersFields> {}
const ownersShape: Shape<Owners> = ownersFields

interface WireOwner {
  readonly name?: string | null
  readonly kind?: string | null
  readonly natures_of_control?: readonly string[] | null
  readonly notified_on?: string
  readonly ceased_on?: string
  readonly ceased?: boolean
  readonly date_of_birth?: WireBirth | null
  readonly nationality?: string | null
  readonly country_of_residence?: string | null
  readonly address?: WireAddress | null
  readonly identification?: WireIdentification | null
  readonly identity_verification_details?: WireVerification | null
}

/** Of those whom the law protects only the kind is sent. */
const isSecret = ({ kind }: WireOwner): boolean => (stated(kind) ?? '').startsWith('super-secure')

/**
 * Persons with significant control, including past ones. The list is empty for a company without owners and for an
 * unknown number.
 */
export const owners = companiesHouse.get('owners', {
  demands: ['items?[].kind'],
  path: (number: string) => [
    `/company/${encodeURIComponent(number)}/persons-with-significant-control`,
    { items_per_page: 100 },
  ],
  digest: ownersShape,
  read: (page: Page<WireOwner>) => ({
    items: itemsOf(page).map((wire) => ({
      name: stated(isSecret(wire) ? null : present(wire.name, 'name')),
      kind: stated(wire.kind)?.replace(/-(person-with-significant-control|beneficial-owner)$/, '') ?? null,
      control: distinct(
        many(isSecret(wire) ? null : present(wire.natures_of_control, 'natures_of_control')).map(stated),
      ),
      notified_on: day(wire.notified_on),
      ceased_on: day(wire.ceased_on),
      current: !wire.ceased && day(wire.ceased_on) === null,
      born: readBirth(wire.date_of_birth),
      nationality: stated(wire.nationality),
      country_of_residence: stated(wire.country_of_residence),
      address: readAddress(wire.address),
      registration_number: stated(wire.identification?.registration_number),
      legal_form: stated(wire.identification?.legal_form),
      verification: verificationIn(wire),
    })),
    total: Math.max(numeric(page.total_results) ?? 0, itemsOf(page).length),
  }),
  // Until 2024 a company without owners was a 404.
  none: (reply): Owners | undefined => (isNotFound(reply) ? { items: [], total: 0 } : undefined),
})
