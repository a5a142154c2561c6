import { expect, it } from 'vitest'
import { portable, slim } from './schemas.ts'

it('leaves out what validators reject or read otherwise', () => {
  const schema = {
    type: 'string',
    format: 'uk-postcode',
    pattern: '[\\p{L}]',
    'x-unit': 'm',
    'x-subject': 'postcode',
    minLength: 2,
  }
  expect(portable({ type: 'array', items: schema })).toEqual({ type: 'array', items: { type: 'string', minLength: 2 } })
})

it('keeps names and types of so many levels, of the one object that a value may be', () => {
  const inner = { type: 'object', properties: { a: { type: 'integer', minimum: 0 } }, required: ['a'] }
  const schema = {
    type: 'object',
    properties: {
      one: { anyOf: [inner, { type: 'null' }] },
      two: { anyOf: [inner, { ...inner, properties: { b: {} } }] },
    },
  }
  const types = ['object', 'null']
  expect(slim(schema, 1)).toEqual({ type: 'object', properties: { one: { type: types }, two: { type: 'object' } } })
  expect(slim(schema, 2)).toEqual({
    type: 'object',
    properties: { one: { type: types, properties: { a: { type: 'integer' } } }, two: { type: 'object' } },
  })
  expect(slim({ enum: [1, 'a'] }, 1)).toEqual({})
})
