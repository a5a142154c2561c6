/** The JSON Schema of an endpoint's whole answer, put together from the shapes of its sections. */
import { onceFor, orNull, type Depth, type Endpoint, type JsonSchema } from '@domesday/core'
import { identitySections, mayBeNull, metaSchema, sourcesOf, type LoadedEndpoint } from '@domesday/core/surface'

type Mutable = Record<string, any>

/** The schema of `data`. A section that rests on more than the required nodes may be null; a score object never is. */
export const dataSchema = (endpoint: Endpoint): JsonSchema => {
  const certain = identitySections(endpoint)
  const root: Mutable = { type: 'object', properties: {}, required: [], additionalProperties: false }
  // Parents first, whatever their order in the declaration.
  for (const [name, { shape, from }] of Object.entries(endpoint.sections).toSorted(
    ([a], [b]) => a.split('.').length - b.split('.').length,
  )) {
    const sources = sourcesOf(endpoint, name)
    const path = name.split('.')
    const parent = parentAt(root, path.slice(0, -1))
    parent.properties[path.at(-1)!] = {
      ...(mayBeNull(endpoint, name, certain) ? orNull(shape).schema : (structuredClone(shape.schema) as Mutable)),
      'x-from': from satisfies Depth,
      ...(sources.length > 0 && { 'x-sources': sources }),
    }
    if (path.length === 1 && from === 'summary' && certain.has(name)) parent.required.push(name)
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

/** The schema of the whole body. */
export const answerSchema = onceFor((endpoint: LoadedEndpoint): JsonSchema => ({
  type: 'object',
  properties: { data: dataSchema(endpoint.declared), _meta: metaSchema(endpoint) },
  required: ['data', '_meta'],
  additionalProperties: false,
}))
