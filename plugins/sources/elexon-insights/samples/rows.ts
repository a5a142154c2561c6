/** A calm autumn morning on the electricity system, up to the hour of the sample data. */
import type { SampleAnswer } from '@domesday/vocabulary-samples'

const world = Date.parse('2026-10-15T09:00:00Z')
const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '')
/** Settlement periods follow local time, which is summer time on that day. */
const period = (ms: number): number =>
  new Date(ms + 60 * minute).getUTCHours() * 2 + Math.floor(new Date(ms).getUTCMinutes() / 30) + 1

// MW in the last five minutes before the hour, and how much more in the five minutes before that.
const outturn: Readonly<Record<string, readonly [last: number, earlier: number]>> = {
  CCGT: [8300, -12],
  OCGT: [6, 0],
  COAL: [0, 0],
  OIL: [0, 0],
  NUCLEAR: [4080, 0],
  WIND: [9420, 15],
  NPSHYD: [390, 1],
  PS: [62, -4],
  BIOMASS: [1920, 2],
  OTHER: [94, 0],
  INTFR: [1502, 0],
  INTIFA2: [990, 0],
  INTELEC: [998, 0],
  INTNED: [380, 4],
  INTNEM: [-121, 0],
  INTNSL: [0, 0],
  INTVKL: [-455, -2],
  INTIRL: [-210, 0],
  INTEW: [-150, 0],
  INTGRNL: [-98, 0],
}
const sunshine: Readonly<Record<string, readonly [solar: number, onshore: number, offshore: number]>> = {
  '05:00': [0, 3010, 6420],
  '05:30': [0, 3040, 6450],
  '06:00': [11, 3066, 6473],
  '06:30': [240, 3081, 6502],
  '07:00': [905, 3102, 6530],
  '07:30': [1830, 3120, 6561],
}
const prices: Readonly<Record<string, readonly [pounds: number, volume: number]>> = {
  '06:00': [84.1, 1622.4],
  '06:30': [96.72, 1804.15],
  '07:00': [104.35, 2011],
  '07:30': [98.6, 1950.2],
  '08:00': [88.04, 1733.9],
  '08:30': [81.27, 1540.55],
}

const inWindow = (query: URLSearchParams, from: string, to: string) => {
  const [after, before] = [Date.parse(query.get(from) ?? ''), Date.parse(query.get(to) ?? '')]
  return (ms: number): boolean => ms >= after && ms <= before
}
const at = (clock: string): number => Date.parse(`2026-10-15T${clock}:00Z`)
const settled = (ms: number) => ({ settlementDate: '2026-10-15', settlementPeriod: period(ms) })

const fuelRows = (query: URLSearchParams): object[] => {
  const wanted = inWindow(query, 'publishDateTimeFrom', 'publishDateTimeTo')
  return Array.from({ length: 24 }, (_, back) => ({ back, start: world - (back + 1) * 5 * minute })).flatMap(
    ({ back, start }) => {
      const publishTime = start + 5 * minute
      if (!wanted(publishTime)) return []
      return Object.entries(outturn).map(([fuelType, [last, earlier]]) => ({
        dataset: 'FUELINST',
        publishTime: iso(publishTime),
        startTime: iso(start),
        ...settled(start),
        fuelType,
        generation: last + back * earlier,
      }))
    },
  )
}

const kinds = [
  ['Solar generation', 'Solar'],
  ['Wind generation', 'Wind Onshore'],
  ['Wind generation', 'Wind Offshore'],
] as const
const renewableRows = (query: URLSearchParams): object[] => {
  const wanted = inWindow(query, 'from', 'to')
  return Object.entries(sunshine)
    .filter(([clock]) => wanted(at(clock)))
    .flatMap(([clock, quantities]) =>
      kinds.map(([businessType, psrType], i) => ({
        publishTime: iso(at(clock) + 75 * minute),
        businessType,
        psrType,
        quantity: quantities[i],
        startTime: iso(at(clock)),
        ...settled(at(clock)),
      })),
    )
}

const priceRows = (query: URLSearchParams): object[] => {
  const wanted = inWindow(query, 'from', 'to'),
    providers = query.getAll('dataProviders')
  return Object.entries(prices)
    .filter(([clock]) => wanted(at(clock)))
    .flatMap(([clock, [price, volume]]) =>
      [
        { dataProvider: 'N2EXMIDP', price: 0, volume: 0 },
        { dataProvider: 'APXMIDP', price, volume },
      ]
        .filter(({ dataProvider }) => providers.length === 0 || providers.includes(dataProvider))
        .map((row) => ({ startTime: iso(at(clock)), ...settled(at(clock)), ...row })),
    )
}

export const answer: SampleAnswer = ({ path, query }) => {
  switch (path.replace('/bmrs/api/v1', '')) {
    case '/datasets/FUELINST/stream':
      return { json: fuelRows(query) }
    case '/generation/actual/per-type/wind-and-solar':
      return { json: { data: renewableRows(query), metadata: { datasets: ['AGWS'] } } }
    case '/balancing/pricing/market-index':
      return { json: { data: priceRows(query), metadata: { datasets: ['MID'] } } }
    default:
      return null
  }
}
