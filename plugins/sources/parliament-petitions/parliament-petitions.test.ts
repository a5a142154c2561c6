import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { local, localAll, national, parliamentPetitions } from './index.ts'
import { readInPart } from '../../../test/support/parts.ts'
import { slugOf } from './petitions.ts'

const sum = (petitions: readonly { readonly local_signatures: number }[]): number =>
  petitions.reduce((total, { local_signatures }) => total + local_signatures, 0)

describe('parliament-petitions', () => {
  let petitions: OpenSource
  beforeAll(async () => {
    petitions = await openSource(parliamentPetitions)
  })
  afterAll(() => petitions.close())

  it('counts what is open in the country, most signed first', async () => {
    const country = await petitions.ask(national, {})
    expect(country).toMatchObject({
      open: 1846,
      top: [
        {
          id: 990001,
          signatures: 412_806,
          opened: '2026-05-04',
          url: 'https://petition.parliament.uk/petitions/990001',
        },
        {},
        {},
        {},
        {},
      ],
    })
    expect(country!.signatures).toBeGreaterThan(1_780_000)
  })

  it.each([
    'Warrington South',
    'Holborn and St Pancras',
    'Cities of London and Westminster',
    'Lancaster and Wyre',
    'Cardiff East',
    'Edinburgh East and Musselburgh',
    'Belfast North',
  ])('knows what %s signed', async (name) => {
    const open = await petitions.ask(local, name)
    expect(open).toHaveLength(50)
    expect(open!.map(({ local_signatures }) => local_signatures)).toEqual(
      open!.map(({ local_signatures }) => local_signatures).toSorted((a, b) => b - a),
    )
    expect(open!.every(({ signature_count: all, local_signatures: here }) => here <= all)).toBe(true)
  })

  it('tells town from country', async () => {
    const [town, country] = [
      await petitions.ask(local, 'Holborn and St Pancras'),
      await petitions.ask(local, 'Lancaster and Wyre'),
    ]
    expect(sum(town!)).toBeGreaterThan(sum(country!))
    expect(country![1]!.action).toBe('Pay farmers for hedges that they keep')
  })

  it('has closed ones too where all are asked for', async () => {
    const all = await petitions.ask(localAll, 'Cardiff East'),
      open = await petitions.ask(local, 'Cardiff East')
    expect([...new Set(all!.map(({ state }) => state))].toSorted()).toEqual(['closed', 'open'])
    expect(open!.every(({ state }) => state === 'open')).toBe(true)
  })

  it('has none for a constituency that it does not know', async () => {
    expect(await petitions.ask(local, 'Atlantis')).toBeNull()
    expect(await petitions.ask(localAll, 'Atlantis')).toBeNull()
  })
})

it('marks every operation as not checked against the real service', () => {
  expect([...parliamentPetitions.operations.values()].map(({ confidence }) => confidence)).toEqual(
    Array(4).fill('unconfirmed'),
  )
})

describe('a constituency in an address', () => {
  it('is plain letters and single hyphens', () => {
    expect(
      [
        'Inverness, Skye and West Ross-shire',
        'Ynys Môn',
        'Montgomeryshire and Glyndŵr',
        'St Ives',
        "Queen's  Park & Maida",
      ].map(slugOf),
    ).toEqual([
      'inverness-skye-and-west-ross-shire',
      'ynys-mon',
      'montgomeryshire-and-glyndwr',
      'st-ives',
      'queen-s-park-maida',
    ])
  })
})

const list = parliamentPetitions.operations.get('list')!
const readList = (body: object | string, size: number) =>
  readInPart(list, typeof body === 'string' ? body : JSON.stringify(body), size)
const readLocal = (body: object) => readInPart(local, JSON.stringify(body)).value

describe('a list', () => {
  const one = (attributes: object = {}) => ({ id: 1, attributes: { action: 'A', signature_count: 5, ...attributes } })
  const total = (last: string, next: string | null, size: number): number | null =>
    readList({ links: { last, next }, data: [one(), one({ action: null })] }, size).value.total

  it('of one page tells its total, and so do pages of one', () => {
    expect(total('https://petition.parliament.uk/petitions.json?state=open', null, 50)).toBe(2)
    expect(total('https://petition.parliament.uk/petitions.json?count=1&page=2147&state=open', 'x', 1)).toBe(2147)
    expect(total('https://petition.parliament.uk/petitions.json?page=43&state=open', 'x', 50)).toBeNull()
    const none = { petitions: [], signatures: 0, total: 0 }
    expect(readList({ links: { last: null }, data: [] }, 1)).toEqual({ value: none, parts: [] })
  })

  it('leaves out the one petition of twelve without signatures, closed ones, and says what it left out', () => {
    const closed = one({ state: 'closed' })
    const data = [...Array.from({ length: 11 }, () => one({ state: 'open' })), one({ signature_count: null }), closed]
    expect(readList({ links: { last: null }, data }, 50)).toMatchObject({
      value: { signatures: 55, total: 12 },
      parts: ['1 of 13 rows could not be read'],
    })
    expect(readList({ data: [one()] }, 50).value).toMatchObject({ signatures: 5, total: null })
    expect(() => readList({ data: [one({ action: null })] }, 50)).toThrow('there is no data[].attributes.action')
  })
})

describe('local petitions', () => {
  it('are sorted, without a Member where the seat is vacant', () => {
    expect(
      readLocal({
        petitions: [
          { action: 'A', constituency_signature_count: 1, total_signature_count: 10 },
          {
            action: 'B',
            state: 'open',
            constituency_signature_count: 3,
            total_signature_count: 9,
            url: 'https://a.uk/u',
          },
          { action: 'C', state: 'closed', constituency_signature_count: 7, total_signature_count: 8 },
        ],
      }),
    ).toEqual([
      { action: 'B', state: 'open', signature_count: 9, local_signatures: 3, url: 'https://a.uk/u' },
      { action: 'A', state: null, signature_count: 10, local_signatures: 1, url: null },
    ])
    expect(readLocal({ petitions: [] })).toEqual([])
  })

  it('are an error, not empty, if the answer has another shape; so are national ones', () => {
    expect(() => readLocal({ error: 'busy' })).toThrow('there is no petitions')
    expect(() => readList({ error: 'busy' }, 50)).toThrow('there is no data')
  })
})

describe('while Parliament is dissolved', () => {
  it('a web page instead of JSON means that there are none; anything else is an error', () => {
    const page = '\n<!DOCTYPE html><html></html>'
    expect([list, local, localAll].map((operation) => readInPart(operation, page).value)).toEqual([null, null, null])
    expect(() => readList('Service Unavailable', 1)).toThrow()
    expect(() => readList('""', 1)).toThrow()
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  it('reads petitions in the form in which lists hold them, without a rejected one', () => {
    const rejected = recorded('parliament-petitions', 'petition-751154.json'),
      open = recorded('parliament-petitions', 'petition-722903-cut.json')
    expect(readList({ links: { last: null }, data: [open.data, rejected.data] }, 50).value).toEqual({
      petitions: [
        {
          id: 722903,
          action: 'Repeal the Online Safety Act',
          signatures: 550_136,
          opened: null,
          url: 'https://petition.parliament.uk/petitions/722903',
        },
      ],
      signatures: 550_136,
      total: 1,
    })
  })
})
