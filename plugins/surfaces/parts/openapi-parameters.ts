/** The parameters of a lookup as OpenAPI lists them, with the examples that give them. */
import type { JsonSchema } from '@domesday/core'
import { parametersIn, parametersOf, rawOf, type LoadedEndpoint, type Settings } from '@domesday/core/surface'

/**
 * The server takes any casing and spacing of a postcode, so its published shape is no narrower than text; and readers
 * of the document may compile patterns without the flag that classes of Unicode need.
 */
const publishedSchema = ({ pattern, ...schema }: JsonSchema): JsonSchema => {
  if (schema['format'] === 'uk-postcode') return { type: 'string' }
  return pattern === undefined || String(pattern).includes('\\p{') ? schema : { ...schema, pattern }
}

/**
 * The endpoint's examples that give this parameter, each named by its whole address, so that a reader can tell them
 * apart and use them.
 */
const examplesFor = (
  endpoint: LoadedEndpoint,
  name: string,
  type: unknown,
  examples: Readonly<Record<string, string>>,
): object => {
  const given = Object.entries(examples).flatMap(([address, summary]) => {
    const value = rawOf(endpoint, address, '')[name]
    return typeof value === 'string' ? [[address, { summary, value: type === 'integer' ? Number(value) : value }]] : []
  })
  return given.length > 0 ? { examples: Object.fromEntries(given) } : {}
}

/** A parameter of a lookup, as OpenAPI writes it. */
export interface PublishedParameter {
  readonly name: string
  readonly schema: JsonSchema
}

export const publishedParameters = (endpoint: LoadedEndpoint, settings: Settings): readonly PublishedParameter[] => {
  const inPath = parametersIn(endpoint.declared.path)
  const { examples, match } = settings.endpoint(endpoint.declared.id)
  return Object.entries(parametersOf(endpoint, match)).map(
    ([
      name,
      {
        schema: { description, examples: _examples, ...schema },
      },
    ]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: publishedSchema(schema),
      ...examplesFor(endpoint, name, schema['type'], examples),
    }),
  )
}
