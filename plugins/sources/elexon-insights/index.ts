import {
  derive,
  drawn,
  figure,
  listed,
  maybe,
  need,
  now,
  numeric,
  object,
  orNull,
  partly,
  render,
  sent,
  source,
  stated,
  time,
  wire,
  type Node,
} from '@domesday/core'
import { fuelColours } from '@domesday/vocabulary-fuels'
import { flows, latest, mixOf, mixFuels, mixShape } from './fuels.ts'

export const elexonInsights = source({
  id: 'elexon-insights',
  title: 'Elexon Insights: the electricity system',
  home: import.meta.dirname,
  licence: 'LicenseRef-BMRS-Data',
  attribution: 'Contains BMRS data © Elexon Limited copyright and database right',
  charging: 'attribution',
  mayKeep: 'unlimited',
  terms: {
    words:
      'You are free to “exploit the BMRS Data, including commercially”, with the attribution and, where possible, a link to the licence.',
    url: 'https://www.elexon.co.uk/data/balancing-mechanism-reporting-agent/copyright-licence-bmrs-data/',
  },
  covers: ['England', 'Wales', 'Scotland'],
  coverage: 'Great Britain as a whole: generation by fuel every five minutes, wholesale price by the half hour',
})

/** Start and end, ISO times in UTC, both inclusive. */
export interface Window {
  readonly from: string
  readonly to: string
}

const start = (of: string) => time(`Start of ${of}, in UTC`)
/** Generation on the transmission system in five minutes. */
const generationShape = object({ ...flows, mix: mixShape, from: start('the five minutes') })
/** Generation in half an hour, MW. */
const solarShape = object({ from: start('the half hour'), mw: figure('MW', 'Solar') })
const priceShape = object(
  {
    gbp_mwh: figure('GBP/MWh', 'Market index of the half hour; may be negative'),
    volume_mwh: orNull(figure('MWh', 'What was traded')),
    from: start('the half hour'),
  },
  'Short-term market of Great Britain',
)

const { text: words, scalar, must, mustOrNull, often } = sent
const period = sent.unread('settlementDate', 'settlementPeriod')
// Held against the operator's OpenAPI document. It requires nothing, and lets an envelope have null for no rows: a
// figure means nothing without its time, its kind and its number.
const outturnWire = wire([
  {
    startTime: must(words),
    fuelType: must(words),
    generation: must(scalar),
    ...period,
    ...sent.unread('dataset', 'publishTime'),
  },
])
const solarWire = wire({
  data: mustOrNull([
    {
      startTime: must(words),
      psrType: must(words),
      quantity: must(scalar),
      ...period,
      ...sent.unread('publishTime', 'businessType'),
    },
  ]),
  ...sent.unread('metadata'),
})
const priceWire = wire({
  data: mustOrNull([
    { startTime: must(words), price: must(scalar), volume: often(scalar), dataProvider: often(words), ...period },
  ]),
  ...sent.unread('metadata'),
})

const minute = 60_000
/** The time as the service writes it. */
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const before = (time: string, minutes: number): Window => ({ from: iso(Date.parse(time) - minutes * minute), to: time })

/**
 * The newest five minutes published within a window; none if there were none. Late figures are published several at a
 * time.
 */
const outturn = elexonInsights.get('outturn', {
  version: 2,
  wire: outturnWire,
  path: ({ from, to }: Window) => ['/datasets/FUELINST/stream', { publishDateTimeFrom: from, publishDateTimeTo: to }],
  digest: generationShape,
  read: (rows) => {
    const newest = latest(rows)
    if (newest === null) return null
    const { mix, lacking } = mixOf(newest.rows)
    const read = { from: newest.from, ...mix }
    return lacking.length === 0
      ? read
      : partly(read, `there is no figure for ${listed(lacking)}, and the total is without it`)
  },
})

/** The generation at a time, by fuel. If the half hour is empty, one more query covers three hours. */
export const generation = elexonInsights.run(
  'generation',
  async (time: string, { ask }) => (await ask(outturn, before(time, 30))) ?? ask(outturn, before(time, 180)),
  { version: 2, digest: generationShape },
)

/**
 * Solar generation in the newest half hour of the last six hours. An estimate, one or two hours late: panels feed the
 * local networks.
 */
export const solar = elexonInsights.get('solar', {
  wire: solarWire,
  path: (time: string) => ['/generation/actual/per-type/wind-and-solar', { ...before(time, 360) }],
  digest: solarShape,
  read: ({ data }) => {
    const newest = latest((data ?? []).filter(({ psrType }) => psrType === 'Solar'))
    const mw = numeric(newest?.rows[0]?.quantity)
    return newest && mw !== null ? { from: newest.from, mw: Math.max(0, mw) } : null
  },
  confidence: 'unconfirmed',
})

/** The wholesale price of the newest traded half hour: the market index. */
export const price = elexonInsights.get('price', {
  wire: priceWire,
  // The other exchange sends only zero prices and volumes.
  path: (time: string) => ['/balancing/pricing/market-index', { ...before(time, 360), dataProviders: 'APXMIDP' }],
  digest: priceShape,
  read: ({ data }) => {
    const newest = latest(
      (data ?? []).filter(
        ({ price, volume }) => numeric(price) !== null && !(numeric(price) === 0 && numeric(volume) === 0),
      ),
    )
    const traded = newest?.rows.find(({ dataProvider }) => stated(dataProvider) === 'APXMIDP') ?? newest?.rows[0]
    return newest && traded
      ? { from: newest.from, gbp_mwh: numeric(traded.price)!, volume_mwh: numeric(traded.volume) }
      : null
  },
  confidence: 'unconfirmed',
})

const rounded = (minutes: number): Node<string> =>
  derive(now, (now) => iso(Math.floor(now.getTime() / (minutes * minute)) * minutes * minute))
const halfHour = rounded(30)

const gridShape = object(
  {
    total_generation_mw: flows.total_generation_mw,
    mix: drawn(
      object({
        ...mixFuels,
        solar: orNull(
          figure(
            'MW',
            'Solar, an estimate that is an hour or two old; null where it is not known, and no part of the total then',
          ),
        ),
      }),
      'shares',
      fuelColours,
    ),
    exports_mw: flows.exports_mw,
    pumping_mw: flows.pumping_mw,
    from: start('the five minutes'),
    solar_from: orNull(start('the half hour that solar is of')),
  },
  'The electricity system of Great Britain as a whole',
)
/** Current generation, with the sun, which the transmission system does not see. */
export const gridNow = render(
  gridShape,
  { running: need(generation, rounded(5)), sun: maybe(need(solar, halfHour)) },
  ({ running, sun }) => ({
    ...running,
    total_generation_mw: running.total_generation_mw + (sun?.mw ?? 0),
    mix: { ...running.mix, solar: sun && sun.mw },
    solar_from: sun && sun.from,
  }),
)
export const priceNow = need(price, halfHour)
