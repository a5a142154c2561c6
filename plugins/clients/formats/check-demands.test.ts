import { describe, expect, it } from 'vitest'
import { ChangedShape, checkDemands } from './check-demands.ts'

const sale = (rest: object = {}) => ({ price: 1, type: { name: 'flat' }, ...rest })

describe('what is demanded of an answer', () => {
  it('is there, though it may be null', () => {
    expect(checkDemands({ demands: ['links.self', 'total'] }, { links: { self: 'x' }, total: null })).toEqual({
      unread: 0,
      lacking: [],
    })
    expect(checkDemands({ demands: ['links.self'] }, { links: null })).toMatchObject({ unread: 0 })
  })

  it.each([
    ['links.self', { links: {} }, 'links.self'],
    ['links.self', {}, 'links'],
    ['items[].name', { items: [{ name: 'a' }, {}] }, 'items[].name'],
    ['items[].name', { list: [] }, 'items[]'],
    ['items[].name', { items: {} }, 'items[].name'],
    ['items[].name', { items: 'none' }, 'items[].name'],
    ['[].name', [{ title: 'a' }], '[].name'],
    ['name', '<html></html>', 'name'],
    ['name', null, 'name'],
  ])('fails without %s', (demand, body, field) => {
    expect(() => checkDemands({ demands: [demand] }, body)).toThrow(new ChangedShape(field))
  })

  it('may stand below what may be absent, and in one object in place of a list', () => {
    const demands = ['accounts?.due', 'items?[].name']
    for (const body of [{}, { accounts: { due: null } }, { items: { name: 'a' } }, { items: [] }])
      expect(checkDemands({ demands }, body)).toMatchObject({ unread: 0 })
    expect(() => checkDemands({ demands }, { accounts: { duty: 1 } })).toThrow('accounts.due')
    expect(() => checkDemands({ demands }, { items: [{}] })).toThrow('items[].name')
  })

  it('is demanded of a list as a whole and of its entries', () => {
    const demands = ['Data', 'Data[].Reference Number']
    expect(checkDemands({ demands }, { Data: null })).toMatchObject({ unread: 0 })
    expect(checkDemands({ demands }, { Data: [{ 'Reference Number': '' }] })).toMatchObject({ unread: 0 })
    expect(() => checkDemands({ demands }, { Data: [{ Number: '' }] })).toThrow('Data[].Reference Number')
  })
})

describe('odd rows', () => {
  const how = { demands: ['result.items[].price', 'result.items[].type.name'], rows: 'result.items[]' }
  const bodyOf = (odd: readonly object[], sound: number) => ({
    result: { items: [...odd, ...Array.from({ length: sound }, () => sale())] },
  })

  it('are dropped and counted', () => {
    const body = bodyOf([sale({ type: {} }), { type: { name: 'flat' } }], 18)
    expect(checkDemands(how, body)).toEqual({ unread: 2, lacking: [] })
    expect(body.result.items).toHaveLength(18)
    const list: object[] = [{}, ...Array.from({ length: 9 }, () => sale())]
    expect(checkDemands({ demands: ['[].price'], rows: '[]' }, list)).toMatchObject({ unread: 1 })
    expect(list).toHaveLength(9)
  })

  it('fail the answer where they are more than a tenth', () => {
    expect(() => checkDemands(how, bodyOf([sale({ type: {} }), {}], 17))).toThrow('result.items[].type.name')
    expect(() => checkDemands(how, bodyOf([{}], 0))).toThrow('result.items[].price')
  })

  it('fail it at once where nobody counts them', () => {
    expect(() => checkDemands({ demands: how.demands }, bodyOf([{}], 99))).toThrow('result.items[].price')
  })
})

describe('fields that may be absent here or there', () => {
  const rows = (count: number, first: object = {}) => ({
    items: Array.from({ length: count }, (_, n) => (n ? {} : first)),
  })

  it('fail the answer where none of many has one', () => {
    expect(() => checkDemands({ usual: ['items[].grade'] }, rows(5))).toThrow('items[].grade')
    expect(checkDemands({ usual: ['items[].grade'] }, rows(4))).toMatchObject({ lacking: [] })
    expect(checkDemands({ usual: ['items[].grade'] }, rows(5, { grade: null }))).toMatchObject({ lacking: [] })
  })

  it('are told where the whole answer lacks one that is believed to be there', () => {
    const expects = ['items[].grade', 'note', 'links.next', '[].code']
    expect(checkDemands({ expects }, rows(2))).toEqual({ unread: 0, lacking: ['items[].grade', 'note', '[].code'] })
    expect(checkDemands({ expects: ['[].code'] }, [])).toEqual({ unread: 0, lacking: [] })
  })
})
