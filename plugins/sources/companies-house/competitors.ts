import {
  date,
  day,
  distinct,
  integer,
  list,
  number,
  object,
  orNull,
  partly,
  quantity,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Shape,
} from '@domesday/core'
import { addressSent, addressShape, companiesHouse, isNotFound, readAddress } from './register.ts'

/**
 * Selects active companies that have one of the codes or the words in the name, and the place in the registered office.
 */
export interface Trade {
  /** Five-digit codes of the 2007 industrial classification. */
  readonly sicCodes?: readonly string[]
  readonly name?: string
  /** Any words of an address: a town, an outcode. */
  readonly location?: string
  /** How many companies to list; the count covers all. */
  readonly size?: number
}
const competitorFields = object({
  number: text('Eight characters'),
  name: text('Registered name'),
  status: orNull(text()),
  type: orNull(text()),
  incorporated: orNull(date()),
  sicCodes: list(text()),
  office: orNull(addressShape),
  postcode: orNull(text('Of the registered office, in capitals; known where the rest of the address is not')),
})
export interface Competitor extends Of<typeof competitorFields> {}
const competitorShape: Shape<Competitor> = competitorFields
const competitorsFields = object({ total: number(), items: list(competitorShape) })
export interface Competitors extends Of<typeof competitorsFields> {}
const competitorsShape: Shape<Competitors> = competitorsFields

const { text: words, must, often, scalar } = sent
/** Held against the register's schema: a hit is a number and a name; an address may be empty, codes may be absent. */
const foundWire = wire({
  hits: scalar,
  items: must([
    {
      company_number: must(words),
      company_name: must(words),
      company_status: often(words),
      company_type: often(words),
      date_of_creation: often(words),
      sic_codes: [words],
      registered_office_address: often(addressSent),
      ...sent.unread('company_subtype', 'date_of_cessation', 'kind', 'links'),
    },
  ]),
  ...sent.unread('etag', 'kind', 'top_hit'),
})

/** Active companies of a trade in a place. No match is a 404. */
export const competitors = companiesHouse.get('competitors', {
  wire: foundWire,
  path: ({ sicCodes, name, location, size = 20 }: Trade) => [
    '/advanced-search/companies',
    {
      sic_codes: sicCodes?.join(',') || undefined,
      company_name_includes: name,
      location,
      company_status: 'active',
      size,
    },
  ],
  digest: competitorsShape,
  read: ({ hits, items }, _, unread) => ({
    total: quantity(hits) ?? items.length + unread,
    items: items.map((one) => ({
      number: one.company_number,
      name: stated(one.company_name) ?? one.company_number,
      status: stated(one.company_status),
      type: stated(one.company_type),
      incorporated: day(one.date_of_creation),
      sicCodes: distinct((one.sic_codes ?? []).map(stated)),
      office: readAddress(one.registered_office_address),
      postcode: stated(one.registered_office_address?.postal_code)?.toUpperCase() ?? null,
    })),
  }),
  none: (reply): Competitors | undefined => (isNotFound(reply) ? { total: 0, items: [] } : undefined),
})

const registeredFields = object({
  postcode: text('As asked'),
  total: orNull(integer('Active companies; null if the register looked for other addresses too')),
})
/** How many companies have their registered office at a postcode. */
export interface Registered extends Of<typeof registeredFields> {}
const registeredShape: Shape<Registered> = registeredFields

const compact = (postcode: unknown): string | undefined => stated(postcode)?.replace(/\s+/g, '').toUpperCase()

/**
 * Counts active companies with their registered office at a postcode. The register looks for the place in the
 * address; it does not say whether for both halves of a postcode together. An office elsewhere tells that it did not.
 */
export const registeredAt = companiesHouse.get('registered-at', {
  confidence: 'unconfirmed',
  wire: foundWire,
  path: (postcode: string) => [
    '/advanced-search/companies',
    { location: postcode, company_status: 'active', size: 20 },
  ],
  digest: registeredShape,
  read: ({ hits, items }, postcode) => {
    const found = items.map((one) => compact(one.registered_office_address?.postal_code))
    const there = found.every((one) => one === compact(postcode))
    const total = there ? quantity(hits) : null
    if (quantity(hits) === 0 || found.some((one) => one !== undefined)) return { postcode, total }
    return partly({ postcode, total: null }, 'the register states no postcode of the companies that it found')
  },
  none: (reply, postcode): Registered | undefined => (isNotFound(reply) ? { postcode, total: 0 } : undefined),
})
