import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NoSuch, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/core/testing'
import { lookup, placeOf, postcodesIo, similar, type Place } from './index.ts'

let source: OpenSource
beforeAll(async () => { source = await openSource(postcodesIo) })
afterAll(async () => {
  expect(source.unmatched).toEqual([])
  await source.close()
})
const placed = (placeOf({ kind: 'asked', inputs: {} }) as unknown as { operation: Operation<string, Place | NoSuch> }).operation

describe('a postcode', () => {
  it('is found with its codes, names and coordinates', async () => {
    expect(await source.ask(lookup, 'PR3 0SG')).toMatchObject({
      postcode: 'PR3 0SG', outcode: 'PR3', nation: 'England', region: 'North West', district: 'Lancaster', county: 'Lancashire', constituency: 'Lancaster and Wyre',
      point: { lat: 53.873809, lng: -2.723233 }, codes: { district: 'E07000121', county: 'E10000017', lsoa: 'E01025301', lsoa11: 'E01025301' },
    })
  })

  it('names the nation where there is no region, and shows no pseudo name or code', async () => {
    expect(await source.ask(lookup, 'EH1 1YZ')).toMatchObject({ nation: 'Scotland', region: 'Scotland', county: null, codes: { county: null } })
    expect(await source.ask(lookup, 'BT1 2FF')).toMatchObject({ nation: 'Northern Ireland', police: null, codes: { icb: null } })
  })

  it('without a grid reference has no point', async () => {
    expect(await source.ask(lookup, 'GY1 1WR'))
      .toMatchObject({ nation: 'Channel Islands', point: null, district: 'Channel Islands', codes: { district: null } })
  })

  it('that was withdrawn is none, with its month', async () => {
    const none = await source.ask(placed, 'W1A 0AX')
    expect(none).toBeInstanceOf(NoSuch)
    expect(none).toMatchObject({ detail: 'W1A 0AX was withdrawn in May 2016.', suggestions: [] })
  })

  it('that is unknown is none, with those that begin alike', async () => {
    expect(await source.ask(placed, 'WA1 1UZ')).toMatchObject({ detail: 'There is no postcode WA1 1UZ.', suggestions: ['WA1 1UH'] })
    expect(await source.ask(similar, 'ZZ')).toEqual([])
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const { read, none } = lookup.how as unknown as { read(wire: unknown): Place; none(reply: object, postcode: string): unknown }

  it('reads what the service sends today', () => {
    expect(read(recorded('postcodes-io', 'lookup-WA1-1UH.json'))).toEqual({
      postcode: 'WA1 1UH', outcode: 'WA1', nation: 'England', region: 'North West', district: 'Warrington', county: null, ward: 'Bewsey and Whitecross',
      parish: 'Warrington, unparished area', constituency: 'Warrington South', police: 'Cheshire', lsoa: 'Warrington 018G', msoa: 'Warrington 018',
      codes: { district: 'E06000007', county: null, ward: 'E05011025', constituency: 'E14001565', lsoa: 'E01033302', lsoa11: 'E01033302', msoa: 'E02002607', oa: 'E00062808', icb: 'E54000008' },
      point: { lat: 53.389713, lng: -2.599634 },
    })
  })

  it('reads an older and shorter record, and one without coordinates', () => {
    expect(read(recorded('postcodes-io', 'lookup-CF24-3AA-old-shape.json')))
      .toMatchObject({
        nation: 'Wales', region: 'Wales', district: 'Cardiff', constituency: 'Cardiff East', lsoa: 'Cardiff 033F', codes: { lsoa: null },
      })
    expect(read(recorded('postcodes-io', 'lookup-GY1-1WR-trimmed.json'))).toMatchObject({ point: null, district: null })
  })

  it('reads the ways to have none', () => {
    const of = (file: string, postcode: string) => none({ status: 404, headers: {}, body: JSON.stringify(recorded('postcodes-io', file)) }, postcode)
    expect(of('documented-lookup-404-terminated-AB1-0AA.json', 'AB1 0AA')).toMatchObject({ detail: 'AB1 0AA was withdrawn in June 1996.' })
    expect(of('documented-lookup-404-unknown.json', 'SW1A 9ZZ')).toMatchObject({ detail: 'There is no postcode SW1A 9ZZ.' })
    expect(none({ status: 500, headers: {}, body: '' }, 'SW1A 2AA')).toBeUndefined()
  })
})
