import { describe, expect, it } from 'vitest'
import { nullable } from './nullable.ts'
import { choice, integer, object, orNull, subject, text, type Shape } from './shape.ts'

describe('a shape that may be null', () => {
  it('says so once, however often it is asked', () => {
    const shapes: readonly Shape<any>[] = [
      integer({ description: 'How many', unit: 'days' }),
      choice(['a', 'b'], 'Which'),
      object({ name: text() }),
    ]
    for (const shape of shapes) {
      const once = orNull(shape)
      expect(once.schema).not.toEqual(shape.schema)
      expect(orNull(once).schema).toEqual(once.schema)
      expect(nullable(once.schema)).toEqual(once.schema)
    }
  })

  it('keeps description and unit outside', () => {
    expect(orNull(integer({ description: 'How many', unit: 'days' })).schema).toEqual({
      type: ['integer', 'null'],
      description: 'How many',
      'x-unit': 'days',
    })
    expect(orNull(choice(['a'], 'Which')).schema).toEqual({
      anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }],
      description: 'Which',
    })
  })
})

it('a value of an answer that names a subject says which kind', () => {
  const number = subject({ id: 'company', title: 'A company' }, text('Eight characters'))
  expect(number.schema).toEqual({ type: 'string', description: 'Eight characters', 'x-subject': 'company' })
  expect(orNull(number).schema).toMatchObject({ type: ['string', 'null'], 'x-subject': 'company' })
})
