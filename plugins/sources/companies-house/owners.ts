/** Who controls a company: persons with significant control, and the beneficial owners of overseas entities. */
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
  partly,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { identificationSent, personFields } from './officers.ts'
import {
  addressSent,
  addressShape,
  birthSent,
  companiesHouse,
  isNotFound,
  leftWithoutDay,
  pageSent,
  readAddress,
  readBirth,
} from './register.ts'
import { verificationDigest, verificationIn, verificationSent } from './verification.ts'

/** What answers show of an owner as it is. */
export const ownerFields = {
  name: orNull(text('Null where the law protects it')),
  kind: orNull(text('individual, corporate-entity, legal-person, super-secure')),
  control: list(text(), 'Nature of control, such as ownership-of-shares-50-to-75-percent'),
  notified_on: orNull(date('Since when the control is registered')),
  ceased_on: orNull(date('Null while it lasts, and where the company ended first or the day is not stated')),
  ...personFields,
  registration_number: orNull(text('Of a corporate owner')),
  legal_form: orNull(text('Of a corporate owner')),
  place_registered: orNull(text('Of a corporate owner: the register that it names, as filed')),
  country_registered: orNull(text('Of a corporate owner, as filed')),
  is_sanctioned: orNull(
    flag({
      description: 'Declared as sanctioned in the latest filing; stated of owners of overseas entities alone',
      tones: { bad: [true] },
    }),
  ),
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

const { text: words, must, often, flag: yes, scalar } = sent
/**
 * Held against the register's schema and psc-delta-consumer: of an owner whom the law protects only the kind is sent,
 * and natures of control are not stated of all.
 */
const ownersWire = wire({
  ...pageSent,
  ceased_count: scalar,
  items: must([
    {
      kind: must(words),
      name: often(words),
      natures_of_control: [words],
      notified_on: often(words),
      ceased_on: words,
      ceased: yes,
      is_sanctioned: yes,
      date_of_birth: birthSent,
      nationality: words,
      country_of_residence: words,
      address: addressSent,
      identification: { ...identificationSent, legal_form: words, place_registered: words, country_registered: words },
      identity_verification_details: verificationSent,
      ...sent.unread('description', 'name_elements', 'principal_office_address', 'links', 'etag'),
    },
  ]),
})
type WireOwner = Sent<typeof ownersWire>['items'][number]

/** Of those whom the law protects only the kind is sent. */
const isSecret = ({ kind }: WireOwner): boolean => (stated(kind) ?? '').startsWith('super-secure')

const readOwner = (wire: WireOwner): Owner => ({
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
  place_registered: stated(wire.identification?.place_registered),
  country_registered: stated(wire.identification?.country_registered),
  is_sanctioned: wire.is_sanctioned ?? null,
  verification: verificationIn(wire),
})

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
  version: 2,
  read: ({ items, ...counts }, _, unread) => {
    const read: Owners = {
      items: items.map(readOwner),
      total: Math.max(numeric(counts.total_results) ?? 0, items.length + unread),
    }
    const why = leftWithoutDay(counts, items)
    return why === null ? read : partly(read, why)
  },
  // Until 2024 a company without owners was a 404.
  none: (reply): Owners | undefined => (isNotFound(reply) ? { items: [], total: 0 } : undefined),
})
