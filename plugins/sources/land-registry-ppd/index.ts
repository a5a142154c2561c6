import {
  choice,
  countBy,
  counted,
  date,
  derive,
  each,
  figure,
  first,
  integer,
  list,
  listed,
  need,
  now,
  object,
  orNull,
  render,
  source,
  table,
  text,
  withParts,
  type Node,
  type Of,
  type Partly,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  homeType,
  recordsWire,
  resultsWire,
  saleShape,
  salesInRecords,
  salesInResults,
  type HomeType,
  type Sale,
} from './sale.ts'

export type { HomeType, PropertyType, Sale } from './sale.ts'

export const landRegistryPpd = source({
  id: 'land-registry-ppd',
  title: 'Price paid data',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains HM Land Registry data © Crown copyright and database right; licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Open Government Licence, but for addresses: those may be used “to display for the purpose of providing residential property price information services”; anything else needs Royal Mail’s permission.',
    url: 'https://www.gov.uk/government/statistical-data-sets/price-paid-data-downloads',
  },
  covers: ['England', 'Wales'],
  coverage:
    'England and Wales: prices of homes sold since 1995, about two months behind; the newest months grow as sales are registered',
})

// The last two letters of a postcode are never C I K M O V.
const letters = [...'ABDEFGHJLNPQRSTUWXYZ']
const endings = letters.flatMap((a) => letters.map((b) => a + b))

/**
 * Lists all possible postcodes of a sector (`WA1 1`). The service has an index of exact postcodes and handles hundreds
 * at once; for a prefix it scans all of them and times out.
 */
const salesQuery = (sector: string, since: string): string =>
  `
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX lrppi: <http://landregistry.data.gov.uk/def/ppi/>
PREFIX lrcommon: <http://landregistry.data.gov.uk/def/common/>
SELECT ?sale ?date ?price ?type ?category WHERE {
  VALUES ?postcode { ${endings.map((ending) => `"${sector}${ending}"^^xsd:string`).join(' ')} }
  ?address lrcommon:postcode ?postcode .
  ?sale lrppi:propertyAddress ?address ; lrppi:transactionDate ?date ; lrppi:pricePaid ?price ; lrppi:propertyType ?type ; lrppi:transactionCategory ?category .
  FILTER (?date >= "${since}"^^xsd:date)
}`.trim()

/**
 * Sales in a postcode sector (`WA1 1`) since a day, newest first, all categories, without tenure and age; `[]` if there
 * were none.
 */
export const salesInSector = landRegistryPpd.get('sector', {
  version: 2,
  wire: resultsWire,
  path: () => '/landregistry/query',
  post: ({ sector, since }: { readonly sector: string; readonly since: string }) => ({
    form: { query: salesQuery(sector, since) },
  }),
  headers: { accept: 'application/sparql-results+json' },
  digest: list(saleShape),
  read: salesInResults,
  confidence: 'unconfirmed',
})

const most = 50

/** The last sales in one postcode since 1995, newest first, at most fifty; `[]` if there were none. */
export const salesAt = landRegistryPpd.get('postcode', {
  version: 2,
  wire: recordsWire,
  path: (postcode: string) => [
    '/data/ppi/transaction-record.json',
    { 'propertyAddress.postcode': postcode, _sort: '-transactionDate', _pageSize: most },
  ],
  digest: list(saleShape),
  read: salesInRecords,
})

const pounds = (about: string) => orNull(figure('GBP', about))
const pricesFields = object({
  area: text('The postcode sector, or the outcode where fewer than five homes were sold in the sector'),
  area_level: choice(['sector', 'outcode'], 'Which of the two it is'),
  from: date(
    'First day of the twelve months, which end today. The newest two are not complete: sales are registered late',
  ),
  avg_price_12m: pounds('Mean price of homes sold at full value; null where none was'),
  median_price: pounds('Median of the same sales'),
  odd_prices: list(
    figure('GBP', 'As registered'),
    'Those of the same sales that are under a tenth of the median or over ten times it, lowest first: a nominal pound, or several homes at one price. The mean has them, the median hardly feels them',
  ),
  transactions_12m: integer('Homes sold at full value'),
  dominant_type: orNull(homeType),
  by_type: table(integer(), 'Sales by type, most frequent first'),
  newest_sale: orNull(date('Day of the newest sale that is registered')),
})
/** Prices around a postcode over a year. */
export interface AreaPrices extends Of<typeof pricesFields> {}
const pricesShape: Shape<AreaPrices> = pricesFields

/** Homes at full value: other property and non-standard transfers would distort an average. */
const isHome = ({ full_value: isPlain, property_type: type }: Sale): boolean =>
  isPlain === true && type !== null && type !== 'other'

const medianOf = (ascending: readonly number[]): number | null => {
  const upper = ascending[Math.floor(ascending.length / 2)],
    lower = ascending[Math.ceil(ascending.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}

export const pricesFrom = (
  area: Pick<AreaPrices, 'area' | 'area_level' | 'from'>,
  sales: readonly Sale[],
): AreaPrices => {
  const homes = sales.filter(isHome)
  const prices = homes.map(({ price }) => price).toSorted((a, b) => a - b)
  const byType = countBy(homes, ({ property_type: type }) => type!)
  const median = medianOf(prices)
  return {
    ...area,
    avg_price_12m: homes.length === 0 ? null : Math.round(prices.reduce((sum, price) => sum + price, 0) / homes.length),
    median_price: median,
    odd_prices: median === null ? [] : prices.filter((price) => price * 10 < median || price > median * 10),
    transactions_12m: homes.length,
    dominant_type: (Object.keys(byType)[0] ?? null) as HomeType | null,
    by_type: byType,
    newest_sale:
      homes
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** The same day a year earlier; for 29 February, 1 March. */
const yearBefore = (today: Date): string =>
  new Date(Date.UTC(today.getUTCFullYear() - 1, today.getUTCMonth(), today.getUTCDate())).toISOString().slice(0, 10)

/** With fewer sales, a sector's average means little. */
const enough = 5

/** Sales that are dated after today are none yet: a slip in the register, and told. */
const untilToday = (sales: readonly Sale[], now: Date) => {
  const today = now.toISOString().slice(0, 10)
  const sound = sales.filter(({ date }) => date <= today)
  const later = sales.length - sound.length
  const why = `${counted(later, 'sale')} dated after today left out`
  return { sound, lacks: later === 0 ? [] : [{ why, known: sound.length / sales.length }] }
}

interface Placed {
  readonly postcode: string
  readonly outcode: string
}
/** What the sales of an outcode lack: those of its postcodes beyond a border. */
const lackingIn = (outcode: string, nations: readonly string[] | null) => {
  const uncovered = (nations ?? []).filter((nation) => !landRegistryPpd.covers?.some((one) => one === nation))
  return uncovered.length === 0
    ? []
    : [{ why: `some postcodes of ${outcode} are in ${listed(uncovered)}, which is not covered` }]
}

/**
 * Prices of the last twelve months around a postcode: of its sector if at least five homes were sold there, else of the
 * outcode, however few. `nations`: those of the outcode, where it may have several.
 */
export const pricesAround = (place: Node<Placed>, nations: Node<readonly string[] | null>): Shown<AreaPrices> => {
  const asked = derive({ place, now }, ({ place: { postcode, outcode }, now }) => ({
    outcode,
    sector: `${outcode} ${postcode.split(' ')[1]!.slice(0, 1)}`,
    since: yearBefore(now),
  }))
  const near = each(salesInSector, asked, ({ sector, since }) => [{ sector, since }])
  const wide = each(salesInSector, asked, ({ outcode, since }) =>
    Array.from({ length: 10 }, (_, digit) => ({ sector: `${outcode} ${digit}`, since })),
  )
  const pricesIn = (level: 'sector' | 'outcode', found: typeof near, least: number) =>
    render(pricesShape, { found, asked, nations, now }, ({ found, asked, nations, now }) => {
      const { sound, lacks } = untilToday(found.flat(), now)
      const prices = pricesFrom({ area: asked[level], area_level: level, from: asked.since }, sound)
      return prices.transactions_12m < least
        ? null
        : (withParts(prices, [...lacks, ...lackingIn(asked.outcode, nations)]) as AreaPrices | Partly<AreaPrices>)
    })
  return first(pricesIn('sector', near, enough), pricesIn('outcode', wide, 0))
}

/** The last sales in the postcode itself, newest first; `[]` if none since 1995. */
export const salesOf = (place: Node<{ readonly postcode: string }>): Shown<readonly Sale[]> => {
  const found = need(salesAt, place, ({ postcode }) => postcode)
  return render(list(saleShape), { found, now }, ({ found, now }) => {
    const { sound, lacks } = untilToday(found, now)
    return withParts(sound, lacks) as readonly Sale[] | Partly<readonly Sale[]>
  })
}

export { turnoverIn, type Turnover } from './turnover.ts'
