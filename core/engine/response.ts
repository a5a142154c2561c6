/** The JSON Schema of an endpoint's whole answer, put together from the shapes of its sections. */
import type { LoadedEndpoint } from '../registry/load.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { depthRank, type Depth } from '../contract/node.ts'
import { nullable, type JsonSchema } from '../contract/shape.ts'
import { isScore, questionsIn } from '../contract/node-kinds.ts'
import { inputsOf, walk } from '../contract/walk.ts'
import { metaSchema } from './envelope.ts'
import { identitySections } from './verdict.ts'

type Mutable = Record<string, any>

/** The sources a section may need at its own depth, sorted. */
export const sourcesOf = ({ sections }: Endpoint, name: string): readonly string[] => {
  const { inputs, from } = sections[name]!
  const nodes = walk(inputs, (node) =>
    node.kind === 'from' && depthRank(from) < depthRank(node.depth) ? [] : inputsOf(node),
  )
  return [...new Set(questionsIn(nodes).map(({ operation }) => operation.source.id))].sort()
}

const scoreAt = (schema: JsonSchema): boolean => 'score' in ((schema['properties'] ?? {}) as object)

/**
 * Whether a section can be null: where it rests on more than the required nodes, and is no score, which says itself
 * that there is none.
 */
export const mayBeNull = (endpoint: Endpoint, name: string, certain = identitySections(endpoint)): boolean =>
  !certain.has(name) && !scoreAt(endpoint.response[name]!.schema)

/** The schema of `data`. A section that rests on more than the required nodes may be null; a score object never is. */
export const dataSchema = (endpoint: Endpoint): JsonSchema => {
  const certain = identitySections(endpoint)
  const root: Mutable = { type: 'object', properties: {}, required: [], additionalProperties: false }
  // Parents first, whatever their order in the declaration.
  for (const [name, shape] of Object.entries(endpoint.response).toSorted(
    ([a], [b]) => a.split('.').length - b.split('.').length,
  )) {
    const section = endpoint.sections[name]!
    const sources = sourcesOf(endpoint, name)
    const path = name.split('.')
    const parent = parentAt(root, path.slice(0, -1))
    parent.properties[path.at(-1)!] = {
      ...(mayBeNull(endpoint, name, certain) ? nullable(shape.schema) : (structuredClone(shape.schema) as Mutable)),
      'x-from': section.from satisfies Depth,
      ...(sources.length > 0 && { 'x-sources': sources }),
    }
    if (path.length === 1 && section.from === 'summary' && certain.has(name)) parent.required.push(name)
  }
  return root
}

/** The object schema that a dotted name sits in; made where no section has that name. */
const parentAt = (root: Mutable, path: readonly string[]): Mutable =>
  path.reduce((parent, key) => {
    const found = (parent['properties'][key] ??= {
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    })
    return (found.anyOf?.find(({ properties }: Mutable) => properties) ?? found) as Mutable
  }, root)

const schemas = new WeakMap<LoadedEndpoint, JsonSchema>()
/** The schema of the whole body. */
export const answerSchema = (endpoint: LoadedEndpoint): JsonSchema => {
  let schema = schemas.get(endpoint)
  if (!schema) {
    schema = {
      type: 'object',
      properties: { data: dataSchema(endpoint.declared), _meta: metaSchema(endpoint) },
      required: ['data', '_meta'],
      additionalProperties: false,
    }
    schemas.set(endpoint, schema)
  }
  return schema
}

const sectionsOfScore = ({ sections }: Endpoint): readonly string[] =>
  Object.keys(sections).filter((name) => Object.values(sections[name]!.inputs).some(isScore))

/** Where the score of an endpoint stands, as `data.water_quality_score`; null where there is none. */
export const scorePath = (endpoint: Endpoint): string | null => {
  const holding = sectionsOfScore(endpoint)
  const name = holding.find((each) => each.endsWith('_score')) ?? holding.find((each) => !each.includes('.'))
  return name === undefined ? null : `data.${name}`
}

/**
 * Where its bounds and possible ratings stand: in an object of their own, as `data.esg_assessment`, or flat, as
 * `data`.
 */
export const doubtPath = (endpoint: Endpoint): string | null => {
  const holding = sectionsOfScore(endpoint)
  if (holding.includes('bounds')) return 'data'
  const name = holding.find((each) => 'bounds' in ((endpoint.response[each]!.schema['properties'] ?? {}) as object))
  return name === undefined ? null : `data.${name}`
}
