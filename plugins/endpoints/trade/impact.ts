/** How much the tariff burdens an import: duties, VAT, relief, and controls. */
import { atLeast, between, counted, factor, score, unknown, type Node, type ScoreNode } from '@domesday/core'
import { isFree, type Goods, type Rate } from '@domesday/source-trade-tariff'

export const worded = (rates: readonly Rate[]): string | null =>
  rates.length === 0 ? null : rates.map(({ text }) => text).join(' or ')

/** The rate for all countries without a better one: the suspended rate if there is one, else the highest. */
const due = ({ duties, suspended }: Goods): Rate | undefined => suspended ?? duties[0]
const isDutyFree = (goods: Goods): boolean => {
  const rate = due(goods)
  return rate !== undefined && isFree(rate)
}
// If all pay nothing, no relief is needed. The tariff has about this many countries and territories.
const everywhere = 250
const some = <T>(items: readonly T[], of: (item: T) => string): string =>
  `${items.slice(0, 3).map(of).join(', ')}${items.length > 3 ? ` and ${items.length - 3} more` : ''}`
const noDuty = 'the tariff states no third-country duty'
const none = (what: string) => ({ metric: everywhere, detail: `No ${what} is needed: no third-country duty is due.` })

export const impactOf = (goods: Node<Goods>): ScoreNode =>
  score(
    'tariff-impact',
    {
      duty_rate: factor(goods, (goods) => {
        const rate = due(goods)
        if (!rate) return unknown(noDuty)
        const { text, least, most } = rate
        if (most === null && least === 0)
          return unknown(`the duty, ${text}, goes by quantity, and its share of the value depends on the price`)
        const depends = `The third-country duty, ${text}, depends on the price:`
        if (most === null) return atLeast(least, `${depends} it takes ${least} % of the value at least.`)
        if (least < most) return between(least, most, `${depends} it takes ${least} to ${most} % of the value.`)
        return {
          metric: least,
          detail: goods.suspended
            ? `The third-country duty of ${worded(goods.duties)} is suspended: ${text} is due.`
            : goods.duties.length > 1
              ? `The third-country duty is ${worded(goods.duties)}, by additional code.`
              : isFree(rate)
                ? 'No third-country duty is due.'
                : `The third-country duty takes ${least} % of the value.`,
        }
      }),
      // A pound per hundred kilograms is nothing for cheese and much for salt: without a price we cannot tell.
      specific_duty: factor(goods, (goods) => {
        const rate = due(goods)
        if (!rate) return unknown(noDuty)
        const { text, byQuantity, least, most } = rate
        if (!byQuantity) return { metric: 0, detail: 'No amount by quantity is due.' }
        if (most === null)
          return unknown(`an amount by quantity is due, ${text}, and its share of the value depends on the price`)
        return least === most
          ? { metric: 0, detail: `The amount by quantity in ${text} never counts.` }
          : between(0, most, `The amount by quantity in ${text} takes ${most} % of the value at most.`)
      }),
      vat: factor(
        goods,
        ({ vat: [standard, ...others] }) =>
          standard &&
          standard.percent !== null && {
            metric: standard.percent,
            detail:
              others.length > 0
                ? `VAT of ${standard.text} is due on import, or ${worded(others)} by additional code.`
                : standard.percent === 0
                  ? 'Zero-rated for VAT.'
                  : `VAT of ${standard.text} is due on import.`,
          },
      ),
      preferences: factor(goods, (goods) =>
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
      quotas: factor(goods, (goods) =>
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
      additional_duties: factor(goods, ({ additional, additionalCountries }) => ({
        metric: additionalCountries,
        detail:
          additional.length === 0
            ? 'No origin pays additional or anti-dumping duties.'
            : `Duties on top for ${some(additional, ({ country, rate }) => `${country} (${rate ?? 'by conditions'})`)}.`,
      })),
      import_controls: factor(goods, ({ controls }) => {
        const names = controls.flatMap(({ control, forAll }) => (forAll ? [control] : []))
        if (names.length === 0) return { metric: 0, detail: 'No import control holds for every origin.' }
        return {
          metric: names.length,
          detail: `${counted(names.length, 'kind')} of import control for every origin: ${some(names, (name) => name)}.`,
        }
      }),
    },
    { grave: 'high' },
  )
