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
const sound = {
  make: 'SEAT',
  primaryColour: 'Red',
  fuelType: 'Petrol',
  hasOutstandingRecall: 'No',
  firstUsedDate: '2018-06-14',
}
const licence = {
  make: 'SEAT',
  fuelType: 'PETROL',
  yearOfManufacture: 2018,
  monthOfFirstRegistration: '2018-06',
  taxStatus: 'Taxed',
  motStatus: 'Valid',
}
const passed = [
  testRow('2026-06-10', 61_240, { expiryDate: '2027-06-09' }),
  testRow('2025-06-12', 52_810, { expiryDate: '2026-06-11' }),
  testRow('2024-06-11', 43_020, { expiryDate: '2025-06-10' }),
]
const failed = (day: string, miles: number | null, more: Body = {}) =>
  testRow(day, miles, {
    testResult: 'FAILED',
    defects: [{ type: 'MAJOR', text: 'Coil spring fractured', dangerous: false }],
    ...more,
  })

let count = 100
/** The gates of a vehicle that is sound except for the given facts. */
const judged = async (record: Body, licensed: Body | number = {}) => {
  const registration = `ZZ24${(count++).toString(36).toUpperCase()}`
  registers.tests.set(registration, { registration, ...sound, motTests: passed, ...record })
  registers.licences.set(
    registration,
    typeof licensed === 'number' ? licensed : { registrationNumber: registration, ...licence, ...licensed },
  )
  return (await endpoint.look(`/vehicle/${registration}`)).data.health_assessment
}
const [, ...older] = passed
const [, , ...oldest] = passed

describe('a sound vehicle', () => {
  it('has no deciding fact', async () => {
    const assessment = await judged({})
    expect(assessment).toMatchObject({ score: 100, rating: 'EXCELLENT', confidence: 'high' })
    expect(assessment.bounds).toEqual({ low: 100, high: 100 })
    expect(assessment.override).toBeUndefined()
  })
})

describe('a fact that decides', () => {
  const facts: Readonly<Record<string, readonly [record: Body, most: number, said: RegExp]>> = {
    'a mileage that fell': [
      { motTests: [testRow('2026-06-10', 12_800, { expiryDate: '2027-06-09' }), ...older] },
      39,
      /^The mileage fell: 12,800 miles on 10 June 2026, 40,010 miles fewer than on 12 June 2025\.$/,
    ],
    'a failed test with no pass since': [
      { motTests: [failed('2026-08-19', 62_010), ...passed] },
      39,
      /^Its last MOT test, on 19 August 2026, failed, and it has not passed since: Coil spring fractured\.$/,
    ],
    'an open recall': [{ hasOutstandingRecall: 'Yes' }, 59, /^A safety recall is open/],
    'an MOT that has run out': [{ motTests: older }, 59, /^Its MOT expired on 11 June 2026\.$/],
    'a first test that is overdue': [
      { motTests: undefined, motTestDueDate: '2026-06-14' },
      59,
      /^Its first MOT test was due on 14 June 2026, and there is none\.$/,
    ],
    'a dangerous defect that the last test lists': [
      {
        motTests: [
          testRow('2026-06-10', 61_240, {
            expiryDate: '2027-06-09',
            defects: [{ type: 'ADVISORY', text: 'Tyre cords exposed', dangerous: true }],
          }),
          ...older,
        ],
      },
      39,
      /^A dangerous defect of the test on 10 June 2026 is outstanding: Tyre cords exposed\.$/,
    ],
  }

  it.each(Object.entries(facts))('%s', async (_, [record, most, said]) => {
    const assessment = await judged(record, { motStatus: 'Not valid' })
    expect(assessment.score).toBe(most)
    expect(assessment.override).toMatchObject({ score: most, reason: expect.stringMatching(said) })
    expect(assessment.recommendation).toContain(assessment.override.reason)
    expect(assessment.recommendation).not.toContain('speak well')
  })

  it('is mentioned beside a more serious one', async () => {
    const { score, override } = await judged({
      hasOutstandingRecall: 'Yes',
      motTests: [
        failed('2026-08-19', 62_010, { defects: [{ type: 'DANGEROUS', text: 'Brake hose burst', dangerous: true }] }),
        ...passed,
      ],
    })
    expect(score).toBe(39)
    expect([override.reason, ...override.also]).toEqual([
      expect.stringContaining('failed'),
      expect.stringContaining('Brake hose burst'),
      expect.stringContaining('recall'),
    ])
  })
})

describe('a fact that decides nothing', () => {
  const facts: Readonly<Record<string, Body>> = {
    'a failed test passed the same day': {
      motTests: [
        testRow('2026-06-10', 61_240, { expiryDate: '2027-06-09' }),
        failed('2026-06-10', 61_240, {
          completedDate: '2026-06-10T08:21:07.000Z',
          defects: [{ type: 'DANGEROUS', text: 'Brake hose burst', dangerous: true }],
        }),
        ...older,
      ],
    },
    'a dangerous defect mended at the station': {
      motTests: [
        testRow('2026-06-10', 61_240, {
          expiryDate: '2027-06-09',
          defects: [{ type: 'PRS', text: 'Tyre cords exposed', dangerous: true }],
        }),
        ...older,
      ],
    },
    'an MOT that ends today': { motTests: [testRow('2025-10-16', 61_240, { expiryDate: '2026-10-15' }), ...older] },
    'a reading typed wrong': {
      motTests: [passed[0], testRow('2025-06-12', 5_281, { expiryDate: '2026-06-11' }), ...oldest],
    },
    'a recall that nobody knows of': { hasOutstandingRecall: 'Unknown' },
    'one test alone': { motTests: [passed[0]] },
  }

  it.each(Object.entries(facts))('%s', async (_, record) => {
    const assessment = await judged(record)
    expect(assessment.override).toBeUndefined()
    expect(assessment.score).toBeGreaterThan(59)
    expect(assessment.bounds).toEqual({ low: assessment.score, high: assessment.score })
  })

  it('is said where a buyer must know it', async () => {
    const said = async (record: Body, licensed: Body | number = {}) => (await judged(record, licensed)).recommendation
    expect(await said({}, { taxStatus: 'SORN' })).toContain('declared off the road (SORN)')
    expect(await said({}, { taxStatus: 'Untaxed' })).toContain('It is not taxed')
    expect(await said({}, { markedForExport: true })).toMatch(/^It is marked for export: /)
    expect(await said({ hasOutstandingRecall: 'Unknown' })).toContain('Whether a safety recall is open is not known')
    const due = (expiryDate: string) => said({ motTests: [testRow('2025-10-16', 61_240, { expiryDate }), ...older] })
    expect(await due('2026-10-15')).toContain('Its MOT runs out today.')
    expect(await due('2026-10-16')).toContain('Its MOT runs out tomorrow.')
    expect(await due('2026-11-14')).toContain('Its MOT runs out in 30 days, on 14 November 2026.')
    expect(await due('2026-11-15')).not.toContain('runs out')
    expect(await said({ motTests: undefined, motTestDueDate: '2026-10-16' })).toContain(
      'Its first MOT test is due tomorrow.',
    )
    expect(await said({}, 503)).toContain('Whether it is taxed is not known.')
  })
})

describe('a fact that could not be looked at', () => {
  const doubted = { rating: 'EXCELLENT', possible_ratings: ['EXCELLENT', 'GOOD', 'FAIR'], confidence: 'low' }

  it('is unknown for a recall that the register does not state, or states in an unknown word', async () => {
    for (const hasOutstandingRecall of [undefined, null, 'Maybe']) {
      const assessment = await judged({ hasOutstandingRecall })
      expect([hasOutstandingRecall, assessment]).toMatchObject([hasOutstandingRecall, doubted])
      expect(assessment.bounds).toEqual({ low: 59, high: 100 })
      expect(assessment.recommendation).toContain('recall')
    }
  })

  it('is unknown for an MOT whose tests state no day, if the licensing register does not answer', async () => {
    const motTests = passed.map((row) => ({ ...row, expiryDate: null }))
    expect((await judged({ motTests }, 503)).recommendation).toContain('the MOT has run out')
    expect(await judged({ motTests }, { motStatus: 'No details held by DVLA' })).toMatchObject(doubted)
    expect((await judged({ motTests }, { motExpiryDate: '2027-06-09' })).bounds).toEqual({ low: 100, high: 100 })
    expect((await judged({ motTests })).bounds).toEqual({ low: 100, high: 100 })
    expect(await judged({ motTests }, { motExpiryDate: '2026-07-13' })).toMatchObject({ score: 59 })
    expect(await judged({ motTests }, { motStatus: 'Not valid' })).toMatchObject({
      score: 59,
      override: { reason: 'Its MOT is not valid.' },
    })
  })

  it('is unknown for an MOT that has run out by its tests and holds by the licensing register', async () => {
    const assessment = await judged({ motTests: older }, { motExpiryDate: '2027-06-09' })
    expect(assessment).toMatchObject(doubted)
    expect(assessment.recommendation).toContain('by DVLA its MOT holds until 9 June 2027')
    expect(await judged({ motTests: older })).toMatchObject(doubted) // it says Valid, without a day
    const agreed = { motExpiryDate: '2026-06-11', motStatus: 'Not valid' }
    expect(await judged({ motTests: older }, agreed)).toMatchObject({ score: 59 })
    expect(await judged({ motTests: older }, { motStatus: 'No details held by DVLA' })).toMatchObject({ score: 59 })
  })

  it('is unknown for an MOT that holds by its tests and not by the licensing register, which had time to know', async () => {
    const lapsed = { motStatus: 'Not valid', motExpiryDate: '2026-06-11' }
    const assessment = await judged({}, lapsed)
    expect(assessment).toMatchObject(doubted)
    expect(assessment.recommendation).toContain('its MOT holds until 9 June 2027, and by DVLA its MOT is not valid')
    const motTests = [testRow('2026-10-08', 61_240, { expiryDate: '2027-10-07' }), ...older]
    expect((await judged({ motTests }, lapsed)).bounds).toEqual({ low: 100, high: 100 })
  })

  it('is said of a vehicle of forty years, which needs no test', async () => {
    const notValid = { motStatus: 'Not valid', yearOfManufacture: 1986, monthOfFirstRegistration: '1986-10' }
    const exempt = await judged({ firstUsedDate: '1986-10-15', motTests: older }, notValid)
    expect(exempt).toMatchObject({ score: 100, confidence: 'high' })
    expect(exempt.recommendation).toMatch(/^After 40 years it is exempt .*: its last test was on 12 June 2025\./)
    expect(await judged({ firstUsedDate: '1986-10-16', motTests: older }, notValid)).toMatchObject({ score: 59 })
    expect((await judged({ firstUsedDate: '1986-10-15' })).recommendation).not.toContain('exempt')
  })

  it('is unknown for the mileage if tests did not read the odometer', async () => {
    const assessment = await judged({
      motTests: passed.map((row, i) => (i === 0 ? row : { ...row, odometerResultType: 'UNREADABLE' })),
    })
    expect(assessment.bounds).toEqual({ low: 39, high: 100 })
    expect(assessment.recommendation).toContain('he odometer was not read at 2 of 3 tests')
  })
})
