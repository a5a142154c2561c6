/**
 * The score of a place's energy over a year, whatever the half hour in which it is asked, and where some weeks do not
 * come.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'

let world: FaultyWorld, service: RunningService
beforeAll(async () => {
  world = await openFaultyWorld(['energy'])
  service = await runService({
    gateway: world.origin,
    env: { EPC_TOKEN: 'sample' },
    configure: only('energy', {
      'carbon-intensity':
        'ttl: { default: 0s, region: 0s, week: 0s }\nstale_for: 0s\nrate: { calls: 1000, per: 1s }\nbreaker: { failures: 1000, for: 1s }',
    }),
  })
})
afterAll(async () => {
  await service.close()
  world.close()
})

const look = async (path = '/api/v1/energy/WA11UH') => {
  const { status, body } = await service.send(path)
  expect(status).toBe(200)
  return body.data
}
const halfHour = (forecast: number): string =>
  JSON.stringify({
    data: [
      {
        regionid: 3,
        shortname: 'North West England',
        data: [
          {
            from: '2026-10-15T09:00Z',
            to: '2026-10-15T09:30Z',
            intensity: { forecast, index: 'any' },
            generationmix: [{ fuel: 'gas', perc: 100 }],
          },
        ],
      },
    ],
  })

it('is the same in a windy half hour and in a still one', async () => {
  const assessed = []
  for (const forecast of [9, 310]) {
    world.instead = (target) => (target.includes('/regional/postcode/') ? halfHour(forecast) : null)
    const { carbon, esg_assessment: assessment } = await look()
    expect(carbon.intensity_gco2_kwh).toBe(forecast)
    assessed.push(assessment)
  }
  world.instead = null
  expect(assessed[1]).toEqual(assessed[0])
})

it('says how many weeks it knows, and between what the year lies', async () => {
  const whole = (await look()).esg_assessment.signals[0]
  world.instead = (target) => (/2026-0[1-4]-01T/.test(target) ? '{"error":{"code":"500"}}' : null)
  const { carbon, esg_assessment: assessment } = await look('/api/v1/energy/WA11UH?depth=full')
  const [grid] = assessment.signals
  expect(carbon.year.weeks).toBe(8)
  expect(grid.detail).toContain('by the first week of 8 of the twelve months: the others are not known.')
  const [low, high] = grid.points_between
  expect(low <= grid.points && grid.points <= high).toBe(true)
  expect(low <= whole.points && whole.points <= high).toBe(true)

  world.instead = (target) => (/2026-0[1-7]-01T/.test(target) ? '{"error":{"code":"500"}}' : null)
  const few = await look('/api/v1/energy/PR30SG')
  expect([few.carbon.year, few.esg_assessment.signals[0].points]).toEqual([null, null])
  world.instead = null
})
