import { counted, derive, endpoint, factor, params, score, section } from '@domesday/core'
import { goodsOf, isFree, type Goods, type Rate } from '@domesday/source-trade-tariff'
import { commodity, response } from './response.ts'

const asked = params({ commodity })
const found = goodsOf(asked)
const goods = derive({ found }, ({ found }) => found.goods)
const matched = derive({ found }, ({ found }) => found.matched)

const worded = (rates: readonly Rate[]): string | null =>
  rates.length === 0 ? null : rates.map(({ text }) => text).join(' or ')

/** What is due from all who have no better: the suspended rate while there is one, else the dearest. */
const due = ({ duties, suspended }: Goods): Rate | undefined => suspended ?? duties[0]
const isDutyFree = (goods: Goods): boolean => {
  const rate = due(goods)
  return rate !== undefined && isFree(rate)
}
// No relief is needed where all pay nothing. As the tariff counts countries and territories there are about so many.
const everywhere = 250
const some = <T>(items: readonly T[], of: (item: T) => string): string =>
  `${items.slice(0, 3).map(of).join(', ')}${items.length > 3 ? ` and ${items.length - 3} more` : ''}`
const none = (what: string) => ({ metric: everywhere, detail: `No ${what} is needed: no third-country duty is due.` })

const impact = score('tariff-impact', {
  duty_rate: factor({ goods }, ({ goods }) => {
    const rate = due(goods)
    if (!rate) return { metric: 'not stated', detail: 'The tariff states no third-country duty.' }
    if (rate.percent === null)
      return {
        metric: 'by quantity',
        detail: `The duty, ${rate.text}, goes by quantity: its share of the value depends on the price.`,
      }
    return {
      metric: rate.percent,
      detail: goods.suspended
        ? `The third-country duty of ${worded(goods.duties)} is suspended: ${rate.text} is due.`
        : goods.duties.length > 1
          ? `The third-country duty is ${worded(goods.duties)}, by additional code.`
          : isFree(rate)
            ? 'No third-country duty is due.'
            : `The third-country duty takes ${rate.percent} % of the value.`,
    }
  }),
  specific_duty: factor({ goods }, ({ goods }) => {
    const rate = due(goods)
    if (!rate) return null
    if (!rate.byQuantity) return { metric: 'none', detail: 'No amount by quantity is due.' }
    return rate.percent === null
      ? { metric: 'alone', detail: `An amount by quantity is due: ${rate.text}.` }
      : { metric: 'on_top', detail: `An amount by quantity is due on top: ${rate.text}.` }
  }),
  vat: factor(
    { goods },
    ({
      goods: {
        vat: [standard],
      },
    }) =>
      standard &&
      standard.percent !== null && {
        metric: standard.percent,
        detail: standard.percent === 0 ? 'Zero-rated for VAT.' : `VAT of ${standard.text} is due on import.`,
      },
  ),
  preferences: factor({ goods }, ({ goods }) =>
    isDutyFree(goods)
      ? none('preference')
      : {
          metric: goods.preferredCountries,
          detail:
            goods.preferredCountries === 0
              ? 'No country has a better rate.'
              : `Goods from ${counted(goods.preferredCountries, 'country or territory', 'countries and territories')} have a better rate.`,
        },
  ),
  quotas: factor({ goods }, ({ goods }) =>
    isDutyFree(goods)
      ? none('quota')
      : {
          metric: goods.quotas,
          detail:
            goods.quotas === 0
              ? 'No tariff-rate quota is open.'
              : `${goods.quotas} tariff-rate quota${goods.quotas === 1 ? ' is' : 's are'} open.`,
        },
  ),
  additional_duties: factor({ goods }, ({ goods: { additional, additionalCountries } }) => ({
    metric: additionalCountries,
    detail:
      additional.length === 0
        ? 'No origin pays additional or anti-dumping duties.'
        : `Duties on top for ${some(additional, ({ country, rate }) => `${country} (${rate})`)}.`,
  })),
  import_controls: factor({ goods }, ({ goods: { controls } }) => {
    const names = controls.flatMap(({ name, forAll }) => (forAll ? [name] : []))
    if (names.length === 0) return { metric: 0, detail: 'No import control holds for every origin.' }
    return {
      metric: names.length,
      detail: `${counted(names.length, 'kind')} of import control for every origin: ${some(names, (name) => name)}.`,
    }
  }),
})

/** What it costs and takes to import goods into Great Britain. */
export const trade = endpoint({
  id: 'trade',
  title: 'Import tariff',
  summary:
    'What importing goods into Great Britain costs and takes, by commodity code or description: duty, VAT, preferences, quotas, controls, and how much they weigh.',
  home: import.meta.dirname,
  path: '/trade/{commodity}',
  tool: 'uk_trade_intelligence',
  asked,
  required: [found],
  response,
  matched: section({ matched }, ({ matched }) => matched),
  sections: {
    commodity: section({ goods }, ({ goods: { code, description, hierarchy } }) => ({ code, description, hierarchy })),
    duties: section({ goods }, ({ goods }) => ({
      rate: worded(goods.duties),
      suspended_rate: goods.suspended?.text ?? null,
      vat: worded(goods.vat),
      excise: goods.excise,
    })),
    preferential_rates: section({ goods }, ({ goods }) => goods.preferences.slice(0, 100)),
    preferential_rates_total: section({ goods }, ({ goods }) => goods.preferences.length),
    additional_duties: section({ goods }, ({ goods }) =>
      goods.additional.slice(0, 100).map(({ kind, country, rate }) => ({ kind, country, rate })),
    ),
    additional_duties_total: section({ goods }, ({ goods }) => goods.additional.length),
    import_controls: section({ goods }, ({ goods }) =>
      goods.controls
        .slice(0, 100)
        .map(({ name, country, forAll }) => ({ control: name, origin: forAll ? 'All origins' : country })),
    ),
    import_controls_total: section({ goods }, ({ goods }) => goods.controls.length),
    quotas: section({ goods }, ({ goods }) => goods.quotas),
    measures_count: section({ goods }, ({ goods }) => goods.measures),
    tariff_impact_score: section({ impact }, ({ impact }) => impact),
  },
})
