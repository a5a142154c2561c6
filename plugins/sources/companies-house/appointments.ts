import {
  date,
  day,
  flag,
  integer,
  list,
  noSuch,
  NoSuch,
  number,
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
  born,
  checkResigned,
  companiesHouse,
  idIn,
  isNotFound,
  itemsOf,
  readBirth,
  type Page,
  type Resigned,
  type WireBirth,
} from './register.ts'
import { verificationDigest, verificationIn, type WireVerification } from './verification.ts'
import { statusTones } from './standing.ts'

const hitFields = object({
  id: text(),
  name: text('Forenames SURNAME, or the name of a corporate officer'),
  otherName: orNull(text('If the search matched that one')),
  born,
  appointments: number(),
})
/** An officer record found by a search. One person often has several records. */
export interface OfficerHit extends Of<typeof hitFields> {}
const hitsShape: Shape<readonly OfficerHit[]> = list(hitFields)

interface WireOfficerHit {
  readonly title?: string | null
  readonly snippet?: string | null
  readonly description?: string | null
  readonly appointment_count?: number | null
  readonly date_of_birth?: WireBirth | null
  readonly links?: { readonly self?: string } | null
}

/** Officers by name: the first hundred in the register's order. Similar names match too. */
export const officerSearch = companiesHouse.get('officer-search', {
  demands: [
    'items?[].date_of_birth?.month',
    'items?[].date_of_birth?.year',
    'items?[].title',
    'items?[].appointment_count',
    'items?[].links.self',
  ],
  path: (name: string) => ['/search/officers', { q: name, items_per_page: 100 }],
  digest: hitsShape,
  read: (page: Page<WireOfficerHit>) =>
    itemsOf(page).flatMap((hit) => {
      const id = idIn(hit.links?.self, 'officers'),
        name = stated(hit.title)
      if (id === null || name === null) return []
      return [
        {
          id,
          name,
          otherName: stated(hit.snippet),
          // The description has it in words.
          born: readBirth(
            / born /i.test(hit.description ?? '') ? present(hit.date_of_birth, 'date_of_birth') : hit.date_of_birth,
          ),
          appointments: hit.appointment_count ?? 0,
        },
      ]
    }),
})

/** What answers show of the company and the post of an appointment. */
export const companyFields = {
  company_number: subject('company', text('Eight characters')),
  company_name: orNull(text('Registered name')),
  company_status: orNull(text({ description: 'active, dissolved, liquidation …', tones: statusTones })),
}
export const postFields = {
  role: orNull(text('director, secretary, llp-member …')),
  appointed_on: orNull(date('Null for some appointments of before 1992')),
  // The status of the company tells these apart.
  resigned_on: orNull(date('Null while it lasts, and where it ended with the company')),
}
const appointmentFields = object({
  company: object(companyFields),
  ...postFields,
  appointed_before: orNull(date('Where only this is known, of appointments before 1992')),
  verification: verificationDigest,
})
/** One appointment of an officer, past or present. */
export interface Appointment extends Of<typeof appointmentFields> {}
export const appointmentShape: Shape<Appointment> = appointmentFields

const recordFields = object({
  id: text('What the director look-up takes'),
  name: text('Forenames SURNAME, or the name of a corporate officer'),
  born,
  is_corporate: flag(),
  total: integer('All that the register holds'),
  appointments: list(appointmentShape, 'The first five hundred'),
})
/** One officer record. */
export interface OfficerRecord extends Of<typeof recordFields> {}
const recordShape: Shape<OfficerRecord> = recordFields

interface WireAppointment {
  readonly officer_role?: string | null
  readonly appointed_on?: string
  readonly appointed_before?: string
  readonly resigned_on?: string
  readonly appointed_to?: {
    readonly company_number?: string
    readonly company_name?: string | null
    readonly company_status?: string | null
  } | null
  readonly links?: { readonly company?: string } | null
  readonly identity_verification_details?: WireVerification | null
}
interface WireRecord extends Page<WireAppointment>, Resigned {
  readonly name?: string | null
  readonly is_corporate_officer?: boolean
  readonly date_of_birth?: WireBirth | null
}

/** Of directors in office the register publishes the month of birth. */
const isServingDirector = ({ officer_role, resigned_on }: WireAppointment): boolean =>
  officer_role === 'director' && resigned_on === undefined

const checkRecord = (wire: WireRecord): void => {
  const items = itemsOf(wire)
  checkResigned(wire, items)
  if (wire.is_corporate_officer === false && items.some(isServingDirector)) present(wire.date_of_birth, 'date_of_birth')
  for (const item of items) present(item.appointed_on ?? item.appointed_before, 'appointed_on')
  // One company or another may have no status.
  if (items.length > 0)
    present(
      items.find(({ appointed_to }) => appointed_to?.company_status !== undefined),
      'appointed_to.company_status',
    )
}

/** The register's maximum. */
const pageSize = 50
/** How many appointments of one person we read. */
export const mostAppointments = 500

const appointmentsFrom = companiesHouse.get('appointments-from', {
  demands: [
    'name',
    'date_of_birth?.month',
    'date_of_birth?.year',
    'items?[].officer_role',
    'items?[].appointed_to.company_number',
  ],
  path: ({ id, start }: { readonly id: string; readonly start: number }) => [
    `/officers/${encodeURIComponent(id)}/appointments`,
    { items_per_page: pageSize, start_index: start || undefined },
  ],
  digest: recordShape,
  read: (wire: WireRecord, { id, start }) => {
    checkRecord(wire)
    return {
      id,
      name: stated(wire.name) ?? 'Name not public',
      born: readBirth(wire.date_of_birth),
      is_corporate: wire.is_corporate_officer === true,
      total: Math.max(numeric(wire.total_results) ?? 0, start + itemsOf(wire).length),
      appointments: itemsOf(wire).flatMap((item): readonly Appointment[] => {
        const number = stated(item.appointed_to?.company_number) ?? idIn(item.links?.company, 'company')
        return number === null
          ? []
          : [
              {
                company: {
                  company_number: number,
                  company_name: stated(item.appointed_to?.company_name),
                  company_status: stated(item.appointed_to?.company_status),
                },
                role: stated(item.officer_role),
                appointed_on: day(item.appointed_on),
                appointed_before: day(item.appointed_before),
                resigned_on: day(item.resigned_on),
                verification: verificationIn(item),
              },
            ]
      }),
    }
  },
  none: (reply, { id }): NoSuch | undefined =>
    isNotFound(reply) ? noSuch(`There is no officer with the id ${id}.`) : undefined,
})

/** An officer record with at most five hundred appointments. An unknown id is a 404. */
export const appointments = companiesHouse.run(
  'appointments',
  async (id: string, { ask }) => {
    const record = await ask(appointmentsFrom, { id, start: 0 })
    if (record instanceof NoSuch) return record
    const starts: number[] = []
    for (let start = pageSize; start < Math.min(record.total, mostAppointments); start += pageSize) starts.push(start)
    const others = await Promise.all(starts.map((start) => ask(appointmentsFrom, { id, start })))
    return {
      ...record,
      appointments: [record, ...others].flatMap((page) => (page instanceof NoSuch ? [] : page.appointments)),
    }
  },
  { digest: recordShape },
)
