/** How much the tariff burdens an import: duties, VAT, relief, and controls. */
import {
  atLeast,
  between,
  counted,
  factor,
  gate,
  gates,
  score,
  unknown,
  type FactorReading,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import { isFree, type Found, type Goods } from '@domesday/source-trade-tariff'
import { choiceInWords, type Choice } from './choice.ts'
import { licencesNeeded, prohibited, prohibitedForSome } from './controls.ts'
import { due, worded } from './rates.ts'

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

type Read = (goods: Goods) => FactorReading | undefined | false
const metricOf = ({ metric }: { readonly metric: unknown }): number | null =>
  typeof metric === 'number' ? metric : null
/** The fewest and the most that a reading may be, for a metric that ends at `top`. */
const rangeOf = (reading: FactorReading | undefined | false, top: number): readonly [number, number] => {
  if (!reading || !('metric' in reading)) return [0, top]
  const { metric, low = metric, high = metric } = reading as { metric: unknown; low?: unknown; high?: unknown }
  return [typeof low === 'number' ? low : 0, typeof high === 'number' ? high : top]
}

/** A factor of the goods that were chosen, with the bounds of the others that may be meant. */
const over = (goods: Node<Goods>, choice: Node<Choice>, top: number, read: Read) =>
  factor({ goods, choice }, ({ goods, choice }) => {
    const own = read(goods)
    if (!own || !('metric' in own)) return own
    const ranges = [own, ...choice.goods.map(read)].map((one) => rangeOf(one, top))
    const [low, high] = [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))]
    const [least, most] = ranges[0]!
    if (choice.lost > 0)
      return between(0, top, `${own.detail} Of other goods that may be meant it could not be read.`, metricOf(own))
    return low === least && high === most
      ? own
      : between(low, high, `${own.detail} Other goods that may be meant differ.`, metricOf(own))
  })

export interface Evidence {
  readonly goods: Node<Goods>
  readonly found: Node<Found>
  readonly choice: Node<Choice>
  readonly own: Node<{ readonly licence_words: readonly string[] }>
}

export const impactOf = ({ goods, found, choice, own }: Evidence): ScoreNode => {
  const of = (top: number, read: Read) => over(goods, choice, top, read)
  return score(
    'tariff-impact',
    {
      duty_rate: of(100, (goods) => {
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
      specific_duty: of(100, (goods) => {
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
      vat: of(
        100,
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
      preferences: of(everywhere, (goods) =>
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
      quotas: of(everywhere, (goods) =>
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
      additional_duties: of(everywhere, ({ additional, additionalCountries }) => ({
        metric: additionalCountries,
        detail:
          additional.length === 0
            ? 'No origin pays additional or anti-dumping duties.'
            : `Duties on top for ${some(additional, ({ country, rate }) => `${country} (${rate ?? 'by conditions'})`)}.`,
      })),
      import_controls: of(everywhere, ({ controls }) => {
        const names = controls.flatMap(({ control, forAll }) => (forAll ? [control] : []))
        if (names.length === 0) return { metric: 0, detail: 'No import control holds for every origin.' }
        return {
          metric: names.length,
          detail: `${counted(names.length, 'kind')} of import control for every origin: ${some(names, (name) => name)}.`,
        }
      }),
    },
    {
      grave: 'high',
      gates: gates({
        import_prohibited: gate(goods, prohibited),
        code_not_chosen: gate({ found, choice }, ({ found, choice }) => choiceInWords(found, choice)),
        prohibited_for_some: gate(goods, prohibitedForSome),
        licence_needed: gate({ goods, own }, ({ goods, own }) => licencesNeeded(goods, own.licence_words)),
      }),
    },
  )
}
