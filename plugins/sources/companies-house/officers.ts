import {
  date,
  day,
  flag,
  integer,
  list,
  numeric,
  object,
  orNull,
  partly,
  sent,
  stated,
  subject,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { contributionSent, contributionShape, readContribution } from './partnership.ts'
import { birthSent, born, companiesHouse, idIn, leftWithoutDay, pageSent, readBirth } from './register.ts'
import { verificationDigest, verificationIn, verificationSent } from './verification.ts'

/** What officers and owners have in common. */
export const personFields = {
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
  ...personFields,
  occupation: orNull(text('As filed')),
  is_corporate: flag('A company or other body'),
  registration_number: orNull(text('Of a corporate officer')),
  legal_form: orNull(text('Of a corporate officer')),
  place_registered: orNull(text('Of a corporate officer: the register that it names, as filed')),
  capital_contribution: contributionShape,
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

const { text: words, must, often, ignored, scalar } = sent
export const identificationSent = {
  registration_number: words,
  ...sent.unread('legal_authority', 'identification_type'),
}
/**
 * Held against the register's schema and company-appointments.api.ch.gov.uk of June 2026: an officer has a role. Its
 * schema requires a name and links as well, but an officer without them serves all the same.
 */
const officersWire = wire({
  ...pageSent,
  resigned_count: scalar,
  items: must([
    {
      name: often(words),
      officer_role: must(words),
      links: often({ officer: { appointments: words }, self: ignored }),
      appointed_on: often(words),
      appointed_before: words,
      resigned_on: words,
      nationality: words,
      country_of_residence: words,
      occupation: words,
      date_of_birth: birthSent,
      identification: {
        ...identificationSent,
        legal_form: words,
        place_registered: words,
        ...sent.unread('country_registered', 'register_location'),
      },
      ...contributionSent,
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
  legal_form: stated(wire.identification?.legal_form),
  place_registered: stated(wire.identification?.place_registered),
  capital_contribution: readContribution(wire),
  officer_id: idIn(wire.links?.officer?.appointments, 'officers'),
  verification: verificationIn(wire),
})

const pageSize = 100,
  mostOfficers = 500

const officersFrom = companiesHouse.get('officers-from', {
  version: 2,
  wire: officersWire,
  path: ({ number, start }: { readonly number: string; readonly start: number }) => [
    `/company/${encodeURIComponent(number)}/officers`,
    { items_per_page: pageSize, start_index: start || undefined },
  ],
  digest: officersShape,
  // Count the items: the counts in the envelope come from another store and may lag behind.
  read: ({ items, ...counts }, { start }, unread) => {
    const page: Officers = {
      items: items.map(readOfficer),
      total: Math.max(numeric(counts.total_results) ?? 0, start + items.length + unread),
    }
    const why = leftWithoutDay(counts, items)
    return why === null ? page : partly(page, why)
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
  { version: 2, digest: officersShape },
)
