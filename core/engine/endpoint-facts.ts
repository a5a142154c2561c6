/** What can be told from the declaration of an endpoint alone. */
import type { Endpoint } from '../contract/endpoint.ts'
import { isQuestion, isScore, opened, questionsIn, sourceIdsIn } from '../contract/node-kinds.ts'
import { depthRank, type Node } from '../contract/node.ts'
import { onceFor } from '../contract/once.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { inputsOf, walk } from '../contract/walk.ts'

/** The required nodes and all nodes under them: they identify the subject. */
export const requiredNodes = onceFor((endpoint: Endpoint): ReadonlySet<Node<unknown>> =>
  walk(Object.fromEntries(endpoint.required.entries())),
)

/** Sections that only identify the subject: they ask nothing beyond the required nodes. */
export const identitySections = onceFor((endpoint: Endpoint): ReadonlySet<string> => {
  const required = requiredNodes(endpoint)
  return new Set(
    Object.entries(endpoint.sections)
      .filter(([, { inputs }]) => ![...walk(inputs)].some((node) => isQuestion(node) && !required.has(node)))
      .map(([name]) => name),
  )
})

/** The nodes under all sections that a price rests on. */
export const pricedNodes = onceFor(
  ({ sections }: Endpoint): ReadonlySet<Node<unknown>> =>
    new Set(
      Object.values(sections)
        .filter(({ unpriced }) => !unpriced)
        .flatMap(({ inputs }) => [...walk(inputs)]),
    ),
)

/** Of a node, whether it may have a value where only these sources can be asked. */
const mayBeHadFrom = (isReady: (source: string) => boolean): ((node: Node<any>) => boolean) => {
  const known = new Map<Node<any>, boolean>()
  const find = (node: Node<any>): boolean => {
    const one = opened(node),
      inputs = inputsOf(one)
    if (one.kind === 'maybe') return true
    if (one.kind === 'first' || one.kind === 'some') return inputs.some(mayBeHad)
    return (!isQuestion(one) || isReady(one.operation.source.id)) && inputs.every(mayBeHad)
  }
  const mayBeHad = (node: Node<any>): boolean => {
    const had = known.get(node) ?? find(node)
    known.set(node, had)
    return had
  }
  return mayBeHad
}

/**
 * Whether there is an answer where only these sources can be asked: what identifies the subject, and one question at
 * least that tells more of it.
 */
export const canBeAnswered = (endpoint: Endpoint, isReady: (source: string) => boolean): boolean => {
  const required = requiredNodes(endpoint)
  if (!sourceIdsIn(required).every(isReady)) return false
  const telling = questionsIn(pricedNodes(endpoint)).filter((one) => !required.has(one))
  return telling.length === 0 || telling.some(mayBeHadFrom(isReady))
}

/** The sources that a section may ask at its own depth, sorted. */
export const sourcesOf = ({ sections }: Endpoint, name: string): readonly string[] => {
  const { inputs, from } = sections[name]!
  const nodes = walk(inputs, (node) =>
    node.kind === 'from' && depthRank(from) < depthRank(node.depth) ? [] : inputsOf(node),
  )
  return sourceIdsIn(nodes)
}

const scoreAt = (schema: JsonSchema): boolean => 'score' in ((schema['properties'] ?? {}) as object)

/** Whether a section can be null. A score cannot: its object says that there is none. */
export const mayBeNull = (endpoint: Endpoint, name: string, certain = identitySections(endpoint)): boolean =>
  !certain.has(name) && !scoreAt(endpoint.sections[name]!.shape.schema)

const sectionsOfScore = ({ sections }: Endpoint): readonly string[] =>
  Object.keys(sections).filter((name) => Object.values(sections[name]!.inputs).some(isScore))

/** The path of the endpoint's score, such as `data.water_quality_score`; null where it has none. */
export const scorePath = (endpoint: Endpoint): string | null => {
  const holding = sectionsOfScore(endpoint)
  const name = holding.find((each) => each.endsWith('_score')) ?? holding.find((each) => !each.includes('.'))
  return name === undefined ? null : `data.${name}`
}

/** The path of the score's bounds and possible ratings: `data.esg_assessment`, or `data` where they are flat. */
export const doubtPath = (endpoint: Endpoint): string | null => {
  const holding = sectionsOfScore(endpoint)
  if (holding.includes('bounds')) return 'data'
  const name = holding.find(
    (each) => 'bounds' in ((endpoint.sections[each]!.shape.schema['properties'] ?? {}) as object),
  )
  return name === undefined ? null : `data.${name}`
}
