import { derive, endpoint, params, section } from '@domesday/core'
import { goodsOf } from '@domesday/source-trade-tariff'
import { impactOf, worded } from './impact.ts'
import { commodity, response } from './response.ts'

const asked = params({ commodity })
const found = goodsOf(asked)
const goods = derive({ found }, ({ found }) => found.goods)
const impact = impactOf(goods)
const matched = derive({ found }, ({ found }) => found.matched)

/** Costs and conditions of importing goods into Great Britain. */
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
