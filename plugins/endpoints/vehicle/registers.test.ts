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

type Body = Readonly<Record<string, unknown>>
const tested = { make: 'SKODA', fuelType: 'Petrol', firstUsedDate: '2018-06-14', hasOutstandingRecall: 'No' }
const licensed = { make: 'SKODA', fuelType: 'PETROL', yearOfManufacture: 2018, monthOfFirstRegistration: '2018-06' }
const current = { taxStatus: 'Taxed', motStatus: 'Valid', motExpiryDate: '2027-06-09' }
const motTests = [
  testRow('2026-06-10', 61_240, { expiryDate: '2027-06-09' }),
  testRow('2025-06-12', 52_810, { expiryDate: '2026-06-11' }),
]

let count = 100
const judged = async (record: Body, licence: Body | number = {}) => {
  const registration = `ZZ25${(count++).toString(36).toUpperCase()}`
  registers.tests.set(registration, { registration, motTests, ...tested, ...record })
  const body = { registrationNumber: registration, ...licensed, ...current }
  registers.licences.set(registration, typeof licence === 'number' ? licence : { ...body, ...licence })
  return (await endpoint.look(`/vehicle/${registration}`)).data.health_assessment
}
const bmw = { make: 'BMW', fuelType: 'DIESEL', yearOfManufacture: 2021, monthOfFirstRegistration: '2021-03' }

describe('two registers that describe two vehicles', () => {
  it('decide where make and fuel differ, or make and year', async () => {
    const assessment = await judged({}, bmw)
    expect(assessment).toMatchObject({ score: 39, rating: 'POOR', bounds: { low: 39, high: 39 } })
    expect(assessment.recommendation).toMatch(
      /^The registers describe two vehicles: SKODA, petrol, 2018 by its tests; BMW, diesel, 2021 by DVLA\. Check for a clone before you pay\./,
    )
    expect(assessment.recommendation).not.toContain('V5C')
    expect(await judged({}, { ...bmw, yearOfManufacture: 2018, monthOfFirstRegistration: '2018-06' })).toMatchObject({
      score: 39,
    })
    expect(await judged({}, { ...bmw, fuelType: 'PETROL' })).toMatchObject({ score: 39 })
  })

  it('decide nothing by one difference, which is said', async () => {
    const said: readonly (readonly [Body, string])[] = [
      [{ make: 'BMW' }, 'it is SKODA by its tests, and BMW by DVLA. Check the V5C.'],
      [{ make: 'BMW', yearOfManufacture: 2016, monthOfFirstRegistration: '2016-06' }, 'it is SKODA by its tests'],
      [{ fuelType: 'DIESEL' }, 'it is petrol by its tests, and diesel by DVLA. Check the V5C.'],
      [
        { yearOfManufacture: 2021, monthOfFirstRegistration: '2021-03' },
        'it is first used in 2018 by its tests, and of 2021 by DVLA. Check the V5C.',
      ],
    ]
    for (const [licence, words] of said) {
      const assessment = await judged({}, licence)
      expect([words, assessment]).toMatchObject([words, { score: 100, bounds: { low: 100, high: 100 } }])
      expect(assessment.recommendation).toContain(`The registers differ: ${words}`)
    }
  })

  const honest: Readonly<Record<string, readonly [Body, Body]>> = {
    'a maker under another name': [{ make: 'MINI' }, { ...bmw, fuelType: 'DIESEL' }],
    'a make in other words': [{ make: 'MERCEDES-BENZ' }, { make: 'MERCEDES', fuelType: 'DIESEL' }],
    'a make of no known family': [{ make: 'BOROUGH CARRIAGES' }, bmw],
    'a camper under its converter': [
      { make: 'FIAT', fuelType: 'Diesel' },
      { make: 'AUTO-TRAIL', yearOfManufacture: 2022, monthOfFirstRegistration: '2022-01' },
    ],
    'a hybrid called by its engine': [{ make: 'TOYOTA' }, { make: 'HONDA', fuelType: 'HYBRID ELECTRIC' }],
    'a conversion to gas': [{ make: 'TOYOTA' }, { make: 'HONDA', fuelType: 'GAS BI-FUEL' }],
    'a repainted car': [{ primaryColour: 'Silver' }, { colour: 'BLACK' }],
    'an import that was made long before': [
      { make: 'NISSAN' },
      {
        make: 'TOYOTA',
        yearOfManufacture: 1998,
        monthOfFirstRegistration: '1998-02',
        monthOfFirstDvlaRegistration: '2018-06',
      },
    ],
    'a year of manufacture alone that lies before the first use': [
      { make: 'NISSAN' },
      { make: 'TOYOTA', yearOfManufacture: 2014, monthOfFirstRegistration: undefined },
    ],
  }
  it.each(Object.entries(honest))('are not %s', async (_, [record, licence]) => {
    const assessment = await judged(record, licence)
    expect(assessment.override).toBeUndefined()
    expect(assessment).toMatchObject({ score: 100, bounds: { low: 100, high: 100 } })
  })

  it('are said to differ in nothing by what is no sign', async () => {
    for (const name of ['a repainted car', 'a make in other words'])
      expect(
        (await judged({ fuelType: 'Diesel', ...honest[name]![0] }, { fuelType: 'DIESEL', ...honest[name]![1] }))
          .recommendation,
      ).not.toContain('differ')
  })

  it('are in doubt where the licensing register fails, and not where it has no such vehicle', async () => {
    const failing = await judged({}, 503)
    expect(failing).toMatchObject({ score: 100, confidence: 'low', bounds: { low: 39, high: 100 } })
    expect(failing.recommendation).toContain('two makes')
    expect(await judged({}, 404)).toMatchObject({ confidence: 'high', bounds: { low: 100, high: 100 } })
  })

  it('are in doubt where one of them does not say enough, and not where the rest agrees', async () => {
    expect((await judged({}, { make: undefined, fuelType: undefined })).bounds).toEqual({ low: 39, high: 100 })
    expect((await judged({}, { make: 'BMW', fuelType: 'OTHER' })).bounds).toEqual({ low: 39, high: 100 })
    for (const licence of [{ make: undefined }, { fuelType: undefined }, { yearOfManufacture: undefined }])
      expect([licence, (await judged({}, licence)).bounds]).toEqual([licence, { low: 100, high: 100 }])
  })
})
