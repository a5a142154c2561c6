/** MCP tools, derived from the endpoints with a tool name. */
import { depths, object, type JsonSchema } from '@domesday/core'
import {
  answerSchema,
  notForTools,
  parametersOf,
  type EndpointSettings,
  type LoadedEndpoint,
  type Settings,
} from '@domesday/core/surface'
import { problem } from '@domesday/surface-parts/openapi'

export interface ToolEntry {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: object
  readonly _meta: Readonly<Record<string, unknown>>
}

/** The key of prices in the `_meta` of a tool and of a result. */
export const metaKey = 'domesday/price'

/** Removes our own keywords and formats, which clients' validators may reject. */
const published = (schema: unknown): any => {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !key.startsWith('x-') && !(key === 'format' && value === 'uk-postcode'))
      .map(([key, value]) => [key, published(value)]),
  )
}

const priceLine = ({ flat }: LoadedEndpoint, { credits }: EndpointSettings): string =>
  flat
    ? `Costs ${credits.full} credits.`
    : `Costs ${depths.map((depth) => `${credits[depth]} credits at ${depth}`).join(', ')}.`

/** The arguments of a tool: the endpoint's parameters without those for REST only. */
const argumentsOf = (endpoint: LoadedEndpoint) =>
  Object.fromEntries(
    Object.entries(parametersOf(endpoint)).filter(
      ([name]) => !notForTools(endpoint).includes(name) && !(endpoint.flat && name === 'depth'),
    ),
  )

const toolOf = (endpoint: LoadedEndpoint, settings: EndpointSettings): ToolEntry => {
  const { declared, flat } = endpoint
  const { properties, required } = object(argumentsOf(endpoint)).schema as {
    properties: Record<string, JsonSchema>
    required: readonly string[]
  }
  return {
    name: declared.tool!,
    title: declared.title,
    description: `${declared.summary} ${priceLine(endpoint, settings)} Nothing is charged for a failure.`,
    inputSchema: published({
      type: 'object',
      properties,
      required: required.filter((name) => !('default' in properties[name]!)),
      additionalProperties: false,
    }) as JsonSchema,
    // Clients validate every result by this schema, failures included.
    outputSchema: published({ type: 'object', anyOf: [answerSchema(endpoint), problem] }) as JsonSchema,
    annotations: {
      title: declared.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    _meta: { [metaKey]: { credits: flat ? { flat: settings.credits.full } : settings.credits } },
  }
}

export interface ToolSet {
  readonly listing: readonly ToolEntry[]
  endpointOf(name: string): LoadedEndpoint | undefined
  schemaOf(name: string): JsonSchema | undefined
}

export const toolsOf = (endpoints: Iterable<LoadedEndpoint>, settings: Settings): ToolSet => {
  const withTool = [...endpoints].filter(({ declared }) => declared.tool !== undefined)
  const listing = withTool.map((endpoint) => toolOf(endpoint, settings.endpoint(endpoint.declared.id)))
  const byName = new Map(withTool.map((endpoint) => [endpoint.declared.tool!, endpoint]))
  const schemas = new Map(listing.map(({ name, outputSchema }) => [name, outputSchema]))
  return { listing, endpointOf: (name) => byName.get(name), schemaOf: (name) => schemas.get(name) }
}
