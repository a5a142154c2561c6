import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { censusResidents, outputAreaOf, residentsOf } from './index.ts'

describe('census-residents', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(censusResidents)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('adds up the residents of areas', async () => {
    const [one, other] = [await table.ask(residentsOf, ['E00900000']), await table.ask(residentsOf, ['E00900001'])]
    expect(one).toBeGreaterThan(100)
    expect(await table.ask(residentsOf, ['E00900000', 'E00900001'])).toBe(one! + other!)
    expect(await table.ask(residentsOf, [])).toBe(0)
  })

  it('knows no sum of areas one of which is not in the table', async () => {
    expect(await table.ask(residentsOf, ['E00900000', 'E00999999'])).toBeNull()
  })
})

describe('a row', () => {
  const wire = {
    date: '2021',
    geography: 'E00000001',
    'geography code': 'E00000001',
    'Residence type: Total; measures: Value': '176',
  }

  it('is of an output area, not of a wider one', () => {
    expect(outputAreaOf(wire)).toEqual({ code: 'E00000001', residents: 176 })
    expect(outputAreaOf({ ...wire, 'geography code': 'E01000001' })).toBeNull()
    expect(outputAreaOf({ ...wire, 'Residence type: Total; measures: Value': '' })).toBeNull()
  })
})
