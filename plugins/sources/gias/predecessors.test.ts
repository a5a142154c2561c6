import { openSource, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Columns, LinkColumns } from './columns.ts'
import { gias, schoolsWithin } from './index.ts'
import { predecessorsOf } from './predecessors.ts'
import { fuller, keyOf, rowOf, type Row } from './row.ts'

const wire = (urn: string, more: Partial<Columns> = {}): Columns => ({
  URN: urn,
  EstablishmentName: 'Some School',
  'EstablishmentStatus (code)': '1',
  'TypeOfEstablishment (name)': 'Academy converter',
  'EstablishmentTypeGroup (name)': 'Academies',
  'PhaseOfEducation (code)': '2',
  StatutoryLowAge: '4',
  StatutoryHighAge: '11',
  'Gender (name)': 'Mixed',
  'ReligiousCharacter (name)': '',
  'InspectorateName (name)': '',
  Easting: '',
  Northing: '',
  Postcode: 'TS9 1AA',
  OpenDate: '01-10-2026',
  'LA (code)': '815',
  EstablishmentNumber: '2001',
  ...more,
})
const school = (urn: string, more: Partial<Columns> = {}): Row => rowOf(wire(urn, more), '')!
const closed = (urn: string, reason: string, more: Partial<Columns> = {}): Row =>
  rowOf(
    wire(urn, {
      'EstablishmentStatus (code)': '2',
      'TypeOfEstablishment (name)': 'Community school',
      OpenDate: '',
      CloseDate: '30-09-2026',
      'ReasonEstablishmentClosed (name)': reason,
      ...more,
    }),
    '',
  )!
const link = (urn: string, other: string, type: string, name = '', on = '01-10-2026'): Row =>
  rowOf({ URN: urn, LinkURN: other, LinkName: name, LinkType: type, LinkEstablishedDate: on } as LinkColumns, 'links')!

/** As the dataset answers them. */
const register = (...rows: readonly Row[]) => ({
  asOf: '2026-10-15T04:00:00Z',
  key: (key: string) => rows.findLast((row) => keyOf(row) === key) ?? null,
  where: (column: 'successor' | 'marks' | 'file', is: unknown) =>
    rows.filter((row) => (column === 'marks' ? row.marks.includes(is as string) : row[column] === is)),
})
/** Number, kind, name and last day of each. */
const led = (of: Row, ...rows: readonly Row[]) =>
  predecessorsOf(register(of, ...rows) as never, of.school!).map(({ urn, kind, name, until }) => [
    urn,
    kind,
    name,
    until,
  ])

describe('a closed school', () => {
  it('that closed before it was to open never taught anybody, and is nobody’s predecessor', () => {
    expect(closed('1', 'Academy Converter', { OpenDate: '01-09-2026' })).not.toBeNull()
    expect(closed('1', 'Academy Converter', { OpenDate: '01-10-2026' })).toBeNull()
  })
})

describe('predecessors by links', () => {
  it('of a school that converted, a sponsored one and one that was merged differ in kind', () => {
    const converted = [closed('1', 'Academy Converter'), link('9', '1', 'Predecessor', 'Old School')]
    expect(led(school('9'), ...converted)).toEqual([['1', 'continued', 'Old School', '2026-09-30']])
    const sponsored = school('9', { 'TypeOfEstablishment (name)': 'Academy sponsor led' })
    expect(led(sponsored, closed('1', 'For Academy'), link('9', '1', 'Predecessor', 'Old School'))).toEqual([
      ['1', 'replaced', 'Old School', '2026-09-30'],
    ])
    expect(led(sponsored, link('9', '1', 'Predecessor', 'Old School'))).toEqual([['1', 'replaced', 'Old School', null]])
    const both = [
      ['1', 'merged', 'Infants', null],
      ['2', 'merged', 'Juniors', null],
    ]
    const merged = [
      link('9', '1', 'Predecessor - amalgamated', 'Infants'),
      link('9', '2', 'Predecessor - merged', 'Juniors'),
    ]
    expect(led(school('9'), ...merged)).toEqual(both)
    const plain = [link('9', '1', 'Predecessor', 'Infants'), link('9', '2', 'Predecessor', 'Juniors')]
    expect(led(school('9'), ...plain)).toEqual(both)
  })

  it('of an academy that another trust took over under a new number', () => {
    const moved = closed('1', 'Transferred to new sponsor', { 'TypeOfEstablishment (name)': 'Academy sponsor led' })
    expect(led(school('9'), moved, link('9', '1', 'Predecessor', 'Some Academy'))).toEqual([
      ['1', 'continued', 'Some Academy', '2026-09-30'],
    ])
  })

  it('are told of a split, though the other school goes on, and not of one that goes on otherwise', () => {
    expect(led(school('9'), school('1'), link('9', '1', 'Predecessor - Split School', 'All-through School'))).toEqual([
      ['1', 'split', 'All-through School', '2026-10-01'],
    ])
    expect(led(school('9'), school('1'), link('9', '1', 'Predecessor', 'Neighbour'))).toEqual([])
  })

  it('are found where only the other school has the link, and once where both have it', () => {
    const [there, back] = [link('1', '9', 'Successor', 'Some School'), link('9', '1', 'Predecessor', 'Old School')]
    expect(led(school('9'), closed('1', 'Academy Converter'), there)).toEqual([
      ['1', 'continued', 'Some School', '2026-09-30'],
    ])
    expect(keyOf(there)).toBe(keyOf(back))
    expect([fuller(there, back).link?.name, fuller(back, there).link?.name]).toEqual(['Old School', 'Old School'])
  })

  it('go back over several steps', () => {
    const rows = [
      closed('3', 'Academy Converter'),
      link('9', '3', 'Predecessor', 'Primary School'),
      link('3', '1', 'Predecessor - amalgamated', 'Infants', '01-09-2024'),
      link('3', '2', 'Predecessor - amalgamated', 'Juniors', '01-09-2024'),
    ]
    expect(led(school('9'), ...rows).map(([urn]) => urn)).toEqual(['3', '1', '2'])
  })

  it('are none for links of sixth forms, federations and “Other”', () => {
    for (const type of ['Sixth Form Centre Link', "Children's Centre Link", 'Expansion', 'Other'])
      expect(rowOf({ URN: '9', LinkURN: '1', LinkName: '', LinkType: type, LinkEstablishedDate: '' }, 'links')).toBe(
        null,
      )
  })
})

describe('predecessors without links', () => {
  it('are those that closed for a successor when the school opened, with its number, postcode or name', () => {
    const elsewhere = { Postcode: 'TS1 1ZZ', EstablishmentNumber: '2999', EstablishmentName: 'Other School' }
    const of = (more: Partial<Columns>) =>
      led(school('9'), closed('1', 'Academy Converter', { ...elsewhere, ...more })).map(([urn]) => urn)
    expect(of({ EstablishmentNumber: '2001' })).toEqual(['1'])
    expect(of({ Postcode: 'TS9 1AA' })).toEqual(['1'])
    expect(of({ EstablishmentName: 'Some school' })).toEqual(['1'])
    expect(of({})).toEqual([])
  })

  it('closed for a reason that tells of one, shortly before', () => {
    const kind = (reason: string, on = '31-08-2026') => led(school('9'), closed('1', reason, { CloseDate: on }))[0]?.[1]
    expect(kind('Result of Amalgamation/Merger')).toBe('merged')
    expect(kind('For Academy')).toBe('replaced')
    expect(kind('Fresh Start')).toBe('replaced')
    expect(kind('Change in status')).toBe('continued')
    expect([kind('Closure'), kind('Not applicable'), kind('')]).toEqual([undefined, undefined, undefined])
    expect(kind('Academy Converter', '31-08-2024')).toBeUndefined()
  })

  it('are told by a link alone where the day is not stated, if that is of the last ten years', () => {
    const undated = school('9', { OpenDate: '' })
    expect(led(undated, link('9', '1', 'Predecessor', 'A'))).toEqual([['1', 'continued', 'A', null]])
    expect(led(undated, link('9', '1', 'Predecessor', 'A', '01-09-2012'))).toEqual([])
  })

  it('may be others where the file of links is missing, and that is said of young schools alone', () => {
    const { answer } = schoolsWithin.how as unknown as { readonly answer: (rows: object, input: object) => any }
    const near = (...rows: readonly Row[]) => {
      const all = register(...rows)
      return answer(
        { ...all, near: () => rows.map((row) => ({ ...row, km: 1 })) },
        { at: { lat: 53.389713, lng: -2.599634 }, km: 2 },
      )
    }
    expect(near(school('9'), school('8', { OpenDate: '01-09-1998' }))).toMatchObject({
      $: 'partly',
      parts: [{ why: "what 1 young school succeeded is not known without the register's file of links" }],
    })
    expect(near(school('9'), closed('1', 'Academy Converter'))).toHaveLength(1)
    expect(near(school('9'), link('7', '6', 'Predecessor'))).toHaveLength(1)
  })

  it('are not looked for where the school opened long ago, or on a day that is not stated', () => {
    const old = [closed('1', 'Academy Converter', { CloseDate: '31-08-2013' })]
    expect(led(school('9', { OpenDate: '01-09-2013' }), ...old)).toEqual([])
    expect(led(school('9', { OpenDate: '' }), closed('1', 'Academy Converter'))).toEqual([])
  })
})

describe('the register with its links', () => {
  let source: OpenSource
  beforeAll(async () => {
    source = await openSource(gias)
  })
  afterAll(() => source.close())

  it('names what stood before a school, and lists no closed one', async () => {
    const near = await source.ask(schoolsWithin, { at: { lat: 51.545024, lng: -0.137429 }, km: 5 })
    const of = (urn: string) => near.find((one) => one.urn === urn)
    expect(of('990307')).toMatchObject({
      opened_on: '2026-10-01',
      predecessors: [
        { urn: '990901', name: 'Sample Elgood Road Primary School', kind: 'continued', until: '2026-09-30' },
      ],
    })
    expect(of('990353')?.predecessors.map(({ urn, kind }) => [urn, kind])).toEqual([
      ['990903', 'merged'],
      ['990904', 'merged'],
    ])
    expect(near.filter(({ urn }) => /^99090[1-4]/.test(urn))).toEqual([])
  })
})
