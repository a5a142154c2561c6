import {
  derive,
  each,
  endpoint,
  full,
  integer,
  maybe,
  need,
  notCovered,
  optional,
  params,
  phrase,
  postcode,
  section,
  settings,
  standard,
} from '@domesday/core'
import {
  competitors,
  industryOf,
  kindInWords,
  profile,
  sectorOf,
  type PostalAddress,
  type Profile,
} from '@domesday/source-companies-house'
import { pricesAround } from '@domesday/source-land-registry-ppd'
import { labourMarketOf, type FigureArea } from '@domesday/source-nomis'
import { placeOf } from '@domesday/source-postcodes-io'
import { asSentence, opportunityOf, sentenceOf } from './opportunity.ts'
import { response } from './response.ts'

const asked = params({
  postcode,
  sector: optional(
    phrase({
      description: 'A trade, or an industry code of two to five digits, to look for competitors in',
      examples: ['software'],
    }),
  ),
})
const shown = settings({
  competitors_shown: integer({ description: 'How many competitors are listed', minimum: 1, maximum: 100 }),
  profiles: integer({
    description: 'How many of them are looked up one by one at full depth',
    minimum: 1,
    maximum: 25,
  }),
})

const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)

const labour = labourMarketOf(place)
const prices = pricesAround(place)

/** The trade in the register's codes. Without a sector, no companies are asked for. */
const trade = derive({ asked }, ({ asked: { sector } }) => ({
  query: sector ?? null,
  sector: sector === undefined ? null : sectorOf(sector),
}))
const kingdom: readonly string[] = ['England', 'Wales', 'Scotland', 'Northern Ireland']
const rivals = need(
  competitors,
  { place, trade, shown },
  ({ place: { outcode, nation }, trade: { query, sector }, shown }) => {
    if (query === null) return null
    if (!kingdom.includes(nation)) return notCovered(`the companies of ${nation}`)
    return {
      ...(sector ? { sicCodes: sector.sicCodes } : { name: query }),
      location: outcode,
      size: shown.competitors_shown,
    }
  },
)
const profiles = each(maybe(profile), { rivals, shown }, ({ rivals, shown }) =>
  rivals.items.slice(0, shown.profiles).map(({ number }) => number),
)

const opportunity = opportunityOf({ place, labour, prices, trade, rivals })

const ofArea = (figure: FigureArea | null) =>
  figure && { area: figure.area, level: figure.level, period: figure.period }
const inOneLine = (office: PostalAddress | null): string | null =>
  office &&
  [...office.lines, office.locality, office.region, office.postcode, office.country]
    .filter((part) => part !== null)
    .join(', ')

/** Whether a postcode is a good place to trade. */
export const market = endpoint({
  id: 'market',
  title: 'Market sizing',
  summary:
    'The labour market of a postcode; from standard up its property market, the companies of a trade that compete there, and how favourable it is; at full depth a profile of each competitor.',
  home: import.meta.dirname,
  path: '/market/{postcode}',
  tool: 'uk_market_sizing',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      region: place.region,
      nation: place.nation,
    })),

    labour_market: section({ labour }, ({ labour: { claimants, employment, earnings } }) => ({
      median_weekly_earnings: earnings?.weekly ?? null,
      employment_rate_pct: employment?.percent ?? null,
      claimant_count: claimants?.count ?? null,
      claimant_rate_pct: claimants?.percent ?? null,
      earnings_of: ofArea(earnings),
      employment_of: ofArea(employment),
      claimants_of: ofArea(claimants),
    })),

    property_market: standard({ prices }, ({ prices }) => ({
      avg_price_12m: prices.average,
      median_price_12m: prices.median,
      transactions_12m: prices.sales,
      dominant_type: prices.dominantType,
      by_type: prices.byType,
      area: prices.area,
      from: prices.since,
      newest_sale: prices.newest,
    })),

    competition: standard({ rivals, trade, place }, ({ rivals, trade: { query, sector }, place }) => ({
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
    })),

    market_opportunity: standard({ opportunity }, ({ opportunity }) => ({
      ...opportunity,
      factors: opportunity.signals.map(sentenceOf),
      signals: opportunity.signals.map((signal) => ({ ...signal, detail: asSentence(signal.detail) })),
    })),

    'competition.profiles': full({ profiles }, ({ profiles }) =>
      profiles
        .filter((one): one is Profile => one !== null)
        .map((one) => ({
          name: one.name,
          company_number: one.number,
          status: one.status,
          status_detail: one.statusDetail,
          type: one.type,
          type_name: kindInWords(one.type),
          incorporated: one.incorporated,
          sic_codes: one.sicCodes,
          sic: one.sicCodes.map(industryOf),
          registered_office: inOneLine(one.office),
          accounts_made_up_to: one.accounts?.lastMadeUpTo ?? null,
          accounts_type: one.accounts?.lastType ?? null,
          accounts_overdue: one.accounts?.overdue ?? null,
          confirmation_overdue: one.confirmation?.overdue ?? null,
        })),
    ),
  },
})
