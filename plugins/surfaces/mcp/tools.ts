/** MCP tools, derived from the endpoints with a tool name. */
import { counted, depths, doubt, object, type JsonSchema } from '@domesday/core'
import {
  notForTools,
  parametersOf,
  type EndpointSettings,
  type HeaderSink,
  type LoadedEndpoint,
  type Settings,
} from '@domesday/core/surface'
import { answerSchema } from '@domesday/surface-parts/answer-schema'
import { portable, slim } from './schemas.ts'

export interface ToolEntry {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: object
  readonly _meta: Readonly<Record<string, unknown>>
}

/** A tool that asks no source and charges nothing. */
export interface FreeTool {
  readonly entry: ToolEntry
  /** Its `data`. Rejects with a `Failure`. `to`: the headers of the answer. */
  run(
    given: Readonly<Record<string, unknown>>,
    keyId: string,
    to: HeaderSink,
  ): Promise<Readonly<Record<string, unknown>>>
}

/** The keys of prices, and of the whole schema, in the `_meta` of a tool and of a result. */
export const metaKey = 'domesday/price'
const schemaKey = 'domesday/schema'

const inEveryScore = new Set(Object.keys(doubt))
const draft = 'https://json-schema.org/draft/2020-12/schema'
const schemaOf = (tool: string): string => `domesday://schema/${tool}`

/** Both are texts, as `errors.md` says; the list of tools is short. */
export const failure = { type: 'object', required: ['code', 'detail'] }

/** Names and types of the sections and what is in them. What stands in rows or in every score is in the full schema. */
const answerOf = (full: JsonSchema): JsonSchema => {
  const { data } = full['properties'] as { readonly data: JsonSchema }
  return {
    type: 'object',
    properties: { data: slim(data, 2, inEveryScore), _meta: { type: 'object' } },
    required: ['data', '_meta'],
  }
}

const priceLine = ({ flat }: LoadedEndpoint, { credits }: EndpointSettings): string =>
  flat
    ? `Costs ${counted(credits.full, 'credit')}.`
    : `Costs ${depths.map((depth) => `${counted(credits[depth], 'credit')} at ${depth}`).join(', ')}.`

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
    description: `${declared.summary} ${priceLine(endpoint, settings)} Failures are free.`,
    inputSchema: portable({
      type: 'object',
      properties,
      required: required.filter((name) => !('default' in properties[name]!)),
      additionalProperties: false,
    }) as JsonSchema,
    // Clients validate every result by this schema, failures included.
    outputSchema: { type: 'object', anyOf: [answerOf(answerSchema(endpoint)), failure] },
    // What is left out is what a client assumes: a title of its own, and a world beyond this server. Whether a call
    // destroys or repeats anything is asked of those that write alone.
    annotations: { readOnlyHint: true },
    _meta: {
      [metaKey]: { credits: flat ? { flat: settings.credits.full } : settings.credits },
      [schemaKey]: schemaOf(declared.tool!),
    },
  }
}

/** The whole schema of a tool's answer, as a resource. */
export interface SchemaResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly mimeType: 'application/schema+json'
}

export interface ToolSet {
  readonly listing: readonly ToolEntry[]
  readonly resources: readonly SchemaResource[]
  /** The text of a resource. */
  read(uri: string): string | undefined
  endpointOf(name: string): LoadedEndpoint | undefined
  freeOf(name: string): FreeTool | undefined
  schemaOf(name: string): JsonSchema | undefined
}

/** `free`: tools beside the look-ups. */
export const toolsOf = (
  endpoints: Iterable<LoadedEndpoint>,
  settings: Settings,
  free: readonly FreeTool[] = [],
): ToolSet => {
  const withTool = [...endpoints].filter(({ declared }) => declared.tool !== undefined)
  const listing = [
    ...withTool.map((endpoint) => toolOf(endpoint, settings.endpoint(endpoint.declared.id))),
    ...free.map(({ entry }) => entry),
  ]
  const byName = new Map(withTool.map((endpoint) => [endpoint.declared.tool!, endpoint]))
  const full = new Map(withTool.map((endpoint) => [schemaOf(endpoint.declared.tool!), endpoint]))
  const schemas = new Map(listing.map(({ name, outputSchema }) => [name, outputSchema]))
  return {
    listing,
    resources: withTool.map(({ declared: { tool, title } }) => ({
      uri: schemaOf(tool!),
      name: tool!,
      title: `${title}: the schema of its answers`,
      mimeType: 'application/schema+json',
    })),
    read: (uri) => {
      const endpoint = full.get(uri)
      return endpoint && JSON.stringify({ $schema: draft, ...portable(answerSchema(endpoint)) })
    },
    endpointOf: (name) => byName.get(name),
    freeOf: (name) => free.find(({ entry }) => entry.name === name),
    schemaOf: (name) => schemas.get(name),
  }
}
