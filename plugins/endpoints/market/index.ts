import {
  counted,
  derive,
  each,
  endpoint,
  factor,
  field,
  full,
  integer,
  list,
  maybe,
  need,
  notCovered,
  omit,
  optional,
  orNull,
  phrase,
  pounds,
  render,
  renderEach,
  score,
  section,
  settings,
  signals,
  standard,
  text,
  unpriced,
} from '@domesday/core'
import { competitors, profile, registeredAt } from '@domesday/source-companies-house'
import { landRegistryPpd, pricesAround } from '@domesday/source-land-registry-ppd'
import { labourCompared, labourMarketOf } from '@domesday/source-nomis'
import { comparedAt, housePrices } from '@domesday/source-ons-local-stats'
import { nationsOf } from '@domesday/source-postcodes-io'
import { atPostcode } from '@domesday/subject-postcode'
import { competitionFinding, competitionOf, competitionShape, profileOf, profileShape, tradeOf } from './competition.ts'
import { labourFinding, labourOf, labourShape } from './labour.ts'
import { officesOfRivals, officesToCheck } from './offices.ts'
import { foodSettings, kindsOf, premisesOf } from './premises.ts'
import { asSentence, sentenceOf, someOf } from './sentences.ts'

const { asked, place, point, location, subject } = atPostcode({
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
  competitors_read: integer({
    description: 'How many are read to tell those at formation agents; all that match are counted',
    minimum: 1,
    maximum: 5000,
  }),
  offices_checked: integer({
    description: 'At how many postcodes of competitors the companies registered are counted, with a call for each',
    minimum: 1,
    maximum: 50,
  }),
  formation_agent: integer({
    description: 'A postcode with so many active companies or more counts as that of a formation agent',
    minimum: 2,
  }),
  ...foodSettings,
})

const labour = labourMarketOf(place)
const prices = pricesAround(place, nationsOf(place, landRegistryPpd))

const trade = derive(asked, tradeOf)
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
      size: Math.max(shown.competitors_read, shown.competitors_shown),
    }
  },
)
const crowds = each(maybe(registeredAt), { rivals, shown }, ({ rivals, shown }) => officesToCheck(rivals, shown))
const offices = derive({ rivals, crowds: maybe(crowds), shown }, officesOfRivals)
const premises = premisesOf(point, trade, shown)
const serves = derive({ trade, shown }, ({ trade, shown }) => kindsOf(trade, shown).length > 0)
const profiles = each(maybe(profile), { rivals, shown }, ({ rivals, shown }) =>
  rivals.items.slice(0, Math.min(shown.profiles, shown.competitors_shown)).map(({ number }) => number),
)

/** How favourable a place is for trade. Weights, curves and bands are ours; the interface fixes the factors. */
const opportunity = score('market-opportunity', {
  labour_strength: factor(labour, labourFinding),
  property_activity: factor(prices, ({ transactions_12m: sales, median_price: median, odd_prices: odd, area }) => ({
    metric: sales,
    detail: [
      `${someOf(sales, 'home')} sold in ${area} in twelve months`,
      ...(median === null ? [] : [`at a median of ${pounds(median)}`]),
      ...(odd.length === 0 ? [] : [`with ${counted(odd.length, 'price')} far from it`]),
    ].join(', '),
  })),
  competition_density: factor(
    { trade, place, serves, premises: maybe(premises), rivals: maybe(rivals), offices: maybe(offices) },
    competitionFinding,
  ),
})

/** Whether a postcode is a good place to trade. */
export const market = endpoint({
  id: 'market',
  title: 'Market sizing',
  summary:
    'The labour market of a postcode; from standard up its property market, the companies of a trade that compete there, and how favourable it is; at full depth a profile of each competitor.',
  home: import.meta.dirname,
  path: '/market/{postcode}',
  tool: 'uk_market_sizing',
  subject,
  sections: {
    location: section(location),

    labour_market: section(render(labourShape, labour, labourOf), {
      comparison: labourCompared({
        claimants: field(labour, 'claimants'),
        employment: field(labour, 'employment'),
        earnings: field(labour, 'earnings'),
      }),
    }),

    property_market: standard({
      avg_price_12m: field(prices, 'avg_price_12m', 'Mean price of homes sold at full value; null without a sale'),
      median_price_12m: field(prices, 'median_price', 'Of the same homes'),
      odd_prices: field(prices, 'odd_prices'),
      transactions_12m: field(prices, 'transactions_12m', 'Homes sold'),
      dominant_type: render(
        orNull(text('The type most often sold: detached, semi-detached, terraced or flat')),
        prices,
        ({ dominant_type: type }) => type,
      ),
      by_type: field(prices, 'by_type', 'Homes sold by type, most frequent first'),
      area: field(
        prices,
        'area',
        'The postcode sector, `WA1 1`; or the outcode, `WA1`, where under five homes were sold in the sector',
      ),
      from: field(
        prices,
        'from',
        'First day of the twelve months, which end today; sales are registered some two months late',
      ),
      newest_sale: field(prices, 'newest_sale', 'Day of the newest sale counted'),
    }),

    // By one definition in all four nations; the price does not rest on what only compares.
    average_house_price: unpriced(
      standard(
        'The average price of homes in wider areas by the UK House Price Index: a geometric mean, adjusted for the kinds of homes that are sold. Compare these with one another, and not with means of sales',
        comparedAt(housePrices, place),
      ),
    ),

    competition: standard(render(competitionShape, { rivals, offices, trade, place, shown }, competitionOf)),
    'competition.premises': standard('Of a food trade. The score counts these, and no registered offices', premises),

    market_opportunity: standard(
      {
        score: field(opportunity, 'score', '0 to 100, higher is more favourable; null where too little is known'),
        rating: field(opportunity, 'rating', 'HIGH, MODERATE or LOW'),
        factors: renderEach(
          text(),
          field(opportunity, 'signals'),
          sentenceOf,
          'One sentence a factor: the finding, and what it is worth',
        ),
        signals: render(
          signals('The same with the figures: every factor, those that add nothing too'),
          opportunity,
          ({ signals }) => signals.map((signal) => ({ ...signal, detail: asSentence(signal.detail) })),
        ),
      },
      omit(opportunity, 'score', 'rating', 'signals'),
    ),

    'competition.profiles': full(
      'The competitors listed, from their own records',
      render(list(profileShape), profiles, (profiles) => profiles.filter((one) => one !== null).map(profileOf)),
    ),
  },
})
