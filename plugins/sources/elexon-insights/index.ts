import { derive, maybe, need, now, numeric, present, source, stated, type Node } from '@domesday/core'
import { latest, mixOf, type Mix, type Outturn } from './fuels.ts'

export type { Mix } from './fuels.ts'

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

/** Generation on the transmission system in five minutes. */
export interface Generation extends Mix {
  /** Start of the five minutes, ISO time in UTC. */
  readonly from: string
}
/** Generation in half an hour, MW. */
export interface Solar {
  readonly from: string
  readonly mw: number
}
export interface Price {
  /** Start of the half hour, ISO time in UTC. */
  readonly from: string
  /** Pounds per MWh; may be negative. */
  readonly price: number
  /** MWh traded. */
  readonly volume: number | null
}

interface Half {
  readonly startTime?: string
  readonly psrType?: string
  readonly quantity?: number | string | null
}
interface Traded {
  readonly startTime?: string
  readonly dataProvider?: string
  readonly price?: number | string | null
  readonly volume?: number | string | null
}
interface Enveloped<T> {
  readonly data?: readonly T[] | null
}

const minute = 60_000
/** The time as the service writes it. */
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const before = (time: string, minutes: number): Window => ({ from: iso(Date.parse(time) - minutes * minute), to: time })

/**
 * The newest five minutes published within a window; none if there were none. Late figures are published several at a
 * time.
 */
const outturn = elexonInsights.get('outturn', {
  path: ({ from, to }: Window) => ['/datasets/FUELINST/stream', { publishDateTimeFrom: from, publishDateTimeTo: to }],
  read: (wire: readonly Outturn[] | Enveloped<Outturn>): Generation | null => {
    const newest = latest('data' in wire ? (wire.data ?? []) : (wire as readonly Outturn[]))
    return newest && { from: newest.from, ...mixOf(newest.rows) }
  },
})

/** The generation at a time, by fuel. If the half hour is empty, one more query covers three hours. */
export const generation = elexonInsights.run(
  'generation',
  async (time: string, { ask }): Promise<Generation | null> =>
    (await ask(outturn, before(time, 30))) ?? ask(outturn, before(time, 180)),
)

/**
 * Solar generation in the newest half hour of the last six hours. An estimate, one or two hours late: panels feed the
 * local networks.
 */
export const solar = elexonInsights.get('solar', {
  path: (time: string) => ['/generation/actual/per-type/wind-and-solar', { ...before(time, 360) }],
  read: ({ data }: Enveloped<Half>): Solar | null => {
    const newest = latest((present(data, 'data') ?? []).filter(({ psrType }) => psrType === 'Solar'))
    const mw = numeric(newest?.rows[0]?.quantity)
    return newest && mw !== null ? { from: newest.from, mw: Math.max(0, mw) } : null
  },
  confidence: 'unconfirmed',
})

/** The wholesale price of the newest traded half hour: the market index. */
export const price = elexonInsights.get('price', {
  // The other exchange sends only zero prices and volumes.
  path: (time: string) => ['/balancing/pricing/market-index', { ...before(time, 360), dataProviders: 'APXMIDP' }],
  read: ({ data }: Enveloped<Traded>): Price | null => {
    const newest = latest(
      (present(data, 'data') ?? []).filter(
        ({ price, volume }) => numeric(price) !== null && !(numeric(price) === 0 && numeric(volume) === 0),
      ),
    )
    const traded = newest?.rows.find(({ dataProvider }) => stated(dataProvider) === 'APXMIDP') ?? newest?.rows[0]
    return newest && traded
      ? { from: newest.from, price: numeric(traded.price)!, volume: numeric(traded.volume) }
      : null
  },
  confidence: 'unconfirmed',
})

/** Current generation in Great Britain. */
export interface Grid extends Generation {
  /** MW; null if unknown. Not included in `total` and `byFuel`, which cover the transmission system. */
  readonly solar: Solar | null
}

const rounded = (minutes: number): Node<string> =>
  derive({ now }, ({ now }) => iso(Math.floor(now.getTime() / (minutes * minute)) * minutes * minute))
const fiveMinutes = rounded(5),
  halfHour = rounded(30)

export const gridNow: Node<Grid> = derive(
  {
    running: need(generation, { fiveMinutes }, ({ fiveMinutes }) => fiveMinutes),
    solar: maybe(need(solar, { halfHour }, ({ halfHour }) => halfHour)),
  },
  ({ running, solar }) => ({ ...running, solar }),
)

export const priceNow: Node<Price> = need(price, { halfHour }, ({ halfHour }) => halfHour)
