import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { centreOf, centresWithin, onsOutputAreas, pages } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }

describe('ons-output-areas', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(onsOutputAreas)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('finds the areas whose centre lies in a circle, over several pages', async () => {
    const [near, far] = [
      await table.ask(centresWithin, { at: warrington, metres: 500 }),
      await table.ask(centresWithin, { at: warrington, metres: 5000 }),
    ]
    expect([near!.length > 0, far!.length]).toEqual([near!.length < 20, 90])
    // On the last page.
    expect(await table.ask(centresWithin, { at: { lat: 51.484591, lng: -3.169657 }, metres: 5000 })).toHaveLength(110)
    expect(await table.ask(centresWithin, { at: { lat: 55, lng: -1 }, metres: 5000 })).toEqual([])
  })
})

describe('a page', () => {
  const next = (body: object) => pages.next(body, { asked: pages.first(new Date(), new Date()) } as never)

  it('is followed by one from where it ended, however many it has', () => {
    const features = [{}, {}, {}]
    expect((next({ features, exceededTransferLimit: true }) as [string, object])[1]).toMatchObject({ resultOffset: 3 })
    expect(next({ features })).toBeNull()
  })

  it('that is an error is none', () => {
    expect(() => pages.rows({ error: { code: 400, message: 'Invalid query' } })).toThrow('features')
  })

  it('has an area with its place, or is refused', () => {
    const geometry = { x: -2.6, y: 53.39 }
    expect(centreOf({ attributes: { OA21CD: 'E00000001' }, geometry })).toEqual({
      code: 'E00000001',
      at: { lat: 53.39, lng: -2.6 },
    })
    expect(() => centreOf({ attributes: {}, geometry })).toThrow('without its code')
    // Metres of the national grid.
    expect(() => centreOf({ attributes: { OA21CD: 'E00000001' }, geometry: { x: 360_000, y: 388_000 } })).toThrow()
  })
})
