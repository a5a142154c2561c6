import {
  date,
  day,
  flag,
  integer,
  list,
  noSuch,
  number,
  numeric,
  object,
  orNull,
  partly,
  stated,
  subject,
  text,
  type Of,
  type Shape,
  type NoSuch,
  isNoSuch,
  wire,
  sent,
} from '@domesday/core'
import { birthSent, born, companiesHouse, idIn, isNotFound, leftWithoutDay, pageSent, readBirth } from './register.ts'
import { verificationDigest, verificationIn, verificationSent } from './verification.ts'
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

const { text: words, must, often, scalar } = sent
/** Held against the register's search: a hit is a name and a link. */
const hitsWire = wire({
  ...pageSent,
  items: must([
    {
      title: must(words),
      links: must({ self: must(words) }),
      snippet: words,
      description: words,
      appointment_count: often(scalar),
      date_of_birth: birthSent,
      ...sent.unread('kind', 'matches', 'address', 'address_snippet', 'description_identifiers'),
    },
  ]),
})

/** Officers by name: the first hundred in the register's order. Similar names match too. */
export const officerSearch = companiesHouse.get('officer-search', {
  wire: hitsWire,
  path: (name: string) => ['/search/officers', { q: name, items_per_page: 100 }],
  digest: hitsShape,
  read: ({ items }) =>
    items.flatMap((hit) => {
      const id = idIn(hit.links.self, 'officers'),
        name = stated(hit.title)
      if (id === null || name === null) return []
      return [
        {
          id,
          name,
          otherName: stated(hit.snippet),
          born: readBirth(hit.date_of_birth),
          appointments: numeric(hit.appointment_count) ?? 0,
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

/**
 * Held against the register's schema and company-appointments.api.ch.gov.uk of June 2026: an appointment has its
 * company and its role. The birth is that of the newest post in office on the page, and a secretary's states none.
 */
const recordWire = wire({
  ...pageSent,
  resigned_count: scalar,
  name: often(words),
  is_corporate_officer: sent.flag,
  date_of_birth: birthSent,
  items: must([
    {
      appointed_to: must({ company_number: must(words), company_name: often(words), company_status: words }),
      officer_role: must(words),
      appointed_on: often(words),
      appointed_before: words,
      resigned_on: words,
      identity_verification_details: verificationSent,
      ...sent.unread(
        'name',
        'name_elements',
        'former_names',
        'links',
        'address',
        'nationality',
        'occupation',
        'country_of_residence',
        'is_pre_1992_appointment',
        'identification',
        'principal_office_address',
        'contact_details',
        'responsibilities',
        'contribution_currency_type',
        'contribution_currency_value',
        'contribution_sub_types',
      ),
    },
  ]),
})

/** The register's maximum. */
const pageSize = 50
/** How many appointments of one person we read. */
export const mostAppointments = 500

/** A page of fifty of an officer's appointments: the first has those that last, and the newest of the others. */
export const appointmentsFrom = companiesHouse.get('appointments-from', {
  wire: recordWire,
  path: ({ id, start }: { readonly id: string; readonly start: number }) => [
    `/officers/${encodeURIComponent(id)}/appointments`,
    { items_per_page: pageSize, start_index: start || undefined },
  ],
  digest: recordShape,
  read: ({ items, ...record }, { id, start }, unread) => {
    const page: OfficerRecord = {
      id,
      name: stated(record.name) ?? 'Name not public',
      born: readBirth(record.date_of_birth),
      is_corporate: record.is_corporate_officer === true,
      total: Math.max(numeric(record.total_results) ?? 0, start + items.length + unread),
      appointments: items.map((item) => ({
        company: {
          company_number: item.appointed_to.company_number,
          company_name: stated(item.appointed_to.company_name),
          company_status: stated(item.appointed_to.company_status),
        },
        role: item.officer_role,
        appointed_on: day(item.appointed_on),
        appointed_before: day(item.appointed_before),
        resigned_on: day(item.resigned_on),
        verification: verificationIn(item),
      })),
    }
    const why = leftWithoutDay(record, items)
    return why === null ? page : partly(page, why)
  },
  none: (reply, { id }): NoSuch | undefined =>
    isNotFound(reply) ? noSuch(`There is no officer with the id ${id}.`) : undefined,
})

/** An officer record with at most five hundred appointments. An unknown id is a 404. */
export const appointments = companiesHouse.run(
  'appointments',
  async (id: string, { ask }) => {
    const record = await ask(appointmentsFrom, { id, start: 0 })
    if (isNoSuch(record)) return record
    const starts: number[] = []
    for (let start = pageSize; start < Math.min(record.total, mostAppointments); start += pageSize) starts.push(start)
    const others = await Promise.all(starts.map((start) => ask(appointmentsFrom, { id, start })))
    const pages = [record, ...others].filter((page): page is OfficerRecord => !isNoSuch(page))
    return {
      ...record,
      // Each page has that of its own newest post.
      born: pages.find(({ born }) => born !== null)?.born ?? null,
      appointments: pages.flatMap((page) => page.appointments),
    }
  },
  { digest: recordShape },
)
