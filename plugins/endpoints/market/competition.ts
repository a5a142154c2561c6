/** The companies of a trade at a place, and what the score makes of them. */
import {
  choice,
  date,
  flag,
  integer,
  list,
  notApplicable,
  object,
  orNull,
  text,
  type FactorReading,
  type Of,
} from '@domesday/core'
import {
  industry,
  industryOf,
  kindInWords,
  sectorOf,
  type Competitors,
  type PostalAddress,
  type Profile,
  type Sector,
} from '@domesday/source-companies-house'
import { someOf } from './sentences.ts'

const company = {
  name: text('Registered name'),
  company_number: text('Eight characters'),
  status: orNull(text('active …')),
}
const incorporated = orNull(date('When it was formed or registered'))
const sic = list(industry, 'The same with their words')
export const competitionShape = object({
  query: text('The sector as asked'),
  matching_companies: integer('Active companies of the trade with their registered office in the area'),
  top_competitors: list(
    object({ ...company, incorporated, postcode: orNull(text('Of the registered office')) }),
    'In the order of the register',
  ),
  area: text('Outcode'),
  matched_by: choice(
    ['sic_codes', 'name'],
    'By industry codes; where the sector names no trade that we know, by company name',
  ),
  sic_codes: list(text('Industry code, five digits'), 'What the sector was searched by'),
  sic,
})
export const profileShape = object({
  ...company,
  status_detail: orNull(text('active-proposal-to-strike-off …')),
  type: orNull(text('ltd, plc, llp …')),
  type_name: orNull(text('The same in words')),
  incorporated,
  sic_codes: list(text('Five digits'), 'Standard industrial classification of 2007'),
  sic,
  registered_office: orNull(text('In one line')),
  accounts_made_up_to: orNull(date('End of the last period filed')),
  accounts_type: orNull(text('micro-entity, small, group …')),
  accounts_overdue: orNull(flag('As the register says')),
  confirmation_overdue: orNull(flag('Of the yearly statement')),
})

/** A sector as asked, and as the register classifies it: null where its words name no trade that we know. */
interface Trade {
  readonly query: string | null
  readonly sector: Sector | null
}
/** Of an outcode. Without a sector, no companies are asked for. */
export const tradeOf = ({ sector }: { readonly sector?: string }): Trade => ({
  query: sector ?? null,
  sector: sector === undefined ? null : sectorOf(sector),
})

interface Area {
  readonly outcode: string
}
export const competitionOf = ({
  rivals,
  trade: { query, sector },
  place,
}: {
  readonly rivals: Competitors
  readonly trade: Trade
  readonly place: Area
}): Of<typeof competitionShape> => ({
  query: query ?? '',
  matching_companies: rivals.total,
  top_competitors: rivals.items.map(({ name, number, status, incorporated, office }) => ({
    name,
    company_number: number,
    status,
    incorporated,
    postcode: office?.postcode ?? null,
  })),
  area: place.outcode,
  matched_by: sector ? 'sic_codes' : 'name',
  sic_codes: sector?.sicCodes ?? [],
  sic: (sector?.sicCodes ?? []).map(industryOf),
})

const inOneLine = ({ lines, locality, region, postcode, country }: PostalAddress): string =>
  [...lines, locality, region, postcode, country].filter((part) => part !== null).join(', ')
export const profileOf = (one: Profile): Of<typeof profileShape> => ({
  name: one.name,
  company_number: one.number,
  status: one.status,
  status_detail: one.statusDetail,
  type: one.type,
  type_name: kindInWords(one.type),
  incorporated: one.incorporated,
  sic_codes: one.sicCodes,
  sic: one.sicCodes.map(industryOf),
  registered_office: one.office && inOneLine(one.office),
  accounts_made_up_to: one.accounts?.last_made_up_to ?? null,
  accounts_type: one.accounts?.last_type ?? null,
  accounts_overdue: one.accounts?.overdue ?? null,
  confirmation_overdue: one.confirmation?.overdue ?? null,
})

/** Names a sector that was asked for by code. */
const meaning = (query: string, name: string): string =>
  /[a-z]/i.test(query.replace(/^\s*sic/i, '')) ? '' : ` (${name})`

export const competitionFinding = ({
  rivals,
  trade: { query, sector },
  place: { outcode },
}: {
  readonly rivals: Competitors | null
  readonly trade: Trade
  readonly place: Area
}): FactorReading | null => {
  if (query === null) return notApplicable('no sector was given')
  if (rivals === null) return null
  const companies = someOf(rivals.total, 'active company', 'active companies')
  if (sector)
    return { metric: rivals.total, detail: `${companies} for “${query}”${meaning(query, sector.name)} in ${outcode}` }
  return rivals.total === 0
    ? notApplicable(`no active company in ${outcode} has “${query}” in its name, and it is no trade that we know`)
    : { metric: rivals.total, detail: `${companies} in ${outcode} with “${query}” in the name` }
}
