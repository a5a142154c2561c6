import {
  date,
  day,
  distinct,
  flag,
  integer,
  list,
  numeric,
  object,
  orNull,
  sent,
  stated,
  subject,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import {
  addressSent,
  addressShape,
  birthSent,
  born,
  companiesHouse,
  idIn,
  isNotFound,
  pageSent,
  readAddress,
  readBirth,
} from './register.ts'
import { verificationDigest, verificationIn, verificationSent } from './verification.ts'

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

const { text: words, must, often, ignored } = sent
const identificationSent = {
  registration_number: words,
  legal_form: words,
  ...sent.unread('legal_authority', 'identification_type', 'place_registered', 'country_registered'),
}
/** Required is the name, and what the register's schema requires of an officer. */
const officersWire = wire({
  ...pageSent,
  items: must([
    {
      name: must(words),
      officer_role: must(words),
      links: must({ officer: { appointments: words }, self: ignored }),
      appointed_on: often(words),
      appointed_before: words,
      resigned_on: words,
      nationality: words,
      country_of_residence: words,
      occupation: words,
      date_of_birth: birthSent,
      identification: identificationSent,
      identity_verification_details: verificationSent,
      ...sent.unread(
        'address',
        'principal_office_address',
        'contact_details',
        'former_names',
        'responsibilities',
        'is_pre_1992_appointment',
        'person_number',
        'etag',
      ),
    },
  ]),
})
type WireOfficer = Sent<typeof officersWire>['items'][number]

const readOfficer = (wire: WireOfficer): Officer => ({
  name: stated(wire.name) ?? 'Name not public',
  role: stated(wire.officer_role),
  is_corporate: wire.identification != null || (stated(wire.officer_role) ?? '').startsWith('corporate-'),
  appointed_on: day(wire.appointed_on),
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
  wire: officersWire,
  path: ({ number, start }: { readonly number: string; readonly start: number }) => [
    `/company/${encodeURIComponent(number)}/officers`,
    { items_per_page: pageSize, start_index: start || undefined },
  ],
  digest: officersShape,
  // Count the items: the counts in the envelope come from another store and may lag behind.
  read: ({ items, total_results: total }, { start }) => ({
    items: items.map(readOfficer),
    total: Math.max(numeric(total) ?? 0, start + items.length),
  }),
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

const ownersWire = wire({
  ...pageSent,
  items: must([
    {
      kind: must(words),
      name: often(words),
      natures_of_control: [words],
      notified_on: often(words),
      ceased_on: words,
      ceased: sent.flag,
      date_of_birth: birthSent,
      nationality: words,
      country_of_residence: words,
      address: addressSent,
      identification: identificationSent,
      identity_verification_details: verificationSent,
      ...sent.unread('description', 'name_elements', 'principal_office_address', 'links', 'etag'),
    },
  ]),
})
type WireOwner = Sent<typeof ownersWire>['items'][number]

/** Of those whom the law protects only the kind is sent. */
const isSecret = ({ kind }: WireOwner): boolean => (stated(kind) ?? '').startsWith('super-secure')

/**
 * Persons with significant control, including past ones. The list is empty for a company without owners and for an
 * unknown number.
 */
export const owners = companiesHouse.get('owners', {
  wire: ownersWire,
  path: (number: string) => [
    `/company/${encodeURIComponent(number)}/persons-with-significant-control`,
    { items_per_page: 100 },
  ],
  digest: ownersShape,
  read: ({ items, total_results: total }) => ({
    items: items.map((wire) => ({
      name: isSecret(wire) ? null : stated(wire.name),
      kind: stated(wire.kind)?.replace(/-(person-with-significant-control|beneficial-owner)$/, '') ?? null,
      control: isSecret(wire) ? [] : distinct((wire.natures_of_control ?? []).map(stated)),
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
    total: Math.max(numeric(total) ?? 0, items.length),
  }),
  // Until 2024 a company without owners was a 404.
  none: (reply): Owners | undefined => (isNotFound(reply) ? { items: [], total: 0 } : undefined),
})
