import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notImported } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { fromGrid } from '@domesday/vocabulary-geography'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { annualMean, defraAirAnnual, rowOf, type Pollutant } from './index.ts'
import { addressesOf, newestOn } from './pollutants.ts'
import { spreadOf, wordOf } from './spread.ts'

let maps: OpenSource
beforeAll(async () => {
  maps = await openSource(defraAirAnnual)
})
afterAll(() => maps.close())

const warrington = { lat: 53.389713, lng: -2.599634 }
const mean = (pollutant: Pollutant, at = warrington) => maps.ask(annualMean, { pollutant, at })

describe('the annual mean of a place', () => {
  it('is that of its square kilometre, beside the limit and the guideline', async () => {
    expect(await mean('NO2')).toEqual({
      pollutant: 'NO2',
      annual_mean_ug_m3: 15.3,
      year: 2024,
      uk_limit_ug_m3: 40,
      who_guideline_ug_m3: 10,
      lower_elsewhere_pct: expect.any(Number),
    })
    expect(await mean('PM2.5')).toMatchObject({
      annual_mean_ug_m3: 7.9,
      uk_limit_ug_m3: 20,
      who_guideline_ug_m3: 5,
    })
    expect(await mean('PM10')).toMatchObject({
      annual_mean_ug_m3: 12.6,
      uk_limit_ug_m3: 40,
      who_guideline_ug_m3: 15,
    })
  })

  it('is the same up to the border of the square, and another one beyond it', async () => {
    // The grid is right to five metres.
    const at = (easting: number) => mean('NO2', fromGrid(easting, 388_263))
    const [inside, last, beyond] = [await at(360_218), await at(360_990), await at(361_010)]
    expect(last).toEqual(inside)
    expect(beyond).not.toEqual(inside)
  })

  it('is not known where the square is not modelled: a missing mean is no zero', async () => {
    const east = fromGrid(361_500, 388_500)
    expect(await mean('PM2.5', east)).toBeNull()
    expect(await mean('NO2', east)).toMatchObject({ year: 2024 })
    expect(await mean('NO2', { lat: 55.5, lng: 2.5 })).toBeNull()
  })

  it('is compared with all squares of the map', async () => {
    const lines = readFileSync(join(import.meta.dirname, 'samples/mapno22024.csv'), 'utf8')
      .trim()
      .split('\r\n')
    const means = lines.slice(6).map((line) => Number(line.split(',')[3]))
    const lower = means.filter((one) => Math.round(one * 10) < 153).length
    expect(await mean('NO2')).toMatchObject({
      lower_elsewhere_pct: Math.floor((1000 * lower) / means.length) / 10,
    })
    expect(await mean('NO2', fromGrid(460_500, 1_219_500))).toMatchObject({
      annual_mean_ug_m3: 0.7,
      lower_elsewhere_pct: 0,
    })
  })

  it('is not known of a pollutant whose file is not there', () => {
    if (annualMean.how.kind !== 'ask') throw new TypeError('not a question to a dataset')
    const question = { pollutant: 'PM10', at: warrington }
    expect(annualMean.how.answer({ count: () => 0, key: () => null } as never, question)).toEqual(notImported('PM10'))
  })
})

describe('a spread', () => {
  it('counts what is lower by tenths, once for an import, and what is off the scale with its end', () => {
    let asked = 0
    const squares: Readonly<Record<string, number>> = { no2x0: 1, no2x5: 2, no2x1000: 3 }
    const rows = { count: (word: string) => ((asked += 1), squares[word] ?? 0) }
    const { less, squares: all } = spreadOf(rows, 'NO2')
    expect([all, less[0], less[1], less[5], less[6], less[1000]]).toEqual([6, 0, 1, 1, 3, 3])
    const before = asked
    spreadOf(rows, 'NO2')
    expect(asked).toBe(before)
    expect(wordOf('PM2.5', 79)).toBe('pm25x79')
  })
})

describe('a row', () => {
  const wire = { gridcode: '55671', x: '460500', y: '1219500', no22024: '0.6950168' }

  it('has the year in the name of its column, whatever the first column is called', () => {
    expect(rowOf(wire, 'NO2')).toEqual({ key: 'NO2 460500 1219500', of: 'NO2', year: 2024, mean: 0.7 })
    expect(rowOf({ ukgridcode: '1', x: '-500', y: '5500', pm252021g: '12.34' }, 'PM2.5')).toEqual({
      key: 'PM2.5 -500 5500',
      of: 'PM2.5',
      year: 2021,
      mean: 12.3,
    })
  })

  it('without a mean is left out where the file says so, and cannot be read otherwise', () => {
    expect(rowOf({ ...wire, no22024: 'MISSING' }, 'NO2')).toBeNull()
    for (const no22024 of ['', '-1', '-999', 'n/a', null, {}])
      expect(() => rowOf({ ...wire, no22024 }, 'NO2')).toThrow('without its mean')
  })

  it('of another layout cannot be read', () => {
    expect(() => rowOf({ ...wire, x: '460000' }, 'NO2')).toThrow('no centre')
    expect(() => rowOf({ ...wire, y: '' }, 'NO2')).toThrow('no centre')
    expect(() => rowOf(wire, 'PM10')).toThrow('no column of means of PM10')
    expect(() => rowOf({ x: '500', y: '500', nox2024: '1' }, 'NO2')).toThrow('no column')
  })
})

describe('the newest year', () => {
  const page = ['no22023', 'no22024', 'nox2025', 'so22025', 'no2025', 'pm252025g', 'pm252024g', 'pm102024g', 'pm102003']
    .map((name) => `<a href="../datastore/pcm/map${name}.csv">${name}</a>`)
    .join('\n')

  it('is that of each pollutant, by links that are relative to the page', () => {
    expect(newestOn(page, 'NO2')).toBe('/datastore/pcm/mapno22024.csv')
    expect(newestOn(page, 'PM2.5')).toBe('/datastore/pcm/mappm252025g.csv')
    expect(newestOn(page, 'PM10')).toBe('/datastore/pcm/mappm102024g.csv')
    expect(newestOn('<p>Service unavailable</p>', 'NO2')).toBeNull()
  })

  it('is looked for by name where the page does not tell', () => {
    expect(addressesOf('PM10', new Date('2026-11-23')).slice(1)).toEqual([
      '/datastore/pcm/mappm102025g.csv',
      '/datastore/pcm/mappm102024g.csv',
      '/datastore/pcm/mappm102023g.csv',
    ])
  })
})

describe.skipIf(!recordings())('the recorded first lines of defra-air-annual', () => {
  it('are a header below five lines of notes, and a row that is read', () => {
    const lines = String(recorded('defra-air-annual', 'mapno22024-first-lines.csv')).trim().split('\r\n')
    const sample = readFileSync(join(import.meta.dirname, 'samples/mapno22024.csv'), 'utf8')
    expect(sample.split('\r\n').slice(0, 7)).toEqual(lines)
    const [names, row] = lines.slice(5).map((line) => line.split(','))
    const wire = Object.fromEntries(names!.map((name, i) => [name, row![i]]))
    expect(rowOf(wire, 'NO2')).toEqual({ key: 'NO2 460500 1219500', of: 'NO2', year: 2024, mean: 0.7 })
  })
})
