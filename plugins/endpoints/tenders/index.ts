import { derive, endpoint, factor, integer, now, optional, params, phrase, rounded, score, section, settings, some } from '@domesday/core'
import { marketFor as onContractsFinder } from '@domesday/source-contracts-finder'
import { marketFor as onFindATender, type Wanted } from '@domesday/source-find-a-tender'
import { marketFor as onPublicContractsScotland } from '@domesday/source-public-contracts-scotland'
import { marketFor as onSell2Wales } from '@domesday/source-sell2wales'
import { mergeMarkets, type Tender } from './market.ts'
import { region, response } from './response.ts'

const asked = params({
  sector: optional(phrase({ description: 'Words of a trade or of goods; all must occur', examples: ['cleaning'] })),
  region: optional(region),
})
const own = settings({
  window_days: integer({ description: 'Notices of so many days are asked for where a sector is given', minimum: 1, maximum: 730 }),
  broad_window_days: integer({ description: 'And of so many where none is', minimum: 1, maximum: 90 }),
})

/** Days of the United Kingdom. */
const dayOf = (at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
const dayMs = 86_400_000

const wanted = derive({ asked, own, now }, ({ asked: { sector = null, region = null }, own, now }): Wanted & { readonly days: number } => {
  const days = sector === null ? own.broad_window_days : own.window_days
  return { sector, region, since: dayOf(new Date(now.getTime() - days * dayMs)), on: dayOf(now), days }
})
const question = derive({ wanted }, ({ wanted: { sector, region, since, on } }): Wanted => ({ sector, region, since, on }))

const markets = some({
  findATender: onFindATender(question),
  contractsFinder: onContractsFinder(question),
  scotland: onPublicContractsScotland(question),
  wales: onSell2Wales(question),
})
const market = derive({ markets }, ({ markets: { findATender, contractsFinder, scotland, wales } }) => mergeMarkets([findATender, contractsFinder, scotland, wales]))

const open = derive({ market }, ({ market }) => market.items.filter(({ status }) => status === 'open'))
const poundsOf = (tenders: readonly Tender[]): readonly number[] =>
  tenders.flatMap(({ value, currency }) => value !== null && (currency === 'GBP' || currency === null) ? [value] : [])
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b), middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const pounds = (amount: number): string => `£${Math.round(amount).toLocaleString('en-GB')}`
/** Such as `No tender is`, `1 tender is`, `4 tenders are`. */
const counted = (count: number, one: string, [is, are] = ['', '']): string =>
  `${count === 0 ? 'No' : count.toLocaleString('en-GB')} ${one}${count < 2 ? is : `s${are}`}`

const opportunity = score('procurement-opportunity', {
  open_tenders: factor({ market }, ({ market }) => ({ metric: market.open, detail: `${counted(market.open, 'tender', [' is', ' are'])} open.` })),
  tender_value: factor({ open, market }, ({ open, market }) => {
    const values = open.length > 0 ? poundsOf(open) : poundsOf(market.items)
    const what = values.length === 1 ? 'The one stated value' : `The median of ${values.length} stated values`
    return values.length > 0 && { metric: median(values), detail: `${what} is ${pounds(median(values))}.` }
  }),
  bidding_time: factor({ open, wanted }, ({ open, wanted }) => {
    const days = open.flatMap(({ deadline }) => deadline === null ? [] : [(Date.parse(deadline) - Date.parse(wanted.on)) / dayMs])
    if (open.length === 0) return { metric: 0, detail: 'Nothing is open to bid for.' }
    const left = Math.floor(median(days))
    return days.length > 0 && { metric: left, detail: `The open tenders leave ${left} day${left === 1 ? '' : 's'} to bid, by the median.` }
  }),
  market_activity: factor({ market, wanted }, ({ market, wanted }) => ({
    metric: market.total * 30 / wanted.days,
    detail: `${counted(market.total, 'procurement', [' was', ' were'])} published or changed in ${wanted.days} days.`,
  })),
  buyer_diversity: factor({ market }, ({ market }) => {
    const buyers = new Set(market.items.flatMap(({ buyer }) => buyer?.toUpperCase() ?? [])).size
    return { metric: buyers, detail: `${counted(buyers, 'buyer', [' is', ' are'])} behind the newest notices.` }
  }),
})

/** What the public sector is buying. */
export const tenders = endpoint({
  id: 'tenders',
  title: 'Public tenders',
  summary: 'Open, awarded and closed public tenders over the four portals of the United Kingdom, by sector and region, each procurement once, and how good the opportunities are.',
  home: import.meta.dirname,
  path: '/tenders',
  tool: 'uk_tenders_intelligence',
  asked,
  required: [],
  response,
  sections: {
    query: section({ wanted }, ({ wanted: { sector, region, since } }) => ({ ...(sector !== null && { sector }), ...(region !== null && { region }), published_from: since })),
    tenders: section({ market }, ({ market }) => market.items.slice(0, 100).map((one) => ({
      title: one.title === '' ? null : one.title,
      status: one.status,
      value: one.value,
      currency: one.currency,
      published: one.published,
      deadline: one.deadline,
      awarded_on: one.awarded,
      buyer: one.buyer,
      suppliers: one.suppliers.map(({ name }) => name),
      regions: one.regions,
      cpv_codes: one.cpv,
      source: one.source,
      also_in: one.alsoIn,
      reference: one.id,
      url: one.url,
    }))),
    total: section({ market }, ({ market }) => market.total),
    summary: section({ market }, ({ market: { total, open, awarded, items } }) => {
      const values = poundsOf(items)
      return {
        open,
        awarded,
        closed: total - open - awarded,
        avg_value: values.length > 0 ? rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2) : null,
        valued: values.length,
      }
    }),
    procurement_opportunity_score: section({ opportunity }, ({ opportunity }) => opportunity),
  },
})
