import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPointOf, dftRoadTraffic, flowsNear, type CountPointNear } from './index.ts'

const warrington = { lat: 53.389713, lng: -2.599634 }

let roads: OpenSource
beforeAll(async () => {
  roads = await openSource(dftRoadTraffic)
})
afterAll(() => roads.close())

const near = (more: Partial<{ km: number; since: number; most: number }> = {}): Promise<readonly CountPointNear[]> =>
  roads.ask(flowsNear, { at: warrington, km: 2, since: 2016, most: 5, ...more })

describe('traffic near a point', () => {
  it('is that of the nearest count points, in their newest year', async () => {
    const found = await near()
    expect(found.map(({ road_name, distance_m }) => [road_name, distance_m])).toEqual([
      ['U', 254],
      ['A49', 524],
      ['A57', 571],
      ['A5061', 694],
    ])
    expect(found[1]).toMatchObject({
      count_point_id: '27982',
      road_type: 'major',
      between: ['A57', 'A50'],
      year: 2025,
      counted: true,
      all_motor_vehicles: 21130,
    })
    expect(found[0]).toMatchObject({ road_type: 'minor', between: null, counted: false })
  })

  it('adds up', async () => {
    for (const {
      all_motor_vehicles: all,
      cars_and_taxis: cars,
      buses_and_coaches: buses,
      vans,
      lorries,
      motorcycles,
    } of await near()) {
      expect(cars! + buses! + vans! + lorries! + motorcycles!).toBe(all)
    }
  })

  it('passes over figures that are too old, unless they are asked for', async () => {
    expect((await near()).map(({ count_point_id: id }) => id)).not.toContain('930117')
    expect((await near({ since: 2000 })).find(({ count_point_id: id }) => id === '930117')).toMatchObject({
      year: 2009,
      all_motor_vehicles: 1990,
    })
  })

  it('has a major road once, and no more points than asked for', async () => {
    const found = await near({ km: 6 })
    expect(found.filter(({ road_name }) => road_name === 'A57')).toHaveLength(1)
    expect(found).toHaveLength(5)
    expect(await near({ most: 2 })).toHaveLength(2)
  })

  it('is none where nothing is counted', async () => {
    expect(await near({ km: 0.1 })).toEqual([])
  })
})

describe('a figure with decimals', () => {
  it('is rounded, and one that is not stated stays unknown', () => {
    const flow = { all: 1200.4, cars: 800.6, buses: null, vans: 0, lorries: null, motorcycles: null, cycles: null }
    const point = { id: '1', road: 'A1', major: true, from: null, to: null, year: 2025, counted: false, flow, km: 1 }
    const { answer } = flowsNear.how as unknown as { readonly answer: (rows: object, input: object) => unknown }
    expect(answer({ near: () => [{ ...point, at: warrington }] }, { since: 2020, most: 5 })).toMatchObject([
      { all_motor_vehicles: 1200, cars_and_taxis: 801, buses_and_coaches: null, vans: 0, distance_m: 1000 },
    ])
  })
})

describe('a row', () => {
  const wire = {
    count_point_id: '1',
    year: '2025',
    road_name: 'A1',
    road_type: 'Major',
    latitude: '52.1',
    longitude: '-1.2',
    estimation_method: 'Counted',
    all_motor_vehicles: '1,200',
    LGVs: '100',
    all_HGVs: '',
    pedal_cycles: '0',
  }

  it('is read whatever the case of its columns', () => {
    const read = countPointOf(wire)
    expect(read).toMatchObject({
      id: '1',
      year: 2025,
      flow: { all: 1200, vans: 100, lorries: null, cycles: 0, cars: null },
      at: { lat: 52.1, lng: -1.2 },
    })
    const older = Object.fromEntries(
      Object.entries(wire).map(([name, value]) => [name[0]!.toUpperCase() + name.slice(1), value]),
    )
    expect(countPointOf(older)).toEqual(read)
  })

  it('is neither major nor counted by default', () => {
    expect(countPointOf({ ...wire, estimation_method: '' })).toMatchObject({ counted: null })
    expect(countPointOf({ ...wire, estimation_method: 'Estimated' })).toMatchObject({ counted: false })
    expect(countPointOf({ ...wire, road_type: '' })).toBeNull()
  })

  it('without a place or a figure is left out', () => {
    expect(countPointOf({ ...wire, latitude: '' })).toBeNull()
    expect(countPointOf({ ...wire, all_motor_vehicles: '' })).toBeNull()
    expect(countPointOf({ ...wire, count_point_id: '' })).toBeNull()
  })
})

describe.skipIf(recordings() === null)('the recorded row', () => {
  it('of the live service is of the same form, numbers and texts as they come', () => {
    const {
      data: [row],
    } = recorded('dft-road-traffic', 'average-annual-daily-flow-9219.json') as {
      readonly data: readonly [Record<string, unknown>]
    }
    expect(countPointOf(row)).toEqual({
      id: '6046',
      road: 'M56',
      major: true,
      from: '4',
      to: 'LA Boundary',
      year: 2000,
      counted: true,
      at: { lat: 53.39597741, lng: -2.24809417 },
      flow: { all: 78810, cars: 64635, buses: 584, vans: 7878, lorries: 5497, motorcycles: 216, cycles: 0 },
    })
  })
})
