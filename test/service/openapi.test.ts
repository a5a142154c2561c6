/** The OpenAPI document, as generators of clients read it. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../support/shared-service.ts'

type Fields = Readonly<Record<string, any>>
let document: Fields, size: number
beforeAll(async () => {
  const { send } = await sharedService()
  const { body, text } = await send('/openapi.json')
  document = body as Fields
  size = text.length
})

const operations = (): readonly Fields[] =>
  Object.values(document['paths'] as Record<string, Fields>).flatMap((path) => Object.values(path) as Fields[])
const referred = ($ref: string): Fields =>
  $ref
    .slice(2)
    .split('/')
    .reduce((at: Fields, key) => at[key] as Fields, document)

describe('the OpenAPI document', () => {
  it('names every operation by a verb and its look-up, and each name once', () => {
    const ids = operations().map(({ operationId }) => operationId as string)
    expect(ids.filter((id) => !/^(get|pay|create)[A-Z][A-Za-z]+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['getEntity', 'payEntity', 'createKey']))
  })

  it('has one schema for each answer, score, factor and gap, and refers to them', () => {
    const schemas = document['components'].schemas as Fields
    const text = JSON.stringify(document)
    for (const name of [
      'Score',
      'Factor',
      'RiskScore',
      'Bounds',
      'Point',
      'Meta',
      'MetaOfName',
      'Missing',
      'Problem',
    ]) {
      expect(schemas).toHaveProperty(name)
      expect(text).toContain(`"$ref":"#/components/schemas/${name}"`)
    }
    for (const { operationId, responses } of operations().filter(({ operationId: id }) =>
      (id as string).startsWith('pay'),
    )) {
      const schema = (response: Fields): Fields => response['200'].content['application/json'].schema
      const keyed = operations().find(({ operationId: id }) => id === operationId.replace('pay', 'get'))!
      expect([operationId, schema(responses)]).toEqual([operationId, schema(keyed['responses'])])
    }
    // Without the examples of answers.
    expect(size - JSON.stringify(document['components'].examples).length).toBeLessThan(480_000)
  })

  it('answers each operation in one media type alone, so that a generated client has one type for it', () => {
    const succeeding = operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses as Fields).flatMap(([status, { content }]) =>
        status.startsWith('2') ? [[operationId, Object.keys(content as Fields)]] : [],
      ),
    )
    expect(succeeding.length).toBeGreaterThan(40)
    expect(succeeding.filter(([, types]) => types.length !== 1)).toEqual([])
    const types = Object.fromEntries(succeeding) as Fields
    for (const id of ['getEntity', 'payEntity', 'getEvidence'])
      expect([id, types[id]]).toEqual([id, ['application/json']])
    expect(document['tags'].find(({ name }: Fields) => name === 'look-ups').description).toContain('text/event-stream')
  })

  it('says of each list what its items are, as linters ask', () => {
    const without: string[] = []
    const look = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { type, items, prefixItems } = value as Fields
      if ([type].flat().includes('array') && items === undefined && prefixItems === undefined) without.push(place)
      for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`)
    }
    look({ ...document, components: { ...document['components'], examples: {} } }, '')
    expect(without).toEqual([])
  })

  it('has no response that nothing refers to', () => {
    const text = JSON.stringify(document['paths'])
    const responses = Object.keys(document['components'].responses as Fields)
    expect(responses).toContain('404')
    expect(responses.filter((status) => !text.includes(`"#/components/responses/${status}"`))).toEqual([])
  })

  it('refers to nothing that it does not have', () => {
    for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)) expect(referred(ref!)).toBeDefined()
  })

  it('shows an answer of the sample data for each look-up, which fits the schema', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, formats: { 'uk-postcode': true } }))
    ajv.addSchema({ $id: 'openapi', ...document })
    const examples = Object.keys(document['components'].examples as Fields)
    expect(examples).toHaveLength(22)
    for (const name of examples) {
      const validate = ajv.getSchema(`openapi#/components/schemas/${name}`)!
      expect([name, validate(referred(`#/components/examples/${name}`)['value']), validate.errors]).toEqual([
        name,
        true,
        null,
      ])
    }
  })
})
