import {
  choice,
  derive,
  each,
  figure,
  integer,
  list,
  maybe,
  now,
  number,
  numeric,
  object,
  render,
  rounded,
  sent,
  source,
  stated,
  text,
  time,
  wire,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import {
  bandOf,
  bands,
  indexOf,
  newestMean,
  periodOf,
  pollutants,
  type Hour,
  type Pollutant,
} from './index-of-pollution.ts'

export type { AirBand, Hour, Pollutant } from './index-of-pollution.ts'

export const ukAir = source({
  id: 'uk-air',
  title: 'UK-AIR monitoring network',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: '© Crown copyright Defra via uk-air.defra.gov.uk, licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'Hourly air quality at about 300 sites across the United Kingdom, an hour or two behind; in the country the nearest may be far',
})

const seriesShape = object({ id: text(), site: text(), at: object({ lat: number(), lng: number() }) })
/** A pollutant at a monitoring site. */
export interface Series extends Of<typeof seriesShape> {}

const { scalar, must, often, unread } = sent
/** Held against `TimeseriesMetadataOutput` of 52North/series-rest-api, which the network runs: nothing is required. */
const listWire = wire([
  {
    id: must(scalar),
    station: often({
      properties: { label: often(scalar), id: sent.ignored },
      geometry: often({ coordinates: often([scalar]), type: sent.ignored }),
      type: sent.ignored,
    }),
    ...unread(
      'label',
      'uom',
      'href',
      'extras',
      'parameters',
      'firstValue',
      'lastValue',
      'referenceValues',
      'renderingHints',
      'statusIntervals',
    ),
  },
])
/** Its `TimeseriesValue` has a time; an hour that was not measured may have no value. */
const hoursWire = wire({
  values: must([{ timestamp: must(scalar), value: often(scalar) }]),
  extra: sent.ignored,
})

/** Pollutant numbers in the European vocabulary. */
const numbers: Readonly<Record<Pollutant, number>> = { NO2: 8, O3: 7, 'PM2.5': 6001, PM10: 5 }

/** A station's label is its site followed by the pollutant: `Camden Kerbside-Nitrogen dioxide (air)`. */
const siteIn = (label: unknown): string | null => stated(label)?.replace(/-[^-]*\((air|aerosol)\)$/i, '') ?? null

/**
 * All series of a pollutant, including closed sites. Coordinates are `[lat, lng, "NaN"]`: the order is reversed from
 * GeoJSON.
 */
export const seriesOf = ukAir.get('series', {
  wire: listWire,
  path: (pollutant: Pollutant) => ['/sos-ukair/api/v1/timeseries', { phenomenon: numbers[pollutant], limit: 5000 }],
  digest: list(seriesShape),
  read: (all) =>
    all.flatMap(({ id, station }) => {
      const [lat, lng] = (station?.geometry?.coordinates ?? []).map(numeric)
      const key = stated(id)
      return key === null || lat == null || lng == null
        ? []
        : [{ id: key, site: siteIn(station?.properties?.label) ?? key, at: { lat, lng } }]
    }),
  confidence: 'unconfirmed',
})

/** 24 hours up to a time, oldest first; `[]` for a closed site. Negative values mean not measured. */
export const hoursOf = ukAir.get('hours', {
  wire: hoursWire,
  path: ({ id, until }: { readonly id: string; readonly until: string }) => [
    `/sos-ukair/api/v1/timeseries/${encodeURIComponent(id)}/getData`,
    { timespan: `PT24H/${until}` },
  ],
  digest: list(object({ at: number(), value: number() })),
  read: ({ values }) =>
    values
      .flatMap(({ timestamp, value }) => {
        const at = numeric(timestamp),
          measured = numeric(value)
        return at === null || measured === null || measured < 0 ? [] : [{ at, value: measured }]
      })
      .toSorted((a, b) => a.at - b.at),
})

const readingShape = object({
  pollutant: choice(pollutants, 'Nitrogen dioxide, ozone, and particles of up to 2.5 and 10 µm'),
  concentration_ug_m3: figure('µg/m³', 'Mean of the hours below'),
  hours: integer({ description: 'What the index of this pollutant goes by: 1, 8 or 24', unit: 'h' }),
  index: integer({ description: 'The daily air quality index of this pollutant', minimum: 1, maximum: 10 }),
  site: text('Monitoring site'),
  distance_km: figure('km', 'To the site, as the crow flies'),
  measured_at: time('End of the newest hour, in UTC'),
})
/** A pollutant at the nearest site with current measurements. */
export interface Reading extends Of<typeof readingShape> {}

const airFields = object({
  daily_air_quality_index: integer({
    description: 'The worst of the pollutants, by the national index',
    minimum: 1,
    maximum: 10,
  }),
  band: choice(bands, {
    description: 'The index in a word: low to 3, moderate to 6, high to 9, very high at 10',
    tones: { good: ['low'], fair: ['moderate'], bad: ['high', 'very high'] },
  }),
  pollutants: list(readingShape, 'Each at the nearest site within 30 kilometres that measures it now, worst first'),
})
export interface AirQuality extends Of<typeof airFields> {}
const airShape: Shape<AirQuality> = airFields

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

interface Candidate {
  readonly pollutant: Pollutant
  readonly series: Series
  readonly km: number
}

/** For each pollutant, the nearest series within `km` kilometres, nearest first. */
export const nearest = (
  at: Point,
  all: readonly (readonly Series[] | null)[],
  km: number,
  count: number,
): readonly Candidate[] =>
  pollutants.flatMap((pollutant, i) =>
    (all[i] ?? [])
      .map((series) => ({ pollutant, series, km: metresBetween(at, series.at) / 1000 }))
      .filter((one) => one.km <= km)
      .toSorted((a, b) => a.km - b.km)
      .slice(0, count),
  )

/** The index, from the nearest site with enough hours for each pollutant. Null if there is none. */
export const qualityFrom = (
  candidates: readonly Candidate[],
  hours: readonly (readonly Hour[] | null)[],
): AirQuality | null => {
  const readings = pollutants
    .flatMap((pollutant): Reading[] => {
      for (const [i, { pollutant: measured, series, km }] of candidates.entries()) {
        const mean = measured === pollutant ? newestMean(pollutant, hours[i] ?? []) : null
        if (mean)
          return [
            {
              pollutant,
              concentration_ug_m3: rounded(mean.value, 1),
              hours: periodOf(pollutant),
              index: indexOf(pollutant, mean.value),
              site: series.site,
              distance_km: rounded(km, 1),
              measured_at: iso(mean.at),
            },
          ]
      }
      return []
    })
    .toSorted((a, b) => b.index - a.index)
  const [worst] = readings
  if (!worst) return null
  return { daily_air_quality_index: worst.index, band: bandOf(worst.index), pollutants: readings }
}

const reach = 30 // km
// Closed sites stay in the lists without an end date, so ask several sites per pollutant.
const perPollutant = 3

/** Air quality at the nearest monitoring sites within 30 km; none if no site there has measurements. */
export const airAround = (point: Node<Point>): Shown<AirQuality> => {
  const all = each(maybe(seriesOf), point, () => pollutants)
  const candidates = derive({ all, point }, ({ all, point }) => nearest(point, all, reach, perPollutant))
  const hours = each(maybe(hoursOf), { candidates, now }, ({ candidates, now }) => {
    // Whole hours, so that callers in the same hour share cached answers.
    const until = iso(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
    return candidates.map(({ series: { id } }) => ({ id, until }))
  })
  return render(airShape, { hours, candidates }, ({ hours, candidates }) => qualityFrom(candidates, hours))
}
