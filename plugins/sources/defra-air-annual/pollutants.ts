/** The pollutants of the maps: the names of their files, and what their means are compared with. */
import type { Listing } from '@domesday/core'

export const pollutants = ['NO2', 'PM2.5', 'PM10'] as const
export type Pollutant = (typeof pollutants)[number]

export interface Standards {
  /** Annual limit value in the United Kingdom, µg/m³: Air Quality Standards Regulations 2010. */
  readonly limit: number
  /** Annual guideline of the World Health Organization, µg/m³, 2021. */
  readonly guideline: number
}
export const standards: Readonly<Record<Pollutant, Standards>> = {
  NO2: { limit: 40, guideline: 10 },
  'PM2.5': { limit: 20, guideline: 5 },
  PM10: { limit: 40, guideline: 15 },
}

/** Around the year in names of files and columns; the g of particles is for gravimetric. */
const names: Readonly<Record<Pollutant, readonly [token: string, suffix: string]>> = {
  NO2: ['no2', ''],
  'PM2.5': ['pm25', 'g'],
  PM10: ['pm10', 'g'],
}
// Token and year touch: only the whole token tells `no22024` from a file of `no`.
const yearIn = ([token, suffix]: readonly [string, string]): string => `${token}(20\\d\\d)${suffix}`

const file = (pollutant: Pollutant, year: number | string): string => {
  const [token, suffix] = names[pollutant]
  return `/datastore/pcm/map${token}${year}${suffix}.csv`
}

/** The maps of a year are made in the summer of the next, and published by autumn. */
const yearsBack = 3

/** The newest year on the index page; where the page does not answer, the newest that there is. */
export const addressesOf = (pollutant: Pollutant, day: Date): readonly (Listing | string)[] => [
  { on: '/data/pcm-data', link: (page) => newestOn(page, pollutant) },
  ...Array.from({ length: yearsBack }, (_, i) => file(pollutant, day.getUTCFullYear() - 1 - i)),
]

/** Links are relative to the page, not to its folder: `../datastore/pcm/mapno22024.csv`. */
export const newestOn = (page: string, pollutant: Pollutant): string | null => {
  const links = page.matchAll(new RegExp(String.raw`/datastore/pcm/map${yearIn(names[pollutant])}\.csv`, 'g'))
  const [newest] = Array.from(links, ([, year = '']) => year)
    .toSorted()
    .toReversed()
  return newest === undefined ? null : file(pollutant, newest)
}

const columns: Readonly<Record<Pollutant, RegExp>> = {
  NO2: new RegExp(`^${yearIn(names.NO2)}$`),
  'PM2.5': new RegExp(`^${yearIn(names['PM2.5'])}$`),
  PM10: new RegExp(`^${yearIn(names.PM10)}$`),
}
/** The column of the means, whose name has the year. Throws if there is none. */
export const meanColumn = (wire: object, pollutant: Pollutant): readonly [column: string, year: number] => {
  for (const name in wire) {
    const year = columns[pollutant].exec(name)?.[1]
    if (year !== undefined) return [name, Number(year)]
  }
  throw new TypeError(`no column of means of ${pollutant}`)
}
