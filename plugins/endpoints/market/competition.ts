/** The companies of a trade at a place, and what the score makes of them. */
import {
  between,
  choice,
  date,
  flag,
  integer,
  list,
  notApplicable,
  object,
  orNull,
  subject,
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
import { companiesAt, type Offices } from './offices.ts'
import { premisesFinding, type Premises } from './premises.ts'
import { someOf } from './sentences.ts'

const company = {
  name: text('Registered name'),
  company_number: subject('company', text('Eight characters')),
  status: orNull(text('active …')),
}
const incorporated = orNull(date('When it was formed or registered'))
const sic = list(industry, 'The same with their words')
export const competitionShape = object({
  query: text('The sector as asked'),
  matching_companies: integer('Active companies of the trade with their registered office in the area'),
  at_formation_agents: integer(
    'Of these, companies known to be registered at the address of a formation agent: the score does not count them',
  ),
  top_competitors: list(
    object({
      ...company,
      incorporated,
      postcode: subject('postcode', orNull(text('Of the registered office'))),
      companies_at_postcode: orNull(integer('Active companies registered there, of all trades; null where not known')),
      at_formation_agent: orNull(
        flag('Whether so many are that it is the address of a formation agent, and says nothing of where it trades'),
      ),
    }),
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
  offices,
  trade: { query, sector },
  place,
  shown,
}: {
  readonly rivals: Competitors
  readonly offices: Offices
  readonly trade: Trade
  readonly place: Area
  readonly shown: { readonly competitors_shown: number }
}): Of<typeof competitionShape> => ({
  query: query ?? '',
  matching_companies: rivals.total,
  at_formation_agents: offices.atAgents,
  top_competitors: rivals.items
    .slice(0, shown.competitors_shown)
    .map(({ name, number, status, incorporated, postcode }) => {
      const others = companiesAt(offices, postcode)
      return {
        name,
        company_number: number,
        status,
        incorporated,
        postcode,
        companies_at_postcode: others,
        at_formation_agent: others === null ? null : others >= offices.threshold,
      }
    }),
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

/** Companies at the address of a formation agent trade anywhere: they are told apart, and not counted. */
const densityOf = (words: string, { total }: Competitors, { atAgents, unsure, threshold }: Offices): FactorReading => {
  const count = total - atAgents
  const companies = someOf(count, 'active company', 'active companies')
  const agents = `formation agents’ addresses, where ${threshold.toLocaleString('en-GB')} companies or more are`
  const apart = atAgents === 0 ? '' : `, not counting ${atAgents} at ${agents}`
  if (unsure === 0) return { metric: count, detail: `${companies} ${words}${apart}` }
  return between(
    count - unsure,
    count,
    `${companies} ${words}${apart}; up to ${unsure} of them may be at ${atAgents === 0 ? agents : 'such addresses too'}`,
    count,
  )
}

export const competitionFinding = ({
  rivals,
  premises,
  serves,
  offices,
  trade: { query, sector },
  place: { outcode },
}: {
  readonly rivals: Competitors | null
  readonly premises: Premises | null
  /** Whether it is a trade whose premises are known. */
  readonly serves: boolean
  readonly offices: Offices | null
  readonly trade: Trade
  readonly place: Area
}): FactorReading | null => {
  if (query === null) return notApplicable('no sector was given; name a sector to learn of competition')
  if (serves) return premises && premisesFinding(query, premises)
  if (rivals === null || offices === null) return null
  if (sector) return densityOf(`for “${query}”${meaning(query, sector.name)} in ${outcode}`, rivals, offices)
  return rivals.total === 0
    ? notApplicable(`no active company in ${outcode} has “${query}” in its name, and it is no trade that we know`)
    : densityOf(`in ${outcode} with “${query}” in the name`, rivals, offices)
}
