import { describe, expect, it } from 'vitest'
import { derive, maybe, params, type Shown } from './node.ts'
import { section } from './section.ts'
import { date, integer, list, number, object, optional, orNull, text } from './shape.ts'
import { field, group, omit, omitEach, pick, pickEach, render, renderEach, take } from './show.ts'

const tests = list(object({ day: date(), miles: orNull(number()) }), 'Newest first')
const vehicle = render(
  object({
    make: text('In capitals'),
    colour: orNull(text()),
    codes: orNull(object({ ward: orNull(text('GSS code')) })),
    note: optional(text()),
    tests,
  }),
  {},
  () => ({ make: 'FORD', colour: null, codes: null, tests: [] }),
)
/** A node whose value is given to the section by its name. */
const given = <T>({ shape }: Shown<T>): Shown<T> => ({ kind: 'need', inputs: {}, shape })
const of = given(vehicle)
const value = {
  make: 'FORD',
  colour: null,
  codes: null,
  tests: [
    { day: '2026-01-02', miles: null },
    { day: '2025-01-03', miles: 4 },
  ],
}

/** What a section shows where each of its inputs has this value. */
const shown = (made: { readonly inputs: object; readonly render: (known: any) => unknown }, known: unknown = value) =>
  made.render(Object.fromEntries(Object.keys(made.inputs).map((key) => [key, known])))

describe('a section of pieces', () => {
  it('has the fields that it picks, under their names or under others, and their schemas', () => {
    const made = section('A vehicle', pick(of, 'make', 'colour'), { area: { ward: field(of, 'make', 'In words') } })
    expect(shown(made)).toEqual({ make: 'FORD', colour: null, area: { ward: 'FORD' } })
    expect(made.shape.schema).toEqual({
      type: 'object',
      description: 'A vehicle',
      additionalProperties: false,
      required: ['make', 'colour', 'area'],
      properties: {
        make: { type: 'string', description: 'In capitals' },
        colour: { type: ['string', 'null'] },
        area: {
          type: 'object',
          additionalProperties: false,
          required: ['ward'],
          properties: { ward: { type: 'string', description: 'In words' } },
        },
      },
    })
  })

  it('shows null in a view of a view, and leaves out what is optional', () => {
    expect(shown(section({ ward: field(field(of, 'codes'), 'ward') }))).toEqual({ ward: null })
    expect(shown(section(field(field(of, 'codes'), 'ward')))).toBeNull()
    expect(shown(section(omit(of, 'tests', 'codes', 'colour')))).toEqual({ make: 'FORD' })
  })

  it('shows a value alone as it is', () => {
    const made = section(take(1, field(of, 'tests')))
    expect(shown(made)).toEqual([{ day: '2026-01-02', miles: null }])
    expect(made.shape.schema).toMatchObject({ type: 'array', description: 'Newest first' })
  })

  it('renders each member of a list', () => {
    const made = section(
      renderEach(
        object({ km: orNull(number()) }),
        field(of, 'tests'),
        ({ miles }) => ({ km: miles && miles * 1.6 }),
        'Tests',
      ),
    )
    expect(shown(made)).toEqual([{ km: null }, { km: 6.4 }])
    expect(made.shape.schema).toMatchObject({ type: 'array', description: 'Tests' })
  })

  it('has the fields that it picks from each member of a list', () => {
    const made = section(omitEach(take(1, field(of, 'tests')), 'miles'))
    expect(shown(made)).toEqual([{ day: '2026-01-02' }])
    expect(made.shape.schema).toMatchObject({
      description: 'Newest first',
      items: { required: ['day'], properties: { day: { format: 'date' } } },
    })
    const perhaps = section(pickEach(maybe(field(of, 'tests')), 'miles'))
    expect(shown(perhaps, null)).toBeNull()
    expect(perhaps.shape.schema).toMatchObject({ type: ['array', 'null'], items: { required: ['miles'] } })
    expect(() => pickEach(of as never, 'make' as never)).toThrow('only a list has members')
  })

  it('keeps null of a piece that may be none: alone as null, beside others in each of its fields', () => {
    const perhaps = maybe(of)
    expect(shown(section(pick(perhaps, 'make')), null)).toBeNull()
    const beside = section(pick(perhaps, 'make', 'tests'), { year: field(of, 'make') })
    expect(beside.render({ '0.of': null, '1.0.of': value })).toEqual({ make: null, tests: null, year: 'FORD' })
    expect(beside.shape.schema).toMatchObject({ properties: { make: { type: ['string', 'null'] } } })
  })

  it('shows a parameter without its default', () => {
    const asked = params({ radius_m: integer({ default: 1000, minimum: 100 }) })
    expect(section(pick(asked, 'radius_m')).shape.schema).toMatchObject({
      properties: { radius_m: { type: 'integer', minimum: 100 } },
    })
    expect(field(asked, 'radius_m').shape.schema).not.toHaveProperty('default')
  })

  it('can be a group inside another', () => {
    const made = section({ of: group('What it is', pick(of, 'make')) })
    expect(shown(made)).toEqual({ of: { make: 'FORD' } })
    expect(made.shape.schema).toMatchObject({ properties: { of: { description: 'What it is' } } })
  })

  it('cannot pick from what has no fields, nor join it to others without a name', () => {
    expect(() => pick(field(of, 'tests') as never, 'day' as never)).toThrow('only an object has fields')
    expect(() => field(of, 'mark' as never)).toThrow(
      "there is no field 'mark'; there are make, colour, codes, note, tests",
    )
    expect(() => section(pick(of, 'make'), field(of, 'colour'))).toThrow('must be an object, or have a name')
  })
})

it('is made of nodes with shapes only: code without a shape is refused, and so is a value without one', () => {
  const refused = 'a piece is a node with a shape'
  expect(() => section({ of }, ((known: unknown) => known) as never)).toThrow(refused)
  expect(() => section({ miles: derive(of, () => 4) as never })).toThrow(refused)
})

describe('a piece as the input of a node', () => {
  it('is like any other node', () => {
    const { inputs } = derive(field(of, 'colour'), (colour) => colour.length)
    expect(Object.values(inputs)[0]).toMatchObject({ kind: 'derive', view: true })
  })
})
