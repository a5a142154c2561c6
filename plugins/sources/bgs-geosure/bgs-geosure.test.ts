import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Operation } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { bgsGeosure, groundOf, hazardAt, rockAt } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const camden = { lat: 51.545024, lng: -0.137429 }
const cockerham = { lat: 53.873809, lng: -2.723233 }
const sea = { lat: 54, lng: -4 }

const how = <Out>(operation: Operation<any, Out>) => {
  const { how } = operation
  if (how.kind !== 'get') throw new TypeError('not a get')
  return { path: how.path, read: (wire: unknown): Out => readBody(operation, wire) }
}

let survey: OpenSource
beforeAll(async () => {
  survey = await openSource(bgsGeosure)
})
afterAll(() => survey.close())

describe('a ground hazard', () => {
  it('has the level of its hexagon, however the layer spells it', async () => {
    expect(await survey.ask(hazardAt, { hazard: 'shrink_swell', at: camden })).toBe('high')
    expect(await survey.ask(hazardAt, { hazard: 'landslides', at: camden })).toBe('moderate')
    expect(await survey.ask(hazardAt, { hazard: 'compressible_ground', at: warrington })).toBe('low')
  })

  it('is not known where there is no hexagon', async () => {
    expect(await survey.ask(hazardAt, { hazard: 'shrink_swell', at: sea })).toBeNull()
  })

  it('is asked for by layer, at a point that says its reference system', () => {
    const [path, query] = how(hazardAt).path({ hazard: 'shrink_swell', at: camden }) as [string, Record<string, string>]
    expect(path).toBe('/GeoIndex_Onshore/hex_grids/MapServer/6/query')
    expect(JSON.parse(query['geometry']!)).toEqual({ x: -0.137429, y: 51.545024, spatialReference: { wkid: 4326 } })
  })

  it('goes by the legend, and by the number only without one', () => {
    const levels = [
      { CLASS: 1, Legend: 'Significant' },
      { class: '2', legend: 'Class 1 (low)' },
      { CLASS: '2' },
      { CLASS: 5 },
      { CLASS: 'NA' },
      {},
    ]
    expect(levels.map((attributes) => how(hazardAt).read({ features: [{ attributes }] }))).toEqual([
      'high',
      'low',
      'moderate',
      'high',
      null,
      null,
    ])
    expect(() => how(hazardAt).read({ error: { code: 400, message: 'Unable to complete operation.' } })).toThrow(
      'no features',
    )
  })
})

describe('the ground', () => {
  it('is as steady as the worst of five hazards', () => {
    expect(groundOf(['low', 'low', 'low', 'low', 'low'])?.ground_stability).toBe('stable')
    expect(groundOf(['low', 'moderate', 'low', 'low', 'low'])).toEqual({
      ground_stability: 'moderate',
      ground_hazards: {
        collapsible_ground: 'low',
        compressible_ground: 'moderate',
        landslides: 'low',
        running_sand: 'low',
        soluble_rocks: 'low',
      },
    })
  })

  it('is not called stable while a hazard is missing, but unstable as soon as one is high', () => {
    expect(groundOf(['low', null, 'low', 'low', 'moderate'])).toBeNull()
    expect(groundOf(['low', null, 'high', 'low', 'low'])).toMatchObject({
      ground_stability: 'unstable',
      ground_hazards: { compressible_ground: null, landslides: 'high' },
    })
  })
})

describe('the rocks under a point', () => {
  it('are the bedrock and what lies on it, if anything', async () => {
    expect(await survey.ask(rockAt, { layer: 'superficial', at: cockerham })).toEqual([
      { unit: 'PEAT', rock: 'PEAT', age: 'QUATERNARY' },
    ])
    expect(await survey.ask(rockAt, { layer: 'bedrock', at: camden })).toEqual([
      { unit: 'THAMES GROUP', rock: 'CLAY, SILT, SAND AND GRAVEL', age: 'PALAEOGENE' },
    ])
    expect(await survey.ask(rockAt, { layer: 'superficial', at: camden })).toEqual([])
    const features = Array.from({ length: 12 }, (_, i) => (i === 3 ? {} : { properties: { rock_d: 'PEAT' } }))
    const { value, parts } = apart(readChecked(rockAt.how as CallHow, { features }, {}).value)
    expect(value).toHaveLength(11)
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
    expect(how(rockAt).read({ features: [{ properties: { rock_d: 'PEAT' } }, { properties: null }] })).toEqual([
      { unit: null, rock: 'PEAT', age: null },
    ])
  })
})
