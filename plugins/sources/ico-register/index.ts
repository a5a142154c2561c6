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
  render,
  stated,
  text,
  ukDay,
  type Node,
  type Of,
  type Shape,
  type Shown,
  wire,
  sent,
  type Sent,
} from '@domesday/core'
import { formOf, plainName } from '@domesday/vocabulary-companies'

const registrationFields = object({
  number: text(),
  tier: orNull(integer('1 (small) to 3 (large)')),
  publicAuthority: orNull(flag()),
  started: orNull(date()),
  ends: orNull(date('The last day, on which the entry is still current')),
})
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
const compact = (postcode: string): string => postcode.toUpperCase().replace(/\s/g, '')

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

export interface Organisation {
  readonly name: string
  readonly postcode: string | null
}
const bases = ['name and postcode', 'trading name and postcode', 'name'] as const
const registrationsFields = object({
  // That nothing was found does not prove a breach, because there are exemptions.
  basis: orNull(choice(bases, '`name` alone is less reliable. Null if nothing was found')),
  entries: list(registrationFields, 'Latest end first'),
})
/** Entries of an organisation, and how reliably they match. */
export interface Registrations extends Of<typeof registrationsFields> {}
const registrationsShape: Shape<Registrations> = registrationsFields

const entryOf = ({ number, tier, publicAuthority, started, ends }: Row): Registration => ({
  number,
  tier,
  publicAuthority,
  started,
  ends,
})
const found = (basis: Registrations['basis'], rows: readonly Row[]): Registrations => ({
  basis,
  entries: rows.map(entryOf).toSorted((a, b) => (b.ends ?? '').localeCompare(a.ends ?? '', 'en')),
})

/** Matches by name at the postcode, else trading name at the postcode, else whole name anywhere. */
export const registrations = icoRegister.ask(
  'registrations',
  (rows, { name, postcode }: Organisation) => {
    const named = [...rows.where('name', plainName(name))]
    const at = postcode === null ? null : compact(postcode)
    const here = named.filter((row) => at !== null && row.postcode === at)
    if (here.length > 0) return found('name and postcode', here)
    const trading = at === null ? [] : [...rows.where('trading', plainName(name))].filter((row) => row.postcode === at)
    if (trading.length > 0) return found('trading name and postcode', trading)
    const same = named.filter((row) => row.whole === whole(name))
    return same.length > 0 ? found('name', same) : { basis: null, entries: [] }
  },
  { digest: registrationsShape, version: 2 },
)

const protectionFields = object(
  {
    registered: flag('Has a current entry. Not all who handle personal data need one'),
    registration_number: orNull(text('Of the entry')),
    tier: orNull(integer('Fee tier, 1 (small) to 3 (large)')),
    since: orNull(date('Start of the entry')),
    expires: orNull(date('Last day of the entry')),
    matched_by: orNull(
      text(
        'name and postcode, trading name and postcode, or name, which is less sure: the register has no company numbers',
      ),
    ),
    entries: integer('Entries that the register has for the company, past ones too'),
  },
  'Who pays the data protection fee to the Information Commissioner',
)
/** Whether an organisation is on the register today: by its current entry, else by the one that ended last. */
export interface DataProtection extends Of<typeof protectionFields> {}
const protectionShape: Shape<DataProtection> = protectionFields

export const dataProtectionOf = (organisation: Node<Organisation>): Shown<DataProtection> => {
  const known = need(registrations, organisation, ({ name, postcode }) => ({ name, postcode }))
  return render(protectionShape, { known, now }, ({ known: { basis, entries }, now }) => {
    const [entry] = entries
    return {
      registered: entry !== undefined && (entry.ends === null || entry.ends >= ukDay(now)),
      registration_number: entry?.number ?? null,
      tier: entry?.tier ?? null,
      since: entry?.started ?? null,
      expires: entry?.ends ?? null,
      matched_by: basis,
      entries: entries.length,
    }
  })
}
