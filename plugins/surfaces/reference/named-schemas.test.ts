import { expect, it } from 'vitest'
import { withNames } from './named-schemas.ts'

const inner = { type: 'object', properties: { low: { type: 'integer' } }, required: ['low'] }
const outer = { type: 'object', properties: { bounds: inner } }
const named = { Outer: outer, Inner: inner }
const at = (schema: object) => {
  const { paths } = withNames({ paths: { schema }, components: { schemas: {} } }, named)
  return paths.schema
}

it('refers to a schema by its name, and keeps the words of its own place', () => {
  expect(at({ type: 'array', items: { ...inner, description: 'Here', 'x-from': 'full' } })).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Inner', description: 'Here', 'x-from': 'full' },
  })
  expect(at({ ...inner, type: ['object', 'null'] })).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Inner' }, { type: 'null' }],
  })
})

it('leaves alone what has other values', () => {
  const other = { ...inner, required: [] }
  expect(at(other)).toEqual(other)
})

it('has each named schema once, with references to the others', () => {
  const { components } = withNames({ paths: {}, components: { schemas: { Answer: { ...outer, title: 'x' } } } }, named)
  expect(components.schemas).toEqual({
    Outer: { ...outer, properties: { bounds: { $ref: '#/components/schemas/Inner' } } },
    Inner: inner,
    Answer: { ...outer, title: 'x', properties: { bounds: { $ref: '#/components/schemas/Inner' } } },
  })
})
