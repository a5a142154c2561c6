import {
  bestMatch,
  endpoint,
  field,
  flag,
  integer,
  object,
  omitEach,
  orNull,
  params,
  pick,
  render,
  section,
  settings,
  take,
  text,
} from '@domesday/core'
import { commodity, goodsOf } from '@domesday/source-trade-tariff'
import { choiceIn, isOne, matchedIn } from './choice.ts'
import { licences } from './controls.ts'
import { impactOf } from './impact.ts'
import { worded } from './rates.ts'

const asked = params({ commodity, match: bestMatch })
const own = settings(licences)
const found = goodsOf(asked)
const choice = choiceIn(asked, found)
const goods = field(found, 'goods')
const [preferences, additional, controls] = [
  field(goods, 'preferences'),
  field(goods, 'additional'),
  field(goods, 'controls'),
]
const count = integer('How many there are')
const countOf = (items: readonly unknown[]): number => items.length

const dutiesShape = object({
  rate: orNull(
    text(
      'Third-country (most-favoured-nation) duty; several, the dearest first, where it depends on an additional code',
    ),
  ),
  suspended_rate: orNull(text('What is due in its place while it is suspended for all')),
  vat: orNull(text('Value added tax on import; several where goods of the code are taxed differently')),
  excise: flag('Whether excise duty is due as well'),
})

const score = impactOf({ goods, found, choice, own })

/** Costs and conditions of importing goods into Great Britain. */
export const trade = endpoint({
  id: 'trade',
  title: 'Import tariff',
  summary:
    'What importing goods into Great Britain costs and takes, by commodity code or description: duty, VAT, preferences, quotas, controls, and how much they weigh.',
  home: import.meta.dirname,
  path: '/trade/{commodity}',
  tool: 'uk_trade_intelligence',
  subject: { asked, required: [found, isOne(asked, found)], matched: matchedIn(found, choice) },
  sections: {
    commodity: section(pick(goods, 'code', 'description', 'hierarchy')),
    duties: section(
      render(dutiesShape, goods, ({ duties, suspended, vat, excise }) => ({
        rate: worded(duties),
        suspended_rate: suspended?.text ?? null,
        vat: worded(vat),
        excise,
      })),
    ),
    preferential_rates: section(take(100, preferences)),
    preferential_rates_total: section(render(count, preferences, countOf)),
    additional_duties: section(take(100, additional)),
    additional_duties_total: section(render(count, additional, countOf)),
    import_controls: section(omitEach(take(100, controls), 'forAll', 'limited', 'allows', 'exempts')),
    import_controls_total: section(render(count, controls, countOf)),
    quotas: section(field(goods, 'quotas')),
    measures_count: section(field(goods, 'measures')),
    tariff_impact_score: section(score),
  },
})
