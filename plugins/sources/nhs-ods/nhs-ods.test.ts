import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { closedPracticesIn, nhsOds, practicesIn, rowOf, titled } from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(nhsOds)
})
afterAll(() => register.close())

describe('the practices of some outcodes', () => {
  it('are those that are open', async () => {
    const practices = await register.ask(practicesIn, ['PR3', 'LA2'])
    expect(practices.map(({ code }) => code)).toEqual(['P81006', 'P81055', 'P81059', 'P81107', 'B82061'])
    expect(practices[0]).toEqual({ code: 'P81006', name: 'Garstang Medical Practice', postcode: 'PR3 1PB' })
  })

  it('do not take one outcode for the beginning of another', async () => {
    expect((await register.ask(practicesIn, ['NW1'])).every(({ postcode }) => postcode.startsWith('NW1 '))).toBe(true)
    expect(await register.ask(practicesIn, ['SW1'])).toEqual([])
  })

  it('leave out other prescribers, what is closed, and what has no postcode', async () => {
    const codes = (await register.ask(practicesIn, ['WA1', ''])).map(({ code }) => code)
    expect(codes).toHaveLength(8)
    expect(codes.filter((code) => code.startsWith('Y991'))).toEqual([])
  })

  it('that closed are known by their day, those of long ago left out', async () => {
    expect(await register.ask(closedPracticesIn, ['WA1'])).toEqual([
      { code: 'Y99101', name: 'Sample Closed Surgery', postcode: 'WA1 1UG', closed_on: '2024-03-31' },
    ])
    expect(await register.ask(closedPracticesIn, ['PR3', ''])).toEqual([])
    const { answer } = closedPracticesIn.how as unknown as { answer: (rows: object, asked: readonly string[]) => any }
    const row = (code: string, closed: string | null) => ({
      code,
      name: code,
      postcode: 'A1 1AA',
      outcode: 'A1',
      closed,
    })
    const rows = [row('old', '2020-12-31'), row('older', '2021-03-31'), row('new', '2026-06-30'), row('open', null)]
    expect(
      answer({ asOf: '2026-10-15T04:00:00Z', where: () => rows }, ['A1']).map(({ code }: { code: string }) => code),
    ).toEqual(['new', 'older'])
  })

  it('are known in Wales', async () => {
    expect(nhsOds.covers).toEqual(['England', 'Wales'])
    expect(await register.ask(practicesIn, ['CF24'])).toHaveLength(8)
  })
})

describe('a row of the register', () => {
  const row = { code: 'a81001', name: 'THE SURGERY', postcode: 'ts18  1hu', status: 'A', setting: '4' }

  it('is read in the form of today and the older one', () => {
    const practice = { code: 'A81001', name: 'The Surgery', postcode: 'TS18 1HU', outcode: 'TS18', closed: null }
    expect(rowOf(row)).toEqual(practice)
    expect(rowOf({ ...row, status: 'ACTIVE', setting: 'RO76' })).toEqual(practice)
    expect(rowOf({ ...row, status: 'ACTIVE', setting: 'RO87|RO76' })).toEqual(practice)
  })

  it('is left out where it is closed or prescribes in another setting', () => {
    expect(rowOf({ ...row, status: 'C' })).toBeNull()
    expect(rowOf({ ...row, status: 'INACTIVE' })).toBeNull()
    expect(rowOf({ ...row, status: 'D', closed: '20240331' })).toBeNull()
    expect(rowOf({ ...row, setting: '14' })).toBeNull()
    expect(rowOf({ ...row, setting: 'RO177' })).toBeNull()
    expect(rowOf({ code: 'A81001', name: ' ', status: 'A' })).toBeNull()
  })
})

describe('a practice that closed', () => {
  const row = { code: 'A81003', name: 'THE SURGERY', postcode: 'TS26 8DB', status: 'C', setting: '4' }

  it('has its last day, unless that lies before its first', () => {
    expect(rowOf({ ...row, opened: '19740401', closed: '20171031' })).toMatchObject({ closed: '2017-10-31' })
    expect(rowOf({ ...row, status: 'INACTIVE', closed: '20240331' })).toMatchObject({ closed: '2024-03-31' })
    expect(rowOf({ ...row, opened: '20180401', closed: '20171031' })).toBeNull()
    expect(rowOf({ ...row, closed: '20240231' })).toBeNull()
  })
})

describe('a name in capitals', () => {
  it('is put in order', () => {
    expect(titled("ST JAMES' MED.CTR")).toBe("St James' Med.Ctr")
    expect(titled('THE DR HICKEY SURGERY FOR THE HOMELESS')).toBe('The Dr Hickey Surgery for the Homeless')
    expect(titled('4 SEASONS GP-LED NHS WALK-IN CENTRE')).toBe('4 Seasons GP-Led NHS Walk-in Centre')
  })
})

describe.skipIf(recordings() === null)('recorded rows', () => {
  it('are read as they were counted', () => {
    const { columns } = (nhsOds.pull as unknown as readonly [{ readonly columns: readonly string[] }])[0]
    const lines = (recorded('nhs-ods', 'epraccur-rows-2023.csv') as string)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.replace(/^"|"$/g, '').split('","'))
    expect(lines.every((cells) => cells.length === columns.length)).toBe(true)
    const practices = lines.map((cells) =>
      rowOf(Object.fromEntries(columns.map((name, i) => [name, cells[i]!])) as never),
    )
    const of = (status: string) => lines.filter((cells) => cells[12] === status && cells[25] === '4')
    const open = of('A')
    const found = practices.filter((practice) => practice !== null)
    expect(found.filter(({ closed }) => closed === null).map(({ code }) => code)).toEqual(open.map(([code]) => code))
    expect(found.flatMap(({ closed }) => closed ?? [])).toHaveLength(of('C').length)
    expect(open.length).toBeGreaterThan(10)
    expect(practices[0]).toEqual({
      code: 'A81001',
      name: 'The Densham Surgery',
      postcode: 'TS18 1HU',
      outcode: 'TS18',
      closed: null,
    })
  })
})
