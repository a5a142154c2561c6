/** The parameters of a lookup in OpenAPI, with examples. */
import type { JsonSchema } from '@domesday/core'
import { parametersIn, parametersOf, rawOf, type LoadedEndpoint, type Settings } from '@domesday/core/surface'

/**
 * The server accepts any casing and spacing of a postcode, so its published schema is plain text. Patterns with Unicode
 * classes are omitted: clients may compile them without the `u` flag.
 */
const publishedSchema = ({ pattern, ...schema }: JsonSchema): JsonSchema => {
  if (schema['format'] === 'uk-postcode') return { type: 'string' }
  return pattern === undefined || String(pattern).includes('\\p{') ? schema : { ...schema, pattern }
}

/** The endpoint's examples that contain this parameter, each named by its whole path. */
const examplesFor = (
  endpoint: LoadedEndpoint,
  name: string,
  type: unknown,
  examples: Readonly<Record<string, string>>,
): object => {
  const found = Object.entries(examples).flatMap(([address, summary]) => {
    const value = rawOf(endpoint, address, '')[name]
    return typeof value === 'string' ? [[address, { summary, value: type === 'integer' ? Number(value) : value }]] : []
  })
  return found.length > 0 ? { examples: Object.fromEntries(found) } : {}
}

/** A parameter object of OpenAPI. */
export interface PublishedParameter {
  readonly name: string
  readonly schema: JsonSchema
}

/** A header of every look-up. */
export const priorityHeader = {
  name: 'Priority',
  in: 'header',
  required: false,
  description:
    'How urgent the answer is (RFC 9218), from `u=0` to `u=7`. Look-ups of `u=6` and `u=7` are bulk: where the quota of a source is short, they wait behind others',
  schema: { type: 'string' },
}

/** The same of those that keys pay for. */
export const preferHeader = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`whole` (RFC 7240): do not sell me an answer in which a source failed. Instead it is a 503 `not_whole`, free',
  schema: { type: 'string' },
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
