import {
  date,
  day,
  distinct,
  integer,
  list,
  many,
  number,
  object,
  orNull,
  present,
  quantity,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { addressShape, companiesHouse, isNotFound, readAddress, type WireAddress } from './register.ts'

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

interface WireCompetitors {
  readonly hits?: number | string | null
  readonly items?:
    | readonly {
        readonly company_name?: string | null
        readonly company_number?: string | null
        readonly company_status?: string | null
        readonly company_type?: string | null
        readonly date_of_creation?: string | null
        readonly sic_codes?: readonly string[] | null
        readonly registered_office_address?: WireAddress | null
      }[]
    | null
}

/** Active companies of a trade in a place. No match is a 404. */
export const competitors = companiesHouse.get('competitors', {
  demands: ['items[].company_name', 'items[].company_number'],
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
  read: ({ hits, items }: WireCompetitors) => {
    present(hits ?? items, 'items')
    // What was found by its address has one, however many members it has.
    if (items?.length)
      present(
        items.find((wire) => wire.registered_office_address !== undefined),
        'registered_office_address',
      )
    const listed = (items ?? []).flatMap((wire): readonly Competitor[] => {
      const number = stated(wire.company_number),
        name = stated(wire.company_name)
      return number === null || name === null
        ? []
        : [
            {
              number,
              name,
              status: stated(wire.company_status),
              type: stated(wire.company_type),
              incorporated: day(wire.date_of_creation),
              sicCodes: distinct(many(wire.sic_codes).map(stated)),
              office: readAddress(wire.registered_office_address),
              postcode: stated(wire.registered_office_address?.postal_code)?.toUpperCase() ?? null,
            },
          ]
    })
    return { total: quantity(hits) ?? listed.length, items: listed }
  },
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
  demands: ['hits'],
  path: (postcode: string) => [
    '/advanced-search/companies',
    { location: postcode, company_status: 'active', size: 20 },
  ],
  digest: registeredShape,
  read: ({ hits, items }: WireCompetitors, postcode): Registered => {
    const found = (items ?? []).map((wire) => compact(wire.registered_office_address?.postal_code))
    const seen = found.find((one) => one !== undefined)
    if ((quantity(hits) ?? 0) > 0) present(seen, items?.length ? 'postal_code' : 'items')
    const there = found.every((one) => one === compact(postcode))
    return { postcode, total: there ? quantity(hits) : null }
  },
  none: (reply, postcode): Registered | undefined => (isNotFound(reply) ? { postcode, total: 0 } : undefined),
})
