import { apart, type CallHow, type Node, type Part, type Point } from '@domesday/core'
import { fromGrid, metresBetween } from '@domesday/vocabulary-geography'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBody } from '../../../test/support/read.ts'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { areaHolds, eaFloodMonitoring, reach, warningsAt, warningsNear, type Warning, type WarningAt } from './index.ts'
import { utcOf } from './time.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }
const cockerham = { lat: 53.873809, lng: -2.723233 }
const read = (body: unknown): readonly Warning[] => readBody(warningsNear, body)
const partsOf = (items: readonly object[]): readonly Part[] =>
  apart(readChecked(warningsNear.how as CallHow, { items }, {}).value).parts

describe('ea-flood-monitoring', () => {
  let floods: OpenSource
  beforeAll(async () => {
    floods = await openSource(eaFloodMonitoring)
  })
  afterAll(() => floods.close())

  it('lists the warnings in force around a point, most severe first, without those stood down', async () => {
    const near = await floods.ask(warningsNear, { at: warrington, km: 10 })
    expect(near.map(({ area, severity }) => [area, severity])).toEqual([
      ['013FWFCH29', 'Flood warning'],
      ['013WAFLM', 'Flood alert'],
    ])
    expect(near[1]).toEqual({
      area: '013WAFLM',
      name: 'Lower River Mersey including Warrington, Runcorn and Lymm areas',
      severity: 'Flood alert',
      raised_at: '2026-10-14T17:05:21Z',
    })
  })

  it('finds none on a quiet day', async () => {
    expect(await floods.ask(warningsNear, { at: cockerham, km: 10 })).toEqual([])
  })

  it('tells which areas hold a point, minding holes', async () => {
    expect(await floods.ask(areaHolds, { area: '013WAFLM', at: warrington })).toBe(true)
    expect(await floods.ask(areaHolds, { area: '013WAFLM', at: { lat: 53.3875, lng: -2.565 } })).toBe(false)
    expect(await floods.ask(areaHolds, { area: '013FWFCH29', at: warrington })).toBe(false)
    expect(await floods.ask(areaHolds, { area: '099NONE', at: warrington })).toBeNull()
  })
})

describe('warnings at a point', () => {
  type Known = Readonly<Record<string, unknown>>
  const { from, inputs } = warningsAt({} as Node<Point>) as unknown as {
    readonly from: (known: Known) => readonly WarningAt[]
    readonly inputs: {
      readonly far: { readonly inputs: { readonly of: { readonly from: (known: Known) => readonly Warning[] } } }
    }
  }
  const of = (area: string, severityLevel: number) => ({ floodAreaID: area, severityLevel })
  const near = read({ items: [of('A', 3), of('B', 2)] }),
    wide = read({ items: [of('A', 3), of('B', 2), of('C', 2), of('D', 3), of('E', 3)] })

  it('are sought among the alerts from farther off too', () => {
    expect(inputs.far.inputs.of.from({ near, wide }).map(({ area }) => area)).toEqual(['D', 'E'])
  })

  it('are those near, and of those farther off the alerts whose area holds it', () => {
    const [b, a] = near,
      [d, e] = wide.slice(-2)
    expect(
      from({ near: [b, a], holding: [false, null], far: [d, e], farHolding: [true, false] }).map(
        ({ area, covers_postcode: here }) => [area, here],
      ),
    ).toEqual([
      ['D', true],
      ['A', null],
      ['B', false],
    ])
    expect(from({ near: [b, a], holding: [true, false], far: null, farHolding: null }).map(({ area }) => area)).toEqual(
      ['B', 'A'],
    )
  })

  it.skipIf(!recordings())(
    'are sought as far off as the corners of a real alert area are from its middle, which is not near',
    () => {
      const { items } = recorded('ea-flood-monitoring', 'floodAreas-013WAFUI.json') as {
        readonly items: {
          readonly lat: number
          readonly long: number
          readonly envelope: { readonly upperCorner: { readonly x: number; readonly y: number } }
        }
      }
      const { x, y } = items.envelope.upperCorner
      const km = metresBetween({ lat: items.lat, lng: items.long }, fromGrid(x, y)!) / 1000
      expect(km).toBeGreaterThan(reach.near)
      expect(km).toBeLessThan(reach.alerts)
    },
  )
})

describe('a warning', () => {
  it('goes by its level, and by its words only without one', () => {
    const levels = [
      { severity: 'Flood alert', severityLevel: 2 },
      { severity: 'SEVERE FLOOD WARNING' },
      { severityLevel: '3' },
      { severity: 'Flood alert', severityLevel: 4 },
      { severity: 'Warning no longer in force' },
      {},
    ]
    const warnings = read({ items: levels.map((level, i) => ({ floodAreaID: `A${i}`, ...level })) })
    expect(warnings.map(({ area, severity }) => [area, severity])).toEqual([
      ['A1', 'Severe flood warning'],
      ['A0', 'Flood warning'],
      ['A2', 'Flood alert'],
    ])
  })

  it('that cannot be read takes no other with it, and is told; one that is over is none', () => {
    const flood = { floodAreaID: 'A', severityLevel: 2 }
    const items = Array.from({ length: 12 }, (_, i) => (i === 3 ? { severityLevel: 1 } : flood))
    expect(read({ items })).toHaveLength(11)
    const why = '1 warning without an area or a severity that can be read'
    for (const odd of [{ severityLevel: 1 }, { floodAreaID: 'A' }, { floodAreaID: 'A', severityLevel: 7 }])
      expect(partsOf([flood, odd])).toEqual([{ why }])
    expect(partsOf([flood, { severityLevel: 4 }, { severity: 'Warning no longer in force' }])).toEqual([])
  })

  it('is read where a list is one object and the area an address', () => {
    const [one] = read({
      items: { severityLevel: 1, floodArea: 'http://environment.data.gov.uk/flood-monitoring/id/floodAreas/013WAFUI' },
    })
    expect(one).toMatchObject({ area: '013WAFUI', name: null })
    expect(
      read({
        items: [
          { severityLevel: 1, floodArea: null },
          { floodAreaID: 'A', severityLevel: 1, floodArea: null },
        ],
      }),
    ).toMatchObject([{ area: 'A' }])
    expect(read({ items: [] })).toEqual([])
    expect(() => read({})).toThrow('no items')
  })

  it('says when, in UTC whatever the season', () => {
    expect(
      [
        '2026-07-01T18:05:21',
        '2026-12-01T18:05:21',
        '2026-10-25T00:30:00',
        '2026-10-25T01:30:00',
        '2026-10-25T02:30:00',
      ].map(utcOf),
    ).toEqual([
      '2026-07-01T17:05:21Z',
      '2026-12-01T18:05:21Z',
      '2026-10-24T23:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T02:30:00Z',
    ])
    expect(['2026-07-01T18:05:21Z', '2026-07-01T18:05:21+01:00', '2026-07-01', 'soon', null].map(utcOf)).toEqual([
      '2026-07-01T18:05:21Z',
      '2026-07-01T17:05:21Z',
      null,
      null,
      null,
    ])
  })

  it('is rate limited if every path is forbidden', () => {
    expect(eaFloodMonitoring.slow?.({ status: 403, headers: {}, body: '' })).toBe(60)
    expect(eaFloodMonitoring.slow?.({ status: 404, headers: {}, body: '' })).toBeNull()
  })
})

describe.skipIf(!recordings())('recorded answers of ea-flood-monitoring', () => {
  it('are read', () => {
    expect(read(recorded('ea-flood-monitoring', 'floods-034WAF428-cut.json'))).toEqual([
      {
        area: '034WAF428',
        name: 'Lower River Soar in Leicestershire',
        severity: 'Flood alert',
        raised_at: '2026-08-27T15:09:22Z',
      },
    ])
    // A single area carries its warning in another place; this one was stood down.
    const { items } = recorded('ea-flood-monitoring', 'floodAreas-013WAFUI.json') as {
      readonly items: { readonly currentWarning: object }
    }
    expect(read({ items: [items.currentWarning] })).toEqual([])
    expect(read({ items: [{ ...items.currentWarning, severityLevel: 3 }] })[0]).toMatchObject({
      area: '013WAFUI',
      raised_at: '2015-11-09T20:04:00Z',
    })
  })
})
