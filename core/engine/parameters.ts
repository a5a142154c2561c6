/** The parameters of an endpoint: its own, and those that the core adds. */
import type { LoadedEndpoint } from '../registry/load.ts'
import { depthRank, depths, type Depth } from '../contract/node.ts'
import { onceFor } from '../contract/once.ts'
import { bestMatch, choice, nameMatch, object, optional, text } from '../contract/shape.ts'
import type { JsonSchema, NameMatch, Shapes } from '../contract/shape.ts'

/** The names that callers may give in `include`, each with the lowest depth of its sections. */
export const includable = ({ declared }: LoadedEndpoint): ReadonlyMap<string, Depth> => {
  const names = new Map<string, Depth>()
  for (const [name, { from, beside }] of Object.entries(declared.sections)) {
    if (beside !== undefined) continue
    const [head] = name.split('.') as [string]
    if (!names.has(head) || depthRank(from) < depthRank(names.get(head)!)) names.set(head, from)
  }
  return names
}

const depthShape = (flat: boolean) =>
  choice(depths, {
    description: flat ? 'Accepted and ignored: there is one depth, at one price' : 'How much to ask, at which price',
    default: flat ? 'full' : 'standard',
  })
const includeShape = text(
  'Section names, separated by commas: the answer holds only these and what every depth has. The price stays that of the depth, but for the subject alone',
)

/** The parameter that says what to do with an ambiguous name; null where subjects are not asked for by name. */
export const matchParameter = ({ declared: { asked } }: LoadedEndpoint): string | null =>
  Object.keys(asked.shapes).find((name) => [nameMatch, bestMatch].includes(asked.shapes[name] as never)) ?? null

/** Whether its subject may be given by a name. */
export const isNamed = (endpoint: LoadedEndpoint): boolean => matchParameter(endpoint) !== null

/** Parameters that tools do not have: they choose by depth, and ask again by `id` where a name is ambiguous. */
export const notForTools = (endpoint: LoadedEndpoint): readonly string[] =>
  ['include', matchParameter(endpoint)].filter((name) => name !== null)

/** All parameters of an endpoint, with those that the core adds. `usual`: the default of `match`. */
export const parametersOf = ({ declared, flat }: LoadedEndpoint, usual: NameMatch = 'one'): Shapes => ({
  ...Object.fromEntries(
    Object.entries(declared.asked.shapes).map(([name, shape]) => [
      name,
      shape === nameMatch ? { ...shape, schema: { ...shape.schema, default: usual } } : shape,
    ]),
  ),
  depth: depthShape(flat),
  ...(declared.include && { include: optional(includeShape) }),
})

/** The schema of all parameters together, as a call is checked against it. */
export const parameterSchema = onceFor((endpoint: LoadedEndpoint): JsonSchema => {
  const { properties, required } = object(parametersOf(endpoint)).schema as {
    properties: Record<string, JsonSchema>
    required: readonly string[]
  }
  return { type: 'object', properties, required: required.filter((name) => !('default' in properties[name]!)) }
})
