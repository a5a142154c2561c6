import { describe, expect, it } from 'vitest'
import { sent, wire } from '@domesday/core'
import { fieldsSent } from './fields-sent.ts'
import { checkWire, rowCheck } from './check-wire.ts'

const { text, scalar, must, mustOrNull, often, ignored, flag } = sent
const page = wire({
  total: scalar,
  items: must([
    { name: must(text), role: often(text), left_on: text, links: { self: must(text) }, tags: [text], etag: ignored },
  ]),
})

describe('what is sent', () => {
  it('is another document without what every body has', () => {
    expect(() => checkWire(page, { error: 'busy' })).toThrow('there is no items in it')
    expect(() => checkWire(page, null)).toThrow()
    expect(() => checkWire(page, { items: null })).toThrow('there is no items in it')
    expect(checkWire(wire({ items: mustOrNull([{ a: text }]) }), { items: null }).tally.lacks).toEqual({})
  })

  it('loses a row without what every row has, and counts it; most rows, and it is another document', () => {
    const row = { name: 'A', role: 'x' }
    const { body, tally } = checkWire(page, { items: [row, { role: 'x' }, row, 'odd'] })
    expect(body.items).toEqual([row, row])
    expect([tally.unread, tally.listed]).toEqual([2, 4])
    const mostly = () => [row, row, {}, {}, {}]
    expect(() => checkWire(page, { items: mostly() })).toThrow('there is no items[].name in it')
    expect(() => checkWire(wire([{ name: must(text) }]), mostly())).toThrow('there is no [].name in it')
    expect(() => checkWire(wire({ items: mustOrNull([{ name: must(text) }]) }), { items: [{}] })).toThrow()
  })

  it('of fewer than five rows is another document where none can be read', () => {
    const { body, tally } = checkWire(page, { items: [{ name: 'A' }, {}, {}, {}] })
    expect([body.items, tally.unread, tally.listed]).toEqual([[{ name: 'A' }], 3, 4])
    expect(() => checkWire(page, { items: [{}, {}, {}, {}] })).toThrow('there is no items[].name in it')
    expect(checkWire(page, { items: [] }).tally.unread).toBe(0)
  })

  it('loses no more than the rows of a list that a body may lack, or that is a row’s own', () => {
    const tests = [{ on: must(text), defects: must([{ words: must(text) }]) }] as const
    const vehicle = wire({
      make: text,
      tests,
      last: { tests: must(tests) },
      owner: must({ names: [{ a: must(text) }] }),
    })
    const unread = { on: '2026-01-01', defects: [{}, {}, {}, {}, { words: 5 }] }
    const owner = { names: 'none' }
    const { body, tally } = checkWire(vehicle, { tests: [{}, {}], last: { tests: [{}] }, owner, make: 'A' })
    expect(body).toEqual({ make: 'A', tests: [], last: { tests: [] }, owner: { names: [] } })
    expect([tally.unread, tally.listed]).toEqual([4, 4])
    const own = checkWire(wire({ tests: must(tests) }), { tests: [unread] })
    expect(own.body).toEqual({ tests: [{ on: '2026-01-01', defects: [] }] })
    expect([own.tally.unread, own.tally.listed]).toEqual([5, 6])
  })

  it('names what took the body, not what a row of its own lists lacks', () => {
    const body = { notes: [{}], items: [{ name: 'A', notes: [{}] }, {}, {}, {}, {}] }
    const note = [{ text: must(text) }] as const
    const of = wire({ notes: note, items: must([{ notes: note, name: must(text) }]) })
    expect(() => checkWire(of, body)).toThrow('there is no items[].name in it')
  })

  it('leaves a member of another kind out, and an object that cannot be read', () => {
    const { body, tally } = checkWire(page, { items: [{ name: 'A', left_on: 7, links: {} }] })
    expect(body.items[0]).toEqual({ name: 'A', left_on: undefined, links: undefined })
    expect(tally.odd).toEqual({ 'items[].left_on': 1, 'items[].links': 1 })
  })

  it('takes one object for a list of one, as XML has it, and one value for a list', () => {
    const { body } = checkWire(page, { items: { name: 'A', tags: 'x' } })
    expect(body).toEqual({ items: [{ name: 'A', tags: ['x'] }] })
  })

  it('counts what is lacking, and what nobody has named', () => {
    const items = Array.from({ length: 6 }, (_, i) => ({
      name: `${i}`,
      etag: 'x',
      is_sanctioned: i === 0 || undefined,
    }))
    const { tally } = checkWire(page, { items })
    expect(tally.lacks).toMatchObject({ 'items[].role': 6, 'items[].left_on': 6, total: 1 })
    expect(tally.unnamed).toEqual({ 'items[].is_sanctioned': 6 })
    expect(tally.gone).toEqual(['items[].role'])
  })

  it('tells for which absent member another may stand: alike in name and kind', () => {
    const of = (row: object) => checkWire(page, { items: [{ name: 'A', ...row }] }).tally.renamed
    expect(of({ left_at: '2026-01-01' })).toEqual({ 'items[].left_on': 'items[].left_at' })
    expect(of({ left_at: true })).toEqual({})
    expect(of({ left_on: '2026-01-01', left_at: '2026-01-01' })).toEqual({})
    expect(of({ gone_on: '2026-01-01' })).toEqual({})
  })

  it('tells so of one that is made of the members that the absent one has, whatever its name', () => {
    const release = wire({ buyer: { id: text, name: text }, suppliers: [{ id: text, name: text }], amount: text })
    const of = (body: object) => checkWire(release, { amount: '1', ...body }).tally.renamed
    const [one, other] = [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ]
    expect(of({ winners: [one, other], buyer: one })).toEqual({ suppliers: 'winners' })
    // One object may stand for a list of one.
    expect(of({ winner: one, buyer: one })).toEqual({ suppliers: 'winner' })
    expect(of({ customer: one, suppliers: [] })).toEqual({ buyer: 'customer' })
    expect(of({ winners: [{ ...one, score: 1 }], note: { id: 'a' }, tags: ['x'] })).toEqual({})
  })

  it('compares names word by word, also where capitals part them', () => {
    const vehicle = wire({ colour: text, dateOfMOTTest: text, make: text })
    const of = (body: object) => checkWire(vehicle, body).tally.renamed
    expect(of({ primaryColour: 'Red', dateOfMOTTest: 'x', make: 'x' })).toEqual({ colour: 'primaryColour' })
    expect(of({ colour: 'Red', MOTTestDay: 'x', make: 'x' })).toEqual({ dateOfMOTTest: 'MOTTestDay' })
    expect(of({ colour: 'Red', dateOfMOTTest: 'x', modelName: 'x' })).toEqual({})
  })

  it('is checked in a few times the time that parsing it takes, whatever an upstream sends', () => {
    /** The shortest of some tries: a busy machine makes others longer. */
    const shortest = (work: () => unknown): number =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const began = performance.now()
          work()
          return performance.now() - began
        }),
      )
    const strange = `{${Array.from({ length: 300_000 }, (_, i) => `"names_${i}":1e999`).join()},"items":[]}`
    const rows = `{"items":[${Array.from({ length: 20_000 }, (_, i) => `{"name":{"x":${i}},"links":[],"tags":{"a":[]}}`).join()}]}`
    for (const body of [strange, rows]) {
      const parsing = shortest(() => JSON.parse(body))
      const both = shortest(() => {
        const parsed = JSON.parse(body) as unknown
        try {
          checkWire(page, parsed)
        } catch {
          // It is another document.
        }
      })
      expect(both).toBeLessThan(12 * parsing)
    }
    // What nobody has declared is not entered, however deep it is.
    const deep = JSON.parse(`{"items":[],"other":${'['.repeat(5_000)}${']'.repeat(5_000)}}`) as unknown
    expect(checkWire(page, deep).tally.unnamed).toEqual({ other: 1 })
  })

  it('makes no code of names', () => {
    const odd = wire({ ['"] ; throw 1 //']: text, __proto__x: flag })
    expect(checkWire(odd, { '`${process}': 1 }).tally.unnamed).toEqual({ '(a name with odd characters)': 1 })
  })

  it('of a table has rows without what they must have left out, empty cells too', () => {
    const { lackedBy, gone } = rowCheck(wire({ number: must(text), postcode: often(text) }))
    expect([{ number: '1' }, { number: '' }, {}].map(lackedBy)).toEqual([null, 'number', 'number'])
    expect(gone()).toBe('postcode')
  })

  it('of elements tells of a member that none has only where there are several', () => {
    const few = rowCheck(wire({ number: must(text), births: often({ birth: often([text]) }) }), false)
    expect([few.lackedBy({ number: '1' }), few.gone()]).toEqual([null, undefined])
    for (let i = 0; i < 4; i++) few.lackedBy({ number: '1' })
    expect(few.gone()).toBe('births')
  })

  it('of a table has a row left out where a list in it cannot be read: nobody could be told', () => {
    const { lackedBy } = rowCheck(wire({ number: must(text), owners: [{ name: must(text) }] }))
    const owners = [{ name: 'A' }, {}]
    expect(
      [
        { number: '1', owners },
        { number: '2', owners: [{}] },
      ].map(lackedBy),
    ).toEqual([null, 'owners[].name'])
  })

  it('is listed for documents', () => {
    expect(fieldsSent(page).map(({ path, kind, how }) => `${path} ${kind} ${how}`)).toEqual([
      'total scalar may',
      'items list must',
      'items[].name text must',
      'items[].role text often',
      'items[].left_on text may',
      'items[].links object may',
      'items[].links.self text must',
      'items[].tags list may',
      'items[].tags[] text may',
      'items[].etag ignored may',
    ])
  })
})
