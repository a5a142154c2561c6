import { describe, expect, it } from 'vitest'
import { section } from './section.ts'
import { choice, date, described, drawn, flag, integer, list, object, orNull, text, type Shape } from './shape.ts'
import { omit, omitEach, pick, pickEach, renderEach, take } from './show.ts'
import type { Shown } from './node.ts'

const test = drawn(
  object({
    day: date(),
    result: choice(['PASSED', 'FAILED'], { description: 'Of the test', tones: { bad: ['FAILED'] } }),
    miles: orNull(integer()),
    note: text(),
  }),
  'events',
  { on: 'day', word: 'result', more: ['miles', 'note'] },
)
const given = <T>(shape: Shape<T>): Shown<T> => ({ kind: 'need', inputs: {}, shape })
const tests = given(list(test, 'Newest first'))
const drawnIn = (shape: Shape<any>): unknown => {
  const { items, ...own } = shape.schema as { readonly items?: Readonly<Record<string, unknown>> }
  return (items ?? own)['x-drawn' as never]
}
const whole = { as: 'events', on: 'day', word: 'result', more: ['miles', 'note'] }

describe('a picture that is declared', () => {
  it('is published in the schema, and stays with the shape', () => {
    expect(test.schema['x-drawn']).toEqual(whole)
    for (const shape of [orNull(test), described(test, 'In other words')]) expect(drawnIn(shape)).toEqual(whole)
    for (const shape of [
      take(2, tests).shape,
      omit(given(object({ tests: list(test), other: text() })), 'other').shape.fields!['tests']!,
      section({ tests }).shape.fields!['tests']!,
      renderEach(test, tests, (one) => one as never).shape as Shape<unknown>,
    ])
      expect(drawnIn(shape)).toEqual(whole)
  })

  it('of fewer fields has the parts that are left, or is gone with a field that it needs', () => {
    expect(drawnIn(omitEach(tests, 'note').shape)).toEqual({ ...whole, more: ['miles'] })
    expect(drawnIn(pickEach(tests, 'day', 'miles').shape)).toEqual({ as: 'events', on: 'day', more: ['miles'] })
    expect(drawnIn(pick(given(test), 'result', 'miles').shape)).toBeUndefined()
  })

  it('stays with an object that is part of a larger one', () => {
    const charges = drawn(object({ total: integer(), paid: integer(), items: list(text()) }), 'shares', {
      total: 'total',
      good: 'paid',
    })
    const made = section(pick(given(charges), 'total', 'paid'), { lenders: given(list(text())) })
    expect(drawnIn(made.shape)).toEqual({ as: 'shares', total: 'total', good: 'paid' })
  })
})

describe('words that are good or bad news', () => {
  it('are published in the schema, outside what may be null', () => {
    const word = choice(['open', 'shut'], { tones: { good: ['open'] } })
    expect(word.schema).toEqual({ type: 'string', enum: ['open', 'shut'], 'x-tones': { good: ['open'] } })
    expect(orNull(word).schema['x-tones']).toEqual({ good: ['open'] })
    expect(orNull(flag({ tones: { bad: [true] } })).schema).toEqual({
      type: ['boolean', 'null'],
      'x-tones': { bad: [true] },
    })
  })
})
