import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vehicle } from './index.ts'
import { openRegisters, testRow, type Registers } from './registers.fixture.ts'

let registers: Registers, endpoint: OpenEndpoint
beforeAll(async () => {
  registers = await openRegisters()
  endpoint = await openEndpoint(vehicle, { gateway: registers.origin, env: registers.env })
})
afterAll(async () => {
  await endpoint.close()
  await registers.close()
})

const motTests = [testRow('2026-06-10', 21_300, { expiryDate: '2027-06-09' }), testRow('2025-06-11', 12_100)]
const licence = { make: 'RENAULT', colour: 'WHITE', fuelType: 'ELECTRICITY', taxStatus: 'Taxed' }

describe('what a vehicle is', () => {
  it('comes from the licensing record where the test record lacks it, in the words of the test record', async () => {
    registers.tests.set('ZZ24LCK', { registration: 'ZZ24LCK', make: null, model: 'MEGANE', motTests })
    registers.licences.set('ZZ24LCK', { registrationNumber: 'ZZ24LCK', ...licence })
    const { data, meta } = await endpoint.look('/vehicle/ZZ24LCK')
    expect(data.vehicle).toMatchObject({ make: 'RENAULT', model: 'MEGANE', colour: 'White', fuel_type: 'Electric' })
    expect(meta.missing).toEqual([])
    registers.tests.set('ZZ24LCP', { registration: 'ZZ24LCP', make: 'SEAT', primaryColour: 'Red', motTests })
    registers.licences.set('ZZ24LCP', { registrationNumber: 'ZZ24LCP', ...licence, fuelType: 'GAS BI-FUEL' })
    expect((await endpoint.look('/vehicle/ZZ24LCP')).data.vehicle).toMatchObject({
      make: 'SEAT',
      colour: 'Red',
      fuel_type: 'Gas Bi-Fuel',
    })
  })

  it('is unknown with a row where the licensing record is lacking too, and has none where it was not wanted', async () => {
    registers.tests.set('ZZ24LCQ', { registration: 'ZZ24LCQ', make: 'SEAT', motTests })
    registers.tests.set('ZZ24LCR', {
      registration: 'ZZ24LCR',
      make: 'SEAT',
      primaryColour: 'Red',
      fuelType: 'Diesel',
      motTests,
    })
    for (const registration of ['ZZ24LCQ', 'ZZ24LCR']) registers.licences.set(registration, 503)
    const row = { section: 'vehicle', source: 'dvla-ves', reason: 'upstream_failed' }
    const lacking = await endpoint.look('/vehicle/ZZ24LCQ')
    expect(lacking.data.vehicle).toMatchObject({ make: 'SEAT', colour: null, fuel_type: null })
    expect(lacking.meta.missing).toContainEqual(row)
    const whole = await endpoint.look('/vehicle/ZZ24LCR')
    expect(whole.data.vehicle).toMatchObject({ make: 'SEAT', colour: 'Red', fuel_type: 'Diesel' })
    expect(whole.meta.missing).not.toContainEqual(row)
  })

  it('is asked of both registers at the same time', async () => {
    registers.inStep = true
    registers.tests.set('ZZ24LCS', { registration: 'ZZ24LCS', make: 'SEAT', motTests })
    registers.licences.set('ZZ24LCS', { registrationNumber: 'ZZ24LCS', ...licence })
    expect(await endpoint.look('/vehicle/ZZ24LCS')).toMatchObject({
      status: 200,
      data: { vehicle: { colour: 'White' } },
    })
    registers.inStep = false
  })
})
