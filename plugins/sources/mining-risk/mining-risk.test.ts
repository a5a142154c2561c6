import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation, Point } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { holdsPoint, miningAt, miningRisk, type Mining } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const westminster = { lat: 51.5014, lng: -0.1419 }
const sheffield = { lat: 53.3811, lng: -1.4701 }
const north = { lat: 53.39, lng: -1.4701 }

const { operation } = miningAt({ kind: 'derive', inputs: {} }) as unknown as { operation: Operation<Point, Mining> }
const { path, read } = holdsPoint.how as unknown as {
  readonly path: (input: unknown) => readonly [string, Readonly<Record<string, unknown>>]
  readonly read: (wire: unknown) => boolean
}

describe('mining-risk', () => {
  let maps: OpenSource
  beforeAll(async () => {
    maps = await openSource(miningRisk)
  })
  afterAll(async () => {
    expect(maps.unmatched).toEqual([])
    await maps.close()
  })

  it('says how far old coal mines bear on a point', async () => {
    expect(await maps.ask(operation, sheffield)).toEqual({
      coalfield: true,
      development_high_risk_area: true,
      surface_mining: false,
      surface_coal: true,
      level: 'high risk',
    })
    expect(await maps.ask(operation, north)).toMatchObject({ surface_mining: true, level: 'surface mining' })
    expect(await maps.ask(operation, warrington)).toMatchObject({
      coalfield: true,
      development_high_risk_area: false,
      level: 'on the coalfield',
    })
    expect(await maps.ask(operation, westminster)).toEqual({
      coalfield: false,
      development_high_risk_area: false,
      surface_mining: false,
      surface_coal: false,
      level: 'outside the coalfield',
    })
  })

  it('asks with a box of twenty metres in the national grid', () => {
    const { bbox, crs, i, width } = path({ layer: 'Development.High.Risk.Area', at: warrington })[1]
    const [west, south, east, north] = String(bbox).split(',').map(Number)
    expect([east! - west!, north! - south!, crs]).toEqual([20, 20, 'EPSG:27700'])
    expect(Math.hypot(west! + 10 - 360218, south! + 10 - 388263)).toBeLessThan(10)
    expect(Number(width)).toBe(2 * Number(i) + 1)
  })

  it('has nothing to say on Northern Ireland', () => {
    expect(operation.covers).not.toContain('Northern Ireland')
  })
})

describe('an answer', () => {
  it('is a match by its element, whatever its attributes and prefix', () => {
    expect(read({ FeatureInfoResponse: { '@xmlns': 'x', FIELDS: { '@OBJECTID': '1' } } })).toBe(true)
    expect(read({ FeatureInfoResponse: { FIELDS: ['', ''] } })).toBe(true)
    expect(read({ 'esri_wms:FeatureInfoResponse': { 'esri_wms:FIELDS': '' } })).toBe(true)
    expect(read({ FeatureInfoResponse: { '@xmlns': 'x' } })).toBe(false)
    expect(read({ FeatureInfoResponse: '' })).toBe(false)
  })

  it('with an error is not a miss', () => {
    expect(() => read({ ServiceExceptionReport: { ServiceException: '' } })).toThrow('ServiceExceptionReport')
  })
})
