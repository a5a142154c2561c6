import { day, distinct, many, numeric, present, stated } from '@domesday/core'
import {
  companiesHouse,
  idIn,
  isNotFound,
  itemsOf,
  readAddress,
  checkResigned,
  readBirth,
  type PostalAddress,
  type Resigned,
  type Page,
  type WireAddress,
  type WireBirth,
} from './register.ts'
import { verificationIn, type Verification, type WireVerification } from './verification.ts'

/** An officer of one company, serving or resigned. */
export interface Officer {
  /** As listed: `SURNAME, Forenames` for a person, the plain name for a corporate officer. */
  readonly name: string
  /** `director`, `secretary`, `llp-member`, `corporate-director` … */
  readonly role: string | null
  readonly corporate: boolean
  /** Null if it was before 1992 and only `appointedBefore` is known. */
  readonly appointed: string | null
  readonly appointedBefore: string | null
  /** Null while in office, and for officers who were in office when the company was dissolved. */
  readonly resigned: string | null
  /** `YYYY-MM` */
  readonly born: string | null
  readonly nationality: string | null
  readonly residence: string | null
  readonly occupation: string | null
  /** Of a corporate officer, if stated. */
  readonly registrationNumber: string | null
  /** Id for `appointments`. One person may have several. */
  readonly officerId: string | null
  /** Identity verification for this role. */
  readonly verification: Verification | null
}
export interface Officers {
  /** Current officers first. */
  readonly items: readonly Officer[]
  /** Number of officers in the register; only beyond five hundred are there more than listed. */
  readonly total: number
}

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
  corporate: wire.identification != null || (stated(wire.officer_role) ?? '').startsWith('corporate-'),
  appointed: day(present(wire.appointed_on ?? wire.appointed_before, 'appointed_on') && wire.appointed_on),
  appointedBefore: day(wire.appointed_before),
  resigned: day(wire.resigned_on),
  born: readBirth(wire.date_of_birth),
  nationality: stated(wire.nationality),
  residence: stated(wire.country_of_residence),
  occupation: stated(wire.occupation),
  registrationNumber: stated(wire.identification?.registration_number),
  officerId: idIn(wire.links?.officer?.appointments, 'officers'),
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
  // Count the items: the counts in the envelope come from another store and may lag behind.
  read: (page: Page<WireOfficer> & Resigned, { start }): Officers => {
    checkResigned(page, itemsOf(page))
    const items = itemsOf(page).map(readOfficer)
    return { items, total: Math.max(numeric(page.total_results) ?? 0, start + items.length) }
  },
})

/** The officers of a company, including past ones; empty for an unknown number. */
export const officers = companiesHouse.run('officers', async (number: string, { ask }): Promise<Officers> => {
  const { items, total } = await ask(officersFrom, { number, start: 0 })
  const starts: number[] = []
  for (let start = pageSize; start < Math.min(total, mostOfficers); start += pageSize) starts.push(start)
  const others = await Promise.all(starts.map((start) => ask(officersFrom, { number, start })))
  return { items: [items, ...others.map((page) => page.items)].flat(), total }
})

/** A person or body with significant control, or the beneficial owner of an overseas entity. */
export interface Owner {
  /** Null if the law protects the name. */
  readonly name: string | null
  /** `individual`, `corporate-entity`, `legal-person` or `super-secure` */
  readonly kind: string | null
  /** Codes such as `ownership-of-shares-50-to-75-percent`. */
  readonly control: readonly string[]
  readonly notified: string | null
  /** Null while in control, and if it ended on an unstated day: use `current`. */
  readonly ceased: string | null
  readonly current: boolean
  readonly born: string | null
  readonly nationality: string | null
  readonly residence: string | null
  readonly address: PostalAddress | null
  readonly registrationNumber: string | null
  readonly legalForm: string | null
  /** Identity verification. */
  readonly verification: Verification | null
}
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
  read: (page: Page<WireOwner>): { readonly items: readonly Owner[]; readonly total: number } => ({
    items: itemsOf(page).map((wire) => ({
      name: stated(isSecret(wire) ? null : present(wire.name, 'name')),
      kind: stated(wire.kind)?.replace(/-(person-with-significant-control|beneficial-owner)$/, '') ?? null,
      control: distinct(
        many(isSecret(wire) ? null : present(wire.natures_of_control, 'natures_of_control')).map(stated),
      ),
      notified: day(wire.notified_on),
      ceased: day(wire.ceased_on),
      current: !wire.ceased && day(wire.ceased_on) === null,
      born: readBirth(wire.date_of_birth),
      nationality: stated(wire.nationality),
      residence: stated(wire.country_of_residence),
      address: readAddress(wire.address),
      registrationNumber: stated(wire.identification?.registration_number),
      legalForm: stated(wire.identification?.legal_form),
      verification: verificationIn(wire),
    })),
    total: Math.max(numeric(page.total_results) ?? 0, itemsOf(page).length),
  }),
  // Until 2024 a company without owners was a 404.
  none: (reply) => (isNotFound(reply) ? { items: [], total: 0 } : undefined),
})
