import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { checkedBody } from '../../../test/support/read.ts'
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
  const next = (features: readonly object[], more: boolean, unread = 0) =>
    pages.next(checkedBody(pages.wire!, { features, exceededTransferLimit: more }), {
      asked: pages.first(new Date(), new Date()),
      unread,
    } as never)
  const geometry = { x: -2.6, y: 53.39 },
    area = { attributes: { OA21CD: 'E00000001' }, geometry }

  it('is followed by one from where it ended, however many it has, with those that were left out', () => {
    const three = [area, area, area]
    expect((next(three, true) as [string, object])[1]).toMatchObject({ resultOffset: 3 })
    expect((next(three, true, 2) as [string, object])[1]).toMatchObject({ resultOffset: 5 })
    expect(next(three, false)).toBeNull()
  })

  it('that is an error is none', () => {
    const error = { error: { code: 400, message: 'Invalid query' } }
    expect(() => checkedBody(pages.wire!, error)).toThrow('there is no features')
  })

  it('has areas with their code and place', () => {
    const odd = [{ attributes: {}, geometry }, { attributes: area.attributes }]
    const { features } = checkedBody(pages.wire!, { features: [area, area, ...odd] })
    const centre = { code: 'E00000001', at: { lat: 53.39, lng: -2.6 } }
    expect(features.map(centreOf)).toEqual([centre, centre])
    // Metres of the national grid.
    expect(() => centreOf({ ...area, geometry: { x: 360_000, y: 388_000 } })).toThrow('off the Earth')
  })
})
