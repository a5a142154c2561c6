/** The daily air quality index: 1 to 10, by Defra's published limits in µg/m³. */
export const pollutants = ['NO2', 'O3', 'PM2.5', 'PM10'] as const
export type Pollutant = (typeof pollutants)[number]

/** A measured hour, identified by its end (epoch ms); value in µg/m³. */
export interface Hour {
  readonly at: number
  readonly value: number
}

interface Limits {
  /** Upper limits of index 1 to 9, inclusive. */
  readonly upTo: readonly number[]
  /** Length of the averaging period in hours, and how many of them must be measured. */
  readonly hours: number
  readonly needed: number
}
const limits: Readonly<Record<Pollutant, Limits>> = {
  NO2: { upTo: [67, 134, 200, 267, 334, 400, 467, 534, 600], hours: 1, needed: 1 },
  O3: { upTo: [33, 66, 100, 120, 140, 160, 187, 213, 240], hours: 8, needed: 6 },
  'PM2.5': { upTo: [11, 23, 35, 41, 47, 53, 58, 64, 70], hours: 24, needed: 18 },
  PM10: { upTo: [16, 33, 50, 58, 66, 75, 83, 91, 100], hours: 24, needed: 18 },
}

export const periodOf = (pollutant: Pollutant): number => limits[pollutant].hours

/**
 * The index for a mean over the pollutant's averaging period. Limits are whole numbers, so the mean is rounded first.
 */
export const indexOf = (pollutant: Pollutant, mean: number): number =>
  1 + limits[pollutant].upTo.filter((end) => Math.round(mean) > end).length

/** The mean of the newest period, and its end. Null if too few hours were measured. */
export const newestMean = (pollutant: Pollutant, hours: readonly Hour[]): Hour | null => {
  const { hours: length, needed } = limits[pollutant]
  const end = Math.max(...hours.map(({ at }) => at))
  const period = hours.filter(({ at }) => at > end - length * 3_600_000)
  return period.length < needed
    ? null
    : { at: end, value: period.reduce((sum, { value }) => sum + value, 0) / period.length }
}

export const bands = ['low', 'moderate', 'high', 'very high'] as const
export type AirBand = (typeof bands)[number]
export const bandOf = (index: number): AirBand =>
  index <= 3 ? 'low' : index <= 6 ? 'moderate' : index <= 9 ? 'high' : 'very high'
