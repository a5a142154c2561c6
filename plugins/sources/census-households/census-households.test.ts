import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { censusHouseholds, householdsOf, householdsRow } from './index.ts'

describe('census-households', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(censusHouseholds)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('adds up the households of a sector, and of all sectors of an outcode', async () => {
    expect(await table.ask(householdsOf, 'WA1 1')).toBe(312)
    expect(await table.ask(householdsOf, 'WA1')).toBe(312 + 41)
  })

  it('knows none of an area without a row', async () => {
    expect(await table.ask(householdsOf, 'ZZ1 1')).toBeNull()
  })
})

describe('a row', () => {
  it('is of a whole postcode, however it is written', () => {
    const row = { postcode: 'SW1A2AA', sector: 'SW1A 2', outcode: 'SW1A', households: 3 }
    expect(householdsRow({ Postcode: 'SW1A 2AA', Count: '3' })).toEqual(row)
    expect(householdsRow({ Postcode: 'SW1A2AA', Count: '3' })).toEqual(row)
    expect(householdsRow({ Postcode: 'SW1A', Count: '3' })).toBeNull()
    expect(householdsRow({ Postcode: 'SW1A 2AA', Count: '' })).toBeNull()
  })
})
