/** What a model and its client are given of the tools: short, complete, and read alike by the validators in use. */
import { spawnSync } from 'node:child_process'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { decode } from '@toon-format/toon'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromJSONSchema } from 'zod'
import { tokens } from '../../core/service/tokens.ts'
import { sharedService } from '../support/shared-service.ts'

type Fields = Readonly<Record<string, any>>
interface Tool {
  readonly name: string
  readonly inputSchema: Fields
  readonly outputSchema?: Fields
}
interface Called {
  readonly tool: Tool
  readonly given: Fields
  readonly text: string
  readonly structured: Fields
}

const service = await sharedService()
let client: Client
let tools: readonly Tool[] = []
const called: Called[] = []

/** The arguments for an example path such as `/location/WA11UH?radius_m=500`. */
const argumentsFor = (pattern: string, path: string, { inputSchema }: Tool): Fields => {
  const [plain, query = ''] = path.split('?') as [string, string?]
  const segments = plain.split('/').map(decodeURIComponent)
  const texts = Object.fromEntries([
    ...new URLSearchParams(query),
    ...pattern
      .split('/')
      .flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), segments[i]!] as const] : [])),
  ])
  const typed = ([name, text]: readonly [string, string]): [string, unknown] => [
    name,
    ['integer', 'number', 'boolean'].includes(inputSchema['properties'][name].type) ? JSON.parse(text) : text,
  ]
  return Object.fromEntries(Object.entries(texts).map(typed))
}

beforeAll(async () => {
  client = new Client({ name: 'test', version: '1' })
  const key = await service.key(1_000_000)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )
  tools = (await client.listTools()).tools as readonly Tool[]
  const { plugins, current } = service.container.get(tokens.configured)
  for (const { declared, flat } of plugins.endpoints.values()) {
    const tool = tools.find(({ name }) => name === declared.tool)
    if (!tool) continue
    for (const path of Object.keys(current().endpoint(declared.id).examples))
      for (const depth of flat ? [undefined] : ['standard', 'full']) {
        const given = { ...argumentsFor(declared.path, path, tool), ...(depth && { depth }) }
        const { content, structuredContent } = await client.callTool({ name: tool.name, arguments: given })
        const [{ text }] = content as unknown as [{ readonly text: string }]
        called.push({ tool, given, text, structured: structuredContent as Fields })
      }
  }
})
afterAll(() => client.close())

/** A schema is compiled once for all its calls. */
const byTool = (): ReadonlyMap<Tool, readonly Called[]> => Map.groupBy(called, ({ tool }) => tool)

const told = ({ tool, given }: Called): string => `${tool.name} ${JSON.stringify(given)}`

/** Each value that is neither a list nor an object, with its path. */
const leavesOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${path}/${name}`))
    : [`${path} ${JSON.stringify(value)}`]

describe('the list of tools', () => {
  it('is short', () => expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(40_000))

  it('has the whole schema of each answer as a resource', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    const ajv = addFormats.default(new Ajv2020({ strict: false }))
    for (const { uri, name } of resources) {
      const { contents } = await client.readResource({ uri })
      const [{ text }] = contents as unknown as [{ readonly text: string }]
      const validate = ajv.compile(JSON.parse(text) as object)
      for (const one of called.filter(({ tool, structured }) => tool.name === name && 'data' in structured))
        expect([told(one), validate(one.structured), validate.errors]).toEqual([told(one), true, null])
    }
    await expect(client.readResource({ uri: 'domesday://schema/nothing' })).rejects.toThrow(/There is no resource/)
  })
})

/** Read alike by draft 7 and 2020-12, and by clients that know a part of them only. */
const keywords = new Set(
  `type properties required additionalProperties items anyOf enum description title default examples
   minimum maximum minLength maxLength minItems maxItems pattern format uniqueItems propertyNames multipleOf`.split(
    /\s+/,
  ),
)
const keywordsIn = (schema: Fields): readonly string[] =>
  Object.entries(schema).flatMap(([keyword, value]) => [
    keyword,
    ...(['properties'].includes(keyword) ? Object.values(value as Fields).flatMap(keywordsIn) : []),
    ...(['items', 'additionalProperties', 'propertyNames'].includes(keyword) && typeof value === 'object'
      ? keywordsIn(value as Fields)
      : []),
    ...(keyword === 'anyOf' ? (value as readonly Fields[]).flatMap(keywordsIn) : []),
  ])

describe('the schemas', () => {
  it('use keywords that every draft reads alike, and patterns that need no flag', () => {
    for (const { inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema!]) {
        expect(keywordsIn(schema).filter((keyword) => !keywords.has(keyword))).toEqual([])
        expect(JSON.stringify(schema)).not.toContain('\\\\p{')
      }
  })

  it.each([
    ['ajv, draft 7', (schema: Fields) => addFormats.default(new Ajv({ strict: false })).compile(schema)],
    ['ajv, 2020-12', (schema: Fields) => addFormats.default(new Ajv2020({ strict: false })).compile(schema)],
    ["zod's fromJSONSchema", (schema: Fields) => (value: unknown) => fromJSONSchema(schema).safeParse(value).success],
  ])('take every example and every answer: %s', (_, compile) => {
    for (const [tool, calls] of byTool()) {
      const [takesGiven, takesAnswer] = [compile(tool.inputSchema), compile(tool.outputSchema!)]
      for (const one of calls)
        expect([told(one), takesGiven(one.given), takesAnswer(one.structured)]).toEqual([told(one), true, true])
    }
  })

  const hasPython = spawnSync('python3', ['-c', 'import jsonschema']).status === 0
  it.skipIf(!hasPython)(`take them in Python${hasPython ? '' : ', skipped: python3 has no jsonschema here'}`, () => {
    const program = `import json, sys, jsonschema
for one in json.load(sys.stdin):
  for Validator in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
    Validator.check_schema(one["schema"])
    for value in one["values"]:
      Validator(one["schema"]).validate(value)`
    const input = JSON.stringify(
      [...byTool()].flatMap(([tool, calls]) => [
        { schema: tool.inputSchema, values: calls.map(({ given }) => given) },
        { schema: tool.outputSchema, values: calls.map(({ structured }) => structured) },
      ]),
    )
    const { status, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the text of an answer', () => {
  it('holds every value under its name, and is no longer than models read', () => {
    expect(called.length).toBeGreaterThan(70)
    for (const one of called) {
      expect(one.text.length, told(one)).toBeLessThanOrEqual(40_000)
      const inText = new Set(leavesOf(decode(one.text)))
      const { data, _meta, ...problem } = one.structured
      // Gaps are told once each, in words.
      const { matched, missing: _, ...meta } = (_meta ?? {}) as Fields
      const all = data ? { ...(matched && { matched }), data, _meta: meta } : problem
      const cut = [...one.text.matchAll(/… (\d+) more rows in structuredContent/g)]
      if (one.given['depth'] === 'standard') expect([told(one), cut]).toEqual([told(one), []])
      const lost = leavesOf(all).filter((leaf) => !inText.has(leaf))
      if (cut.length === 0) expect([told(one), lost]).toEqual([told(one), []])
    }
  })

  it('begins with who was meant', () => {
    const named = called.filter(({ structured }) => structured['_meta']?.matched)
    expect(named.length).toBeGreaterThan(0)
    for (const { text } of named) expect(text).toMatch(/^matched:\n/)
  })
})
