import {
  choice,
  dataset,
  date,
  day,
  flag,
  integer,
  list,
  need,
  now,
  object,
  orNull,
  partly,
  render,
  stated,
  text,
  ukDay,
  type Node,
  type Of,
  type Partly,
  type Shape,
  type Shown,
  wire,
  sent,
  type Sent,
} from '@domesday/core'
import { formOf, matchShape, plainName } from '@domesday/vocabulary-companies'
import { bases, compact, matchOf, type Organisation } from './match.ts'

export type { Organisation } from './match.ts'

const registrationKnown = {
  number: text(),
  tier: orNull(integer('1 (small) to 3 (large)')),
  publicAuthority: orNull(flag()),
  started: orNull(date()),
  ends: orNull(date('The last day, on which the entry is still current')),
}
const registrationFields = object(registrationKnown)
/** An entry in the register of data protection fee payers. */
export interface Registration extends Of<typeof registrationFields> {}

/**
 * The stored part of an entry. Many payers are sole traders: names are stored only in the form used for comparison, and
 * no other personal data is.
 */
export interface Row extends Registration {
  /** The organisation's name without its legal form. */
  readonly name: string
  /** The organisation's name with its legal form. */
  readonly whole: string
  readonly trading: readonly string[]
  /** Without blanks. */
  readonly postcode: string | null
}

const whole = (name: string): string => `${plainName(name)} ${formOf(name)}`.trim()

const { text: cell, must } = sent
/** Held against programs that read the file, as there is no schema: an entry means nothing without number and name. */
const columns = wire({
  Registration_number: must(cell),
  Organisation_name: must(cell),
  Organisation_postcode: sent.often(cell),
  Payment_tier: cell,
  Trading_names: cell,
  Public_authority: cell,
  Start_date_of_registration: cell,
  End_date_of_registration: sent.often(cell),
  ...sent.unread(
    'Organisation_address_line_1',
    'Organisation_address_line_2',
    'Organisation_address_line_3',
    'Organisation_address_line_4',
    'Organisation_address_line_5',
    'DPO_or_Person_responsible_for_DP_Title',
  ),
})
export interface Columns extends Sent<typeof columns> {}

const yesOrNo: Readonly<Record<string, boolean>> = { Y: true, N: false }

/** Null for a row whose name says nothing. */
export const rowOf = (wire: Columns): Row | null => {
  const number = stated(wire.Registration_number),
    name = stated(wire.Organisation_name),
    postcode = stated(wire.Organisation_postcode)
  if (number === null || name === null || plainName(name) === '') return null
  const tier = /\d/.exec(stated(wire.Payment_tier) ?? '')?.[0]
  return {
    number,
    name: plainName(name),
    whole: whole(name),
    trading: (stated(wire.Trading_names) ?? '')
      .split('|')
      .map(plainName)
      .filter((each) => each !== ''),
    postcode: postcode === null ? null : compact(postcode),
    tier: tier === undefined ? null : Number(tier),
    publicAuthority: yesOrNo[stated(wire.Public_authority)?.toUpperCase() ?? ''] ?? null,
    started: day(wire.Start_date_of_registration),
    ends: day(wire.End_date_of_registration),
  }
}

/** Each day's file has its own, unpredictable address: the landing page links to it. */
const linked = (page: string): string | null =>
  /href=["']([^"']*register-of-data-controllers[^"']*\.zip)["']/i.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null

export const icoRegister = dataset({
  id: 'ico-register',
  title: 'Register of data protection fee payers',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Information Commissioner’s Office, licensed under the Open Government Licence v3.0',
  coverage:
    'All who pay the data protection fee in the United Kingdom; it knows names and postcodes, not company numbers',
  pull: [
    {
      part: '',
      wire: columns,
      addresses: () => [
        { on: '/about-the-ico/what-we-do/register-of-fee-payers/download-the-register/', link: linked },
      ],
      as: 'csv',
      zip: /\.csv$/i,
    },
  ],
  row: rowOf,
  key: ({ number }) => number,
  index: ['name', 'trading'],
  version: 3,
})

const registrationsFields = object({
  // That nothing was found does not prove a breach, because there are exemptions.
  basis: orNull(choice(bases, '`name` alone is less reliable. Null if nothing was found')),
  entries: list(
    object({ ...registrationKnown, match: matchShape }),
    'The surest first, and of these the one that ends latest',
  ),
})
/** Entries of an organisation, and how reliably they match. */
export interface Registrations extends Of<typeof registrationsFields> {}
const registrationsShape: Shape<Registrations> = registrationsFields

const found = (
  basis: (typeof bases)[number],
  rows: readonly Row[],
  organisation: Organisation,
): Registrations | null => {
  const entries = rows.flatMap((row) => {
    const match = matchOf(row, basis, organisation)
    const { number, tier, publicAuthority, started, ends } = row
    return match === null ? [] : [{ number, tier, publicAuthority, started, ends, match }]
  })
  const isPossible = ({ match }: (typeof entries)[number]): number => Number(match.sure === 'possible')
  return entries.length === 0
    ? null
    : {
        basis,
        entries: entries.toSorted(
          (a, b) => isPossible(a) - isPossible(b) || (b.ends ?? '').localeCompare(a.ends ?? '', 'en'),
        ),
      }
}

/** Matches by name at the postcode, else trading name at the postcode, else whole name anywhere. */
export const registrations = icoRegister.ask(
  'registrations',
  (rows, organisation: Organisation): Registrations | Partly<Registrations> => {
    const { name, postcode } = organisation
    const named = [...rows.where('name', plainName(name))]
    const at = postcode === null ? null : compact(postcode)
    const isHere = (row: Row): boolean => at !== null && row.postcode === at
    const known = found('name and postcode', named.filter(isHere), organisation) ??
      found('trading name and postcode', [...rows.where('trading', plainName(name))].filter(isHere), organisation) ??
      found(
        'name',
        named.filter((row) => row.whole === whole(name)),
        organisation,
      ) ?? { basis: null, entries: [] }
    return known.entries[0]?.match.sure === 'possible'
      ? partly(known, 'the entry at its postcode is of before it was formed, and a possible match')
      : known
  },
  { digest: registrationsShape, version: 3 },
)

const protectionFields = object(
  {
    registered: orNull(
      flag('Has a current entry. Not all who handle personal data need one; null where that is a possible match'),
    ),
    registration_number: orNull(text('Of the entry')),
    tier: orNull(integer('Fee tier, 1 (small) to 3 (large)')),
    since: orNull(date('Start of the entry')),
    expires: orNull(date('Last day of the entry')),
    matched_by: orNull(
      text(
        'name and postcode, trading name and postcode, or name, which is less sure: the register has no company numbers',
      ),
    ),
    match: orNull(matchShape),
    entries: integer('Entries that the register has for the company, past ones too'),
  },
  'Who pays the data protection fee to the Information Commissioner',
)
/** Whether an organisation is on the register today: by its current entry, else by the one that ended last. */
export interface DataProtection extends Of<typeof protectionFields> {}
const protectionShape: Shape<DataProtection> = protectionFields

export const dataProtectionOf = (organisation: Node<Organisation>): Shown<DataProtection> => {
  const known = need(registrations, organisation, ({ name, postcode, since }) => ({ name, postcode, since }))
  return render(protectionShape, { known, now }, ({ known: { basis, entries }, now }) => {
    const [entry] = entries
    const isCurrent = entry !== undefined && (entry.ends === null || entry.ends >= ukDay(now))
    return {
      registered: entry?.match.sure === 'possible' ? null : isCurrent,
      registration_number: entry?.number ?? null,
      tier: entry?.tier ?? null,
      since: entry?.started ?? null,
      expires: entry?.ends ?? null,
      matched_by: basis,
      match: entry?.match ?? null,
      entries: entries.length,
    }
  })
}
