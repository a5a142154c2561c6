import {
  derive,
  each,
  maybe,
  now,
  numeric,
  present,
  rounded,
  source,
  stated,
  type Node,
  type Point,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import {
  bandOf,
  indexOf,
  newestMean,
  periodOf,
  pollutants,
  type AirBand,
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

/** A pollutant at a monitoring site. */
export interface Series {
  readonly id: string
  readonly site: string
  readonly at: Point
}

interface Wire {
  readonly id?: string | number
  readonly station?: {
    readonly properties?: { readonly label?: string }
    readonly geometry?: { readonly coordinates?: readonly unknown[] }
  }
}

/** Pollutant numbers in the European vocabulary. */
const numbers: Readonly<Record<Pollutant, number>> = { NO2: 8, O3: 7, 'PM2.5': 6001, PM10: 5 }

/** A station's label is its site followed by the pollutant: `Camden Kerbside-Nitrogen dioxide (air)`. */
const siteIn = (label: unknown): string | null => stated(label)?.replace(/-[^-]*\((air|aerosol)\)$/i, '') ?? null

/** The service sends a list or a single series; anything else is an error. */
const seriesIn = (wire: readonly Wire[] | Wire): readonly Wire[] => {
  if ('station' in wire) return [wire]
  if (!Array.isArray(wire)) throw new TypeError('no list of series')
  return wire
}

/**
 * All series of a pollutant, including closed sites. Coordinates are `[lat, lng, "NaN"]`: the order is reversed from
 * GeoJSON.
 */
export const seriesOf = ukAir.get('series', {
  demands: ['[].id', '[].station.properties.label', '[].station.geometry.coordinates'],
  path: (pollutant: Pollutant) => ['/sos-ukair/api/v1/timeseries', { phenomenon: numbers[pollutant], limit: 5000 }],
  read: (wire: readonly Wire[] | Wire): readonly Series[] =>
    seriesIn(wire).flatMap(({ id, station }) => {
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
  demands: ['values[].timestamp', 'values[].value'],
  path: ({ id, until }: { readonly id: string; readonly until: string }) => [
    `/sos-ukair/api/v1/timeseries/${encodeURIComponent(id)}/getData`,
    { timespan: `PT24H/${until}` },
  ],
  read: ({
    values,
  }: {
    readonly values?: readonly { readonly timestamp?: unknown; readonly value?: unknown }[]
  }): readonly Hour[] =>
    present(values, 'values')
      .flatMap(({ timestamp, value }) => {
        const at = numeric(timestamp),
          measured = numeric(value)
        return at === null || measured === null || measured < 0 ? [] : [{ at, value: measured }]
      })
      .toSorted((a, b) => a.at - b.at),
})

/** A pollutant at the nearest site with current measurements. */
export interface Reading {
  readonly pollutant: Pollutant
  /** µg/m³, mean over the index's averaging period. */
  readonly value: number
  /** 1, 8 or 24. */
  readonly hours: number
  /** Daily air quality index, 1 to 10. */
  readonly index: number
  readonly site: string
  readonly km: number
  /** End of the newest hour, UTC: `2026-10-15T07:00:00Z`. */
  readonly at: string
}
export interface AirQuality {
  /** The worst of the readings, as for the national index. */
  readonly index: number
  readonly band: AirBand
  /** Worst first. */
  readonly readings: readonly Reading[]
  /** Lowest and highest index of the sites around, if several measure a pollutant. */
  readonly around: readonly [lowest: number, highest: number]
}

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
              value: rounded(mean.value, 1),
              hours: periodOf(pollutant),
              index: indexOf(pollutant, mean.value),
              site: series.site,
              km: rounded(km, 1),
              at: iso(mean.at),
            },
          ]
      }
      return []
    })
    .toSorted((a, b) => b.index - a.index)
  const [worst] = readings
  if (!worst) return null
  const measured = pollutants
    .map((pollutant) =>
      candidates.flatMap((one, i) => {
        const mean = one.pollutant === pollutant ? newestMean(pollutant, hours[i] ?? []) : null
        return mean ? indexOf(pollutant, mean.value) : []
      }),
    )
    .filter((indices) => indices.length > 0)
  // A site's index is that of its worst pollutant.
  const around = [
    Math.max(...measured.map((indices) => Math.min(...indices))),
    Math.max(...measured.map((indices) => Math.max(...indices))),
  ] as const
  return { index: worst.index, band: bandOf(worst.index), readings, around }
}

const reach = 30 // km
// Closed sites stay in the lists without an end date, so ask several sites per pollutant.
const perPollutant = 3

/** Air quality at the nearest monitoring sites within 30 km; none if no site there has measurements. */
export const airAround = (point: Node<Point>): Node<AirQuality> => {
  const all = each(maybe(seriesOf), { point }, () => pollutants)
  const candidates = derive({ all, point }, ({ all, point }) => nearest(point, all, reach, perPollutant))
  const hours = each(maybe(hoursOf), { candidates, now }, ({ candidates, now }) => {
    // Whole hours, so that callers in the same hour share cached answers.
    const until = iso(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
    return candidates.map(({ series: { id } }) => ({ id, until }))
  })
  return derive({ hours, candidates }, ({ hours, candidates }) => qualityFrom(candidates, hours))
}
