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
let count = 100
const said = async (motTests: readonly Body[], record: Body = {}) => {
  const registration = `ZZ26${(count++).toString(36).toUpperCase()}`
  const known = { make: 'SEAT', fuelType: 'Petrol', hasOutstandingRecall: 'No', firstUsedDate: '2018-06-14' }
  registers.tests.set(registration, { registration, ...known, motTests, ...record })
  registers.licences.set(registration, {
    registrationNumber: registration,
    make: 'SEAT',
    fuelType: 'PETROL',
    taxStatus: 'Taxed',
    motStatus: 'Valid',
  })
  return (await endpoint.look(`/vehicle/${registration}`)).data.health_assessment
}
const defect = (type: string, text: string) => ({ defects: [{ type, text, dangerous: type === 'DANGEROUS' }] })
const failed = (day: string, miles: number, more: Body) => testRow(day, miles, { testResult: 'FAILED', ...more })
const passed = (day: string, miles: number, more: Body = {}) =>
  testRow(day, miles, { expiryDate: `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`, ...more })
const tyre = (place: string) => `${place} Tyre tread depth below requirements (5.2.3 (e))`

describe('what is said of a vehicle first', () => {
  it('is what tests found dangerous in several years, whatever the retests say', async () => {
    const worn = (year: number) =>
      failed(`${year}-06-10`, 40_000, defect('DANGEROUS', 'Tyre cords exposed (5.2.3 (d))'))
    const { recommendation } = await said([passed('2026-06-11', 40_000), worn(2026), worn(2025), worn(2024)])
    expect(recommendation).toMatch(/^Tests found dangerous defects in 2024, 2025 and 2026\..*Tests found the same item/)
    expect((await said([passed('2026-06-10', 61_240), worn(2025)])).recommendation).not.toContain('dangerous')
    expect((await said([passed('2026-06-10', 61_240), worn(2021), worn(2020)])).recommendation).not.toContain(
      'dangerous',
    )
  })

  it('is an item that three years found, at any place and of any weight', async () => {
    const tests = [
      passed('2026-06-11', 61_240),
      failed('2026-06-10', 61_240, defect('MAJOR', tyre('Nearside Front'))),
      passed('2025-06-10', 52_000, defect('ADVISORY', 'Offside Rear Tyre worn close to legal limit (5.2.3 (e))')),
      passed('2024-06-10', 43_000, defect('PRS', tyre('Offside Front'))),
    ]
    expect((await said(tests)).recommendation).toMatch(
      /^Tests found the same item in 2024, 2025 and 2026 \(last: Nearside Front Tyre tread depth/,
    )
    expect((await said(tests.slice(0, 3))).recommendation).not.toContain('same item')
    const other = passed('2024-06-10', 43_000, defect('ADVISORY', 'Offside Front Brake disc worn (1.1.14 (a))'))
    expect((await said([...tests.slice(0, 3), other])).recommendation).not.toContain('same item')
  })

  it('compares defects without a number of the manual by their words, without their place', async () => {
    const corroded = (year: number, place: string) =>
      passed(`${year}-06-10`, year * 10 - 20_000, defect('ADVISORY', `${place} Brake pipe corroded`))
    const tests = [corroded(2026, 'Nearside Rear'), corroded(2025, 'Offside Rear'), corroded(2024, 'Both')]
    expect((await said(tests)).recommendation).toContain('same item in 2024, 2025 and 2026')
  })

  it('is a gap between tests of more than two years and some weeks', async () => {
    const { recommendation } = await said([passed('2026-06-10', 61_240), passed('2021-06-10', 9_000)])
    expect(recommendation).toMatch(/^No test is on record between 10 June 2021 and 10 June 2026\./)
    expect((await said([passed('2026-06-10', 61_240), passed('2024-06-01', 9_000)])).recommendation).not.toContain(
      'No test',
    )
  })

  it('is a mileage that is very high for its age, by the milder of the last two readings', async () => {
    const high = await said([passed('2026-06-10', 205_000), passed('2025-06-10', 180_000)])
    expect(high.recommendation).toMatch(/^Its mileage is very high for its age: /)
    expect(high).toMatchObject({ score: 100 })
    for (const [last, before] of [
      [205_000, 150_000],
      [160_000, 150_000],
    ] as const)
      expect((await said([passed('2026-06-10', last), passed('2025-06-10', before)])).recommendation).not.toContain(
        'very high',
      )
  })
})

describe('a pass after a repair at the station', () => {
  it('shows what was mended', async () => {
    const { signals, score } = await said([passed('2026-06-10', 61_240, defect('PRS', tyre('Nearside Front')))])
    const { detail } = signals.find(({ factor }: { factor: string }) => factor === 'recent_failures')
    expect(detail).toBe(`No failure in the last test. 1 defect mended at the station: ${tyre('Nearside Front')}.`)
    expect(score).toBe(100)
  })
})
