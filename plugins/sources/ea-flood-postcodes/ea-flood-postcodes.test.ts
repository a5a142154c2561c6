import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { folder, pullFrom } from '../../../test/support/datasets.ts'
import { eaFloodPostcodes, postcodeRisk, rowOf } from './index.ts'

let file: OpenSource
beforeAll(async () => {
  file = await openSource(eaFloodPostcodes)
})
afterAll(() => file.close())

describe('the flood risk of a postcode', () => {
  it('is the number of its addresses by likelihood, however the postcode is written', async () => {
    const warrington = { high: 0, medium: 14, low: 3 }
    expect(await file.ask(postcodeRisk, 'WA1 1UH')).toEqual(warrington)
    expect(await file.ask(postcodeRisk, 'wa11uh')).toEqual(warrington)
    expect(await file.ask(postcodeRisk, 'NW1 9LR')).toEqual({ high: 0, medium: 0, low: 0 })
  })

  it('is not known of a postcode that the file does not list', async () => {
    expect(await file.ask(postcodeRisk, 'SW1A 2AA')).toBeNull()
  })

  it('is not read of a row that lacks a number: an empty cell is no zero', () => {
    const row = { Postcode: 'WA1 1UH', HIGH_CNT: '1', MED_CNT: '0', LOW_CNT: '2' }
    expect(rowOf(row)).toEqual({ postcode: 'WA11UH', at: [1, 0, 2] })
    for (const HIGH_CNT of ['-1', '1.5', 'many'])
      expect(() => rowOf({ ...row, HIGH_CNT })).toThrow('without its counts')
    for (const blank of [{ Postcode: ' ' }, { HIGH_CNT: '' }, { LOW_CNT: ' ' }])
      expect(rowOf({ ...row, ...blank })).toBeNull()
  })
})

describe('its file', () => {
  const path = '/api/file/download'
  const table = (rows: readonly string[], header = 'Postcode,HIGH_CNT,MED_CNT,LOW_CNT,GWTR_RISK'): string =>
    [header, ...rows, ''].join('\n')

  it('is imported where some postcodes are not assessed, and refused without a column of counts', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `AL${n} 1AA,${n % 4 === 0 ? ',,' : '0,0,1'},Unlikely`)
    expect(await pullFrom(eaFloodPostcodes, folder(), { [path]: table(rows) })).toMatchObject({ rows: 45 })
    const renamed = table(rows, 'Postcode,HIGH_CNT,MEDIUM,LOW_CNT,GWTR_RISK')
    await expect(pullFrom(eaFloodPostcodes, folder(), { [path]: renamed })).rejects.toThrow('MED_CNT')
  })
})

describe.skipIf(!recordings())('the recorded header of ea-flood-postcodes', () => {
  it('has the columns that are read', () => {
    const header = String(recorded('ea-flood-risk', 'Postcodes_Risk_Assessment_All-header-only.csv')).trim().split(',')
    const row = Object.fromEntries(header.map((name) => [name, name === 'Postcode' ? 'AL1 1AA' : '0']))
    expect(rowOf(row as never)).toEqual({
      postcode: 'AL11AA',
      at: [0, 0, 0],
    })
  })
})
