import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallHow } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { newestMonth, nhsbsaOpenData, prescribed, type Month, type Prescribed } from './index.ts'

interface Question extends Month {
  readonly practices: readonly string[]
}
const { path } = prescribed.how as unknown as {
  readonly path: (question: Question) => readonly [string, { readonly resource_id: string; readonly sql: string }]
}
const read = (body: unknown, question: Question): Prescribed => readBody(prescribed, body, question)
const july: Month = { month: '2026-07', table: 'EPD_SNOMED_202607' }
const answered = (records: unknown): unknown => ({
  success: true,
  result: { success: 'true', result: { records, fields: [] } },
})

describe('prescribing', () => {
  let portal: OpenSource
  beforeAll(async () => {
    portal = await openSource(nhsbsaOpenData)
  })
  afterAll(() => portal.close())

  it('is of the newest month, which does not stand first', async () => {
    expect(await portal.ask(newestMonth, {})).toEqual(july)
  })

  it('is of no known month where none is listed, or there is no list', () => {
    const listed = (...resources: readonly object[]) => readBody(newestMonth, { success: true, result: { resources } })
    const may = { name: 'EPD_SNOMED_202605' }
    expect(listed({ name: null }, may, { name: 'EPD_SNOMED' })).toEqual({ month: '2026-05', table: may.name })
    expect(() => listed({ name: 'EPD_SNOMED' })).toThrow('no month is listed')
    expect(() => readBody(newestMonth, { success: false, error: { message: 'busy' } })).toThrow('no result')
  })

  it('of some practices is added up, most items first', async () => {
    const {
      total_items: items,
      total_cost: cost,
      top_items: substances,
    } = await portal.ask(prescribed, {
      ...july,
      practices: ['N81036', 'N81012'],
    })
    expect(substances).toHaveLength(20)
    expect(substances[0]?.name).toBe('Atorvastatin')
    expect(substances.every(({ items }, i) => i === 0 || items <= substances[i - 1]!.items)).toBe(true)
    // The total is of all substances, not of those that are listed.
    expect(items).toBeGreaterThan(substances.reduce((sum, { items }) => sum + items, 0))
    expect(cost).toBeGreaterThan(substances.reduce((sum, { cost }) => sum + cost, 0))
  })

  it('of practices that prescribed nothing is nothing', async () => {
    expect(await portal.ask(prescribed, { ...july, practices: ['Z99999'] })).toEqual({
      total_items: 0,
      total_cost: 0,
      top_items: [],
    })
  })

  it('of a month that is not there is a fault, never zero', async () => {
    await expect(
      portal.ask(prescribed, { month: '2027-01', table: 'EPD_SNOMED_202701', practices: ['N81036'] }),
    ).rejects.toThrow()
  })
})

it('is marked as unconfirmed, list and table: no answer of the service with either was to be had', () => {
  expect([newestMonth, prescribed].map(({ confidence }) => confidence)).toEqual(['unconfirmed', 'unconfirmed'])
})

describe('the question', () => {
  it('names the table and its columns, which were others until February 2025', () => {
    const [, { resource_id, sql }] = path({ ...july, practices: ['N81036'] })
    expect(resource_id).toBe('EPD_SNOMED_202607')
    expect(sql).toContain('SELECT BNF_CHEMICAL_SUBSTANCE AS name')
    expect(sql).toContain("FROM `EPD_SNOMED_202607` WHERE PRACTICE_CODE IN ('N81036')")
    expect(path({ month: '2025-02', table: 'EPD_SNOMED_202502', practices: ['N81036'] })[1].sql).toContain(
      'SELECT CHEMICAL_SUBSTANCE_BNF_DESCR AS name',
    )
  })

  it('accepts nothing but codes', () => {
    expect(path({ ...july, practices: ["N81036') OR 1=1 --", 'A1', 'Y01108', 'N81012'] })[1].sql).toContain(
      "IN ('N81012','Y01108')",
    )
  })
})

describe('the answer', () => {
  it('may have numbers as text, and a row without a name', () => {
    const records = [
      { name: 'Ramipril', items: '12', cost: '18.604' },
      { name: null, items: 3, cost: 1.5 },
    ]
    expect(read(answered(records), { ...july, practices: [] })).toEqual({
      total_items: 15,
      total_cost: 20.1,
      top_items: [
        { name: 'Ramipril', items: 12, cost: 18.6 },
        { name: 'Not named', items: 3, cost: 1.5 },
      ],
    })
  })

  it('leaves out a substance whose sum is null, which is not zero, and tells of it', () => {
    const records = Array.from({ length: 12 }, (_, i) => ({
      name: `Substance ${i}`,
      items: i === 3 ? null : 2,
      cost: i === 5 ? 'x' : 1,
    }))
    const how = prescribed.how as CallHow
    expect(readChecked(how, answered(records), { ...july, practices: [] }).value).toMatchObject({
      $: 'partly',
      value: { total_items: 20, total_cost: 10 },
      parts: [{ why: 'the sums of 1 substance could not be read' }, { why: '1 of 12 rows could not be read' }],
    })
  })

  it('without records, or with none of their figures, is a fault', () => {
    const truncated = {
      success: true,
      result: { success: 'true', result: { records_truncated: 'true', gc_urls: [{ url: 'x' }] } },
    }
    expect(() => read(truncated, { ...july, practices: [] })).toThrow('no result.result.records')
    expect(() => read({ success: true }, { ...july, practices: [] })).toThrow('no result')
    expect(() => read(answered([{ name: null, items: null, cost: null }]), { ...july, practices: [] })).toThrow(
      'no result.result.records[].items',
    )
  })
})

describe.skipIf(recordings() === null)('a recorded answer', () => {
  it('has its records and figures under the expected names', () => {
    const wire = recorded('nhsbsa-open-data', 'datastore-search-sql-EPD_202001-13T00.json')
    // The recording was made with other column names.
    expect(() => read(wire, { ...july, practices: [] })).toThrow('no result.result.records[].items')
    const records = wire.result.result.records as readonly Record<string, unknown>[]
    const renamed = records.map((record) => ({
      name: record['CHEMICAL_SUBSTANCE_BNF_DESCR'],
      items: record['ITEMS'],
      cost: record['ACTUAL_COST'],
    }))
    const { total_items: items, top_items: substances } = read(answered(renamed), { ...july, practices: [] })
    expect(substances[0]).toMatchObject({ name: 'Paracetamol' })
    expect(items).toBe(records.reduce((sum, record) => sum + Number(record['ITEMS']), 0))
  })
})
