import { need, numeric, rounded, some, source, stated, type Node, type Operation, type Query } from '@domesday/core'
import { censusAreas, ownDistrict, widening, type Area, type Level, type Locality } from './areas.ts'

export { type Level, type Locality } from './areas.ts'

export const nomis = source({
  id: 'nomis',
  title: 'Nomis: census and labour market',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics (Nomis) licensed under the Open Government Licence v3.0',
  coverage: 'Claimants, employment and earnings by district in the United Kingdom; the census of 2021 by neighbourhood in England and Wales',
})

/** The area that a figure is of. */
export interface Of { readonly level: Level; readonly area: string | null; readonly period: string | null }
/** Figures of one area by the code and the name of their cell. */
interface Figures { readonly of: Of; readonly cell: (code: number) => number | null; readonly cells: readonly { readonly name: string; readonly value: number }[] }
type Row = Readonly<Record<string, string | undefined>>

/**
 * A table of Nomis, asked for several areas at once: the first of them that has figures is read. Figures that are held back are
 * empty cells, and where nothing matches the whole body is empty: both are none.
 */
const table = <T>(id: string, dataset: string, { dimension, ...query }: { readonly dimension: string } & Query, read: (figures: Figures) => T | null, covers?: readonly ['England', 'Wales']): Operation<readonly Area[], (T & Of) | null> =>
  nomis.get(id, {
    path: (areas: readonly Area[]) => [`/api/v01/dataset/${dataset}.data.csv`, {
      geography: areas.map(({ code }) => code).join(','), date: 'latest', ...query,
      select: ['date_name', 'geography_code', 'geography_name', dimension, `${dimension}_name`, 'obs_value'].join(','),
    }],
    as: 'csv',
    read: (rows: readonly Row[], areas) => {
      // An unknown table or cell is answered with a page in place of a table.
      if (rows.some((row) => row['OBS_VALUE'] === undefined)) throw new TypeError('no column OBS_VALUE')
      for (const { code, level } of areas) {
        const own = rows.filter((row) => row['GEOGRAPHY_CODE'] === code)
        const figures = figuresOf(own, level, dimension.toUpperCase())
        const digest = own.length > 0 ? read(figures) : null
        if (digest) return { ...digest, ...figures.of }
      }
      return null
    },
    ...(covers && { covers }),
  })

const figuresOf = (rows: readonly Row[], level: Level, dimension: string): Figures => ({
  of: { level, area: stated(rows[0]?.['GEOGRAPHY_NAME']), period: stated(rows[0]?.['DATE_NAME']) },
  cell: (code) => numeric(rows.find((row) => row[dimension]?.trim() === String(code))?.['OBS_VALUE']),
  cells: rows.flatMap((row) => {
    const name = stated(row[`${dimension}_NAME`])
    const value = numeric(row['OBS_VALUE'])
    return name !== null && value !== null ? [{ name, value }] : []
  }),
})

const percent = (part: number | null, whole: number | null): number | null => part === null || !whole ? null : rounded(100 * part / whole, 1)

/** People who claim benefits for being out of work, with their share of residents of 16 to 64. The newest month is provisional. */
export const claimants = table('claimants', 'NM_162_1', { gender: 0, age: 0, measure: '1,2', measures: 20100, dimension: 'measure' }, ({ cell }) => {
  const count = cell(1)
  return count === null ? null : { count, percent: cell(2) }
})

/** Share of residents of 16 to 64 in work, over a rolling year, from a survey: wide margins in small districts. */
export const employment = table('employment', 'NM_17_5', { variable: 45, measures: 20599, dimension: 'variable' }, ({ cell }) => {
  const rate = cell(45)
  return rate === null ? null : { percent: rate }
})

/** Median gross weekly pay in pounds of all employees who live there, full and part time. */
export const earnings = table('earnings', 'NM_30_1', { sex: 7, item: 2, pay: 1, measures: 20100, dimension: 'pay' }, ({ cell }) => {
  const weekly = cell(1)
  return weekly === null ? null : { weekly }
})

const census = <T>(id: string, dataset: string, dimension: string, cells: string, read: (figures: Figures) => T | null) =>
  table(id, dataset, { [dimension]: cells, measures: 20100, dimension }, read, ['England', 'Wales'])

/** Usual residents in 2021. */
export const population = census('population', 'NM_2021_1', 'c2021_restype_3', '0', ({ cell }) => {
  const people = cell(0)
  return people === null ? null : { population: people }
})

/** Households in 2021, and per cent of them by tenure, one decimal. Owner-occupied is owned outright or with a mortgage, without shared ownership. */
export const tenure = census('tenure', 'NM_2072_1', 'c2021_tenure_9', '0,1001...1004,8', ({ cell }) => {
  const households = cell(0)
  return households === null ? null : {
    households,
    ownerOccupied: percent(cell(1001), households),
    sharedOwnership: percent(cell(1002), households),
    socialRented: percent(cell(1003), households),
    privateRented: percent(cell(1004), households),
    rentFree: percent(cell(8), households),
  }
})

const counted = ({ cells }: Figures, name: RegExp): number => cells.reduce((sum, cell) => sum + (name.test(cell.name) ? cell.value : 0), 0)

/** Residents of 16 and over in 2021, and per cent of them by economic activity, students counted with the others. Asked by the finest cells, added up by name. */
export const activity = census('activity', 'NM_2083_1', 'c2021_eastat_20', '0...19', (figures) => {
  const adults = figures.cell(0)
  return adults === null ? null : {
    adults,
    active: percent(counted(figures, /^Economically active/), adults),
    inWork: percent(counted(figures, /^Economically active.*In employment/), adults),
    unemployed: percent(counted(figures, /^Economically active.*Unemployed/), adults),
    retired: percent(counted(figures, /^Economically inactive: ?Retired/), adults),
  }
})

/** Per cent by name of the cell, in the table's order; the names go without their prefix. */
const shares = (prefix: RegExp) => ({ cell, cells }: Figures): { readonly total: number; readonly shares: Readonly<Record<string, number>> } | null => {
  const total = cell(0)
  if (!total) return null
  return { total, shares: Object.fromEntries(cells.filter(({ name }) => !/^Total/.test(name)).map(({ name, value }) => [name.replace(prefix, ''), rounded(100 * value / total, 1)])) }
}

/** Residents in 2021 by eleven bands of age: `4 years and under`, `5 to 9 years` … */
export const age = census('age', 'NM_2018_1', 'c2021_age_12a', '0...11', shares(/^Aged /))

/** Residents in work in 2021 by nine groups of occupation: `Professional occupations` … */
export const occupation = census('occupation', 'NM_2080_1', 'c2021_occ_10', '0...9', shares(/^\d\.? /))

/** Claimants, employment and earnings of a district; a figure that is not to be had is null. Employment and earnings may be of the region or the nation, and say so. */
export const labourMarketOf = (place: Node<Locality>) => some({
  claimants: need(claimants, { place }, ({ place }) => ownDistrict(place)),
  employment: need(employment, { place }, ({ place }) => widening(place)),
  earnings: need(earnings, { place }, ({ place }) => widening(place)),
})

/** The census around a place: its neighbourhood, or else its district. */
export const censusOf = (place: Node<Locality>) => {
  const at = <T>(operation: Operation<readonly Area[], T>) => need(operation, { place }, ({ place }) => censusAreas(place))
  return some({ population: at(population), tenure: at(tenure), activity: at(activity) })
}

/** How residents spread over ages and occupations. */
export const censusSpreadOf = (place: Node<Locality>) => {
  const at = <T>(operation: Operation<readonly Area[], T>) => need(operation, { place }, ({ place }) => censusAreas(place))
  return some({ age: at(age), occupation: at(occupation) })
}
