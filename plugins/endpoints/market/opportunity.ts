/** How favourable a place is for trade. Weights, curves and bands are ours; the interface fixes the factors. */
import {
  about,
  capitalised,
  counted,
  factor,
  maybe,
  notApplicable,
  score,
  sentence,
  type Node,
  type Scored,
} from '@domesday/core'
import type { Competitors, Sector } from '@domesday/source-companies-house'
import type { AreaPrices } from '@domesday/source-land-registry-ppd'
import type { LabourMarket, FigureArea } from '@domesday/source-nomis'
import type { Place } from '@domesday/source-postcodes-io'

const pounds = (amount: number): string =>
  `£${amount.toLocaleString('en-GB', { maximumFractionDigits: 2, minimumFractionDigits: amount % 1 ? 2 : 0 })}`
const someOf = (count: number, one: string, several = `${one}s`): string =>
  count === 0 ? `no ${several}` : counted(count, one, several)

/** Names a sector that was asked for by code. */
const meaning = (query: string, name: string): string =>
  /[a-z]/i.test(query.replace(/^\s*sic/i, '')) ? '' : ` (${name})`

type Figure<K extends keyof LabourMarket> = NonNullable<LabourMarket[K]>
/** Figures may be of different areas: name the area of each that differs from the one before. */
const labourInWords = (
  earnings: Figure<'earnings'>,
  employment: Figure<'employment'>,
  claimants: LabourMarket['claimants'],
): string => {
  const place = earnings.area ?? 'the area'
  const of = ({ area }: FigureArea): string => (area === null || area === place ? '' : ` in ${area}`)
  const claiming = claimants?.percent
    ? `, with ${claimants.percent} %${of(claimants)} claiming out-of-work benefits`
    : ''
  return `median pay is ${pounds(earnings.weekly)} a week in ${place} and ${employment.percent} %${of(employment)} are in work${claiming}`
}

export interface Weighed {
  readonly place: Node<Place>
  readonly labour: Node<LabourMarket>
  readonly prices: Node<AreaPrices>
  readonly trade: Node<{ readonly query: string | null; readonly sector: Sector | null }>
  readonly rivals: Node<Competitors>
}

export const opportunityOf = ({ place, labour, prices, trade, rivals }: Weighed) =>
  score('market-opportunity', {
    labour_strength: factor(
      { labour },
      ({ labour: { earnings, employment, claimants } }) =>
        earnings &&
        employment &&
        about((earnings.weekly * employment.percent) / 100, labourInWords(earnings, employment, claimants)),
    ),

    property_activity: factor({ prices }, ({ prices: { sales, average, area } }) => ({
      metric: sales,
      detail: `${someOf(sales, 'home')} sold in ${area} in twelve months${average === null ? '' : `, at ${pounds(average)} on average`}`,
    })),

    competition_density: factor(
      { trade, place, rivals: maybe(rivals) },
      ({ trade: { query, sector }, place: { outcode }, rivals }) => {
        if (query === null) return notApplicable('no sector was given')
        if (rivals === null) return null
        if (sector)
          return {
            metric: rivals.total,
            detail: `${someOf(rivals.total, 'active company', 'active companies')} for “${query}”${meaning(query, sector.name)} in ${outcode}`,
          }
        if (rivals.total === 0)
          return notApplicable(
            `no active company in ${outcode} has “${query}” in its name, and it is no trade that we know`,
          )
        return {
          metric: rivals.total,
          detail: `${someOf(rivals.total, 'active company', 'active companies')} in ${outcode} with “${query}” in the name`,
        }
      },
    ),
  })

const titles: Readonly<Record<string, string>> = {
  labour_strength: 'Labour market',
  property_activity: 'Property market',
  competition_density: 'Competition',
}
/** `Labour market: median pay is … (adds 24 points).` */
export const sentenceOf = ({
  factor,
  detail,
  contribution,
  points_between: [low, high] = [],
}: Scored['signals'][number]): string => {
  const words = detail
    .replace(/\.$/, '')
    .replace(/^Not known: /, 'not known, ')
    .replace(/^Does not apply: /, 'not weighed, because ')
  const span = low === undefined ? '' : `worth between ${low} and ${high} of 100`
  const adds = contribution === null ? '' : `adds ${counted(contribution, 'point')}`
  return `${titles[factor]}: ${words}${adds || span ? ` (${[adds, span].filter(Boolean).join('; ')})` : ''}.`
}

export const asSentence = (words: string): string => capitalised(sentence(words))
