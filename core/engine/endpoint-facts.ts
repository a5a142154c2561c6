/** What follows from the declaration of an endpoint alone. */
import type { Endpoint } from '../contract/endpoint.ts'
import { isQuestion, isScore, sourceIdsIn } from '../contract/node-kinds.ts'
import { depthRank, type Node } from '../contract/node.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { inputsOf, walk } from '../contract/walk.ts'

/** What a declaration says never changes: it is worked out once. */
const once = <T>(work: (endpoint: Endpoint) => T): ((endpoint: Endpoint) => T) => {
  const done = new WeakMap<Endpoint, T>()
  return (endpoint) => {
    if (!done.has(endpoint)) done.set(endpoint, work(endpoint))
    return done.get(endpoint)!
  }
}

/** Nodes that the answer cannot do without, and all under them. */
export const requiredNodes = once((endpoint): ReadonlySet<Node<unknown>> =>
  walk(Object.fromEntries(endpoint.required.entries())),
)

/** Sections that only say who or where the subject is: they rest on nothing that is asked beyond the required nodes. */
export const identitySections = once((endpoint): ReadonlySet<string> => {
  const required = requiredNodes(endpoint)
  return new Set(
    Object.entries(endpoint.sections)
      .filter(([, { inputs }]) => ![...walk(inputs)].some((node) => isQuestion(node) && !required.has(node)))
      .map(([name]) => name),
  )
})

/** The sources a section may need at its own depth, sorted. */
export const sourcesOf = ({ sections }: Endpoint, name: string): readonly string[] => {
  const { inputs, from } = sections[name]!
  const nodes = walk(inputs, (node) =>
    node.kind === 'from' && depthRank(from) < depthRank(node.depth) ? [] : inputsOf(node),
  )
  return sourceIdsIn(nodes)
}

const scoreAt = (schema: JsonSchema): boolean => 'score' in ((schema['properties'] ?? {}) as object)

/**
 * Whether a section can be null: where it rests on more than the required nodes, and is no score, which says itself
 * that there is none.
 */
export const mayBeNull = (endpoint: Endpoint, name: string, certain = identitySections(endpoint)): boolean =>
  !certain.has(name) && !scoreAt(endpoint.response[name]!.schema)

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
