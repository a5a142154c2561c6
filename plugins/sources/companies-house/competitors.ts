import {
  date,
  day,
  distinct,
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
            },
          ]
    })
    return { total: quantity(hits) ?? listed.length, items: listed }
  },
  none: (reply): Competitors | undefined => (isNotFound(reply) ? { total: 0, items: [] } : undefined),
})
