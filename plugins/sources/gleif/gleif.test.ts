import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readInPart } from '../../../test/support/parts.ts'
import { clientOf, loopback, respondJson, settingsFor } from '../../../test/support/loopback.ts'
import { readBody } from '../../../test/support/read.ts'
import { exception, gleif, identifiers, parent, relationship, entries } from './index.ts'
import { exceptionInWords, statusInWords } from './words.ts'

let index: OpenSource
beforeAll(async () => {
  index = await openSource(gleif)
})
afterAll(() => index.close())

const record = (lei: string, as: string | null, { at = 'RA000585' as string | null, ...more } = {}) => ({
  attributes: {
    lei,
    entity: {
      legalName: { name: 'FIXTURE MILLS LIMITED' },
      registeredAt: { id: at },
      registeredAs: as,
      category: 'GENERAL',
      ...more,
    },
    registration: { status: 'ISSUED' } as Record<string, unknown>,
  },
  relationships: {} as Record<string, unknown>,
})
const having = (status: string, lei: string, more = {}) => {
  const one = record(lei, '01234567', more)
  return { ...one, attributes: { ...one.attributes, registration: { status, lastUpdateDate: '2026-01-31T09:00:00Z' } } }
}
const body = (...data: readonly object[]) => ({ meta: { pagination: { total: data.length } }, data })
const leisOf = (number: string, ...data: readonly object[]): readonly string[] =>
  readBody(entries, body(...data), { number, as: number }).map(({ lei }: { readonly lei: string }) => lei)

const asked = { number: '01234567', as: '01234567' }
const one = 'ZZZZ00FIXTUREONE0111',
  two = 'ZZZZ00FIXTURETWO0222',
  three = 'ZZZZ00FIXTURETHRE333'

describe('the identifiers of a company', () => {
  it('are found by its number, with what they state of each parent', async () => {
    expect(await index.ask(identifiers, '99000058')).toEqual([
      {
        lei: 'ZZZZ00OSTRAVELL05807',
        status: 'ISSUED',
        renewal: '2027-06-03',
        updated: '2026-05-19',
        entityStatus: 'ACTIVE',
        category: 'GENERAL',
        name: 'OSTRAVELL ASSET MANAGEMENT LIMITED',
        formerNames: ['OSTRAVELL INVESTMENT COUNSEL LIMITED'],
        direct: 'exception',
        ultimate: 'record',
      },
    ])
  })

  it('are none of most companies', async () => {
    expect(await index.ask(identifiers, '99000017')).toEqual([])
  })

  it('are asked for as the register writes the number, and without its zeros where none is found', async () => {
    const { origin, seen } = await loopback((response, { url }) => {
      const as = new URL(url, 'http://a').searchParams.get('filter[entity.registeredAs]')!
      respondJson(response, as === '234567' || as === '06528297' ? body(record(one, as)) : body())
    })
    const client = clientOf([gleif], settingsFor(origin))
    const found = async (number: string) =>
      ((await client.ask(identifiers, number)) as unknown as { readonly value: readonly object[] }).value.length
    expect([
      await found('06528297'),
      await found('00234567'),
      await found('12345678'),
      await found('SC012345'),
    ]).toEqual([1, 1, 0, 0])
    expect(seen.map(({ url }) => new URL(url, 'http://a').searchParams.get('filter[entity.registeredAs]'))).toEqual([
      '06528297',
      '00234567',
      '234567',
      '12345678',
      'SC012345',
    ])
    expect(leisOf('00234567', record(one, '234567'), record(two, '2345670'))).toEqual([one])
  })

  it('are those of Companies House: others give out the same numbers', () => {
    expect(
      leisOf(
        'SC012345',
        record(one, 'SC012345', { at: 'RA000587' }),
        record(two, 'SC012345', { at: 'RA000589' }),
        record(three, null, { at: null }),
      ),
    ).toEqual([one])
    expect(leisOf('NI012345', record(one, 'NI012345', { at: 'RA000586' }))).toEqual([one])
    expect(leisOf('01234567', record(one, '01234567', { at: 'RA000602' }))).toEqual([])
  })

  it('are sorted by how they hold: the one in force first, a company before its funds, a duplicate last', () => {
    expect(leisOf('01234567', having('DUPLICATE', one), having('LAPSED', two), having('ISSUED', three))).toEqual([
      three,
      two,
      one,
    ])
    expect(leisOf('01234567', having('RETIRED', one), having('BRAND_NEW', two))).toEqual([two, one])
    expect(leisOf('01234567', having('ISSUED', one, { category: 'FUND' }), having('ISSUED', two))).toEqual([two, one])
  })

  it('are known in part where more stand there than came', () => {
    const { value, parts } = readInPart(
      entries,
      { meta: { pagination: { total: 31 } }, data: [record(one, '01234567')] },
      asked,
    )
    expect(value).toHaveLength(1)
    expect(parts).toEqual(['1 of 31 entries under its number were read'])
  })

  it('are not none where the index changed its form', () => {
    const { attributes, ...rest } = record(one, '01234567')
    const { registeredAs: _, ...entity } = attributes.entity
    expect(() => readBody(entries, body({ ...rest, attributes: { ...attributes, entity } }), asked)).toThrow(
      'registeredAs',
    )
    expect(() => readBody(entries, { meta: {}, data: [] }, asked)).toThrow('pagination')
    expect(() => readBody(entries, { errors: [] }, asked)).toThrow()
  })

  it('lead nowhere else: an identifier of another form is refused', () => {
    expect(() => leisOf('01234567', record('../../elsewhere', '01234567'))).toThrow('another form')
  })
})

describe('a relationship', () => {
  const related = (more: object, periods: readonly object[] = [], about: object = {}) =>
    readBody(relationship, {
      data: { attributes: { relationship: { endNode: { id: one }, status: 'ACTIVE', periods, ...more }, ...about } },
    })

  it('has its own days, not those of the accounts that show it', () => {
    const periods = [
      { type: 'ACCOUNTING_PERIOD', startDate: '2022-01-01T00:00:00Z', endDate: '2022-12-31T00:00:00Z' },
      { type: 'RELATIONSHIP_PERIOD', startDate: '2018-04-10T00:00:00Z' },
    ]
    expect(related({}, periods)).toEqual({ parent: one, since: '2018-04-10', until: null, ended: false })
  })

  it('may have ended', () => {
    const ended = { type: 'RELATIONSHIP_PERIOD', startDate: '2018-04-10T00:00:00Z', endDate: '2024-06-30T00:00:00Z' }
    expect(related({}, [ended])).toMatchObject({ until: '2024-06-30', ended: false })
    expect(related({ status: 'INACTIVE' })).toMatchObject({ ended: true })
    expect(related({}, [], { validTo: '2025-01-31T00:00:00Z' })).toMatchObject({ until: '2025-01-31' })
    expect(related({}, [], { extension: { deletedAt: '2025-01-31T00:00:00Z' } })).toMatchObject({ ended: true })
  })

  it('names its parent by an identifier and nothing else', () => {
    expect(() => related({ endNode: { id: 'https://example.com/' } })).toThrow('another form')
  })
})

describe('codes', () => {
  it('have words, and one that is new has none of ours', () => {
    expect(statusInWords('LAPSED')).toMatch(/may be old/)
    expect(statusInWords('BRAND_NEW')).toBeNull()
    expect(exceptionInWords('NATURAL_PERSONS')).toMatch(/people control it/)
    expect(exceptionInWords('BRAND_NEW')).toBe('BRAND_NEW')
    expect(exceptionInWords('toString')).toBe('toString')
  })
})

describe.skipIf(recordings() === null)('recorded answers', () => {
  const body = (file: string): unknown => recorded('gleif', `${file}.json`)
  const lei = '254900LNRYNOQ9YPU758'

  it('reads a list, and an empty one', () => {
    expect(
      readBody(entries, body('lei-records-registeredAs-06528297'), { number: '06528297', as: '06528297' }),
    ).toEqual([
      {
        lei,
        status: 'ISSUED',
        renewal: '2026-05-20',
        updated: '2025-04-21',
        entityStatus: 'ACTIVE',
        category: 'GENERAL',
        name: 'Amazon Digital UK Limited',
        formerNames: [
          'AMAZON VIDEO LIMITED',
          'AMAZON INSTANT VIDEO LIMITED',
          'LOVEFILM UK LIMITED',
          'LOVEFILM LIMITED',
        ],
        direct: 'exception',
        ultimate: 'record',
      },
    ])
    expect(
      readBody(entries, body('lei-records-registeredAs-06528297'), { number: '16528297', as: '16528297' }),
    ).toEqual([])
    expect(readBody(entries, body('lei-records-none'), { number: '00000006', as: '00000006' })).toEqual([])
  })

  it('reads what it states of its parents', () => {
    const file = `direct-parent-reporting-exception_${lei}`
    expect(readBody(exception, body(file))).toEqual({ reason: 'NON_PUBLIC' })
    expect(readBody(relationship, body(`ultimate-parent-relationship_${lei}`))).toEqual({
      parent: 'ZXTILKJKG63JELOEG630',
      since: '2008-10-02',
      until: null,
      ended: false,
    })
    expect(readBody(parent, body(`ultimate-parent_${lei}`))).toEqual({
      lei: 'ZXTILKJKG63JELOEG630',
      name: 'AMAZON.COM, INC.',
      country: 'US',
      jurisdiction: 'US-DE',
      company: null,
    })
    expect(readBody(parent, body(`single_lei_record_${lei}`))).toMatchObject({ country: 'GB', company: '06528297' })
  })
})
