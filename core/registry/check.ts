/** Checks the declarations of endpoints at the start. Reports all faults at once, each with its endpoint. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../contract/endpoint.ts'
import { depthRank, depths } from '../contract/node.ts'
import { isScore, questionsIn, type AnyNode } from '../contract/node-kinds.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { shownPath } from '../contract/thrown-at.ts'
import { walk } from '../contract/walk.ts'
import { nodesOf } from './graph.ts'
import { schemaFaults } from './schema-faults.ts'

type Named = readonly [name: string, endpoint: Endpoint]

const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** The form of every id. */
export const isKebab = (id: string): boolean => kebab.test(id)

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!)

export const faultsOf = (declared: readonly Named[]): readonly string[] => [
  ...declared.flatMap(([name, endpoint]) => faultsIn(endpoint).map((fault) => `endpoint '${name}': ${fault}`)),
  ...clashes(declared, 'id', ({ id }) => id),
  ...clashes(declared, 'path', ({ path }) => path.replace(/\{[^}]*\}/g, '{}')),
  ...clashes(declared, 'tool', ({ tool }) => tool),
]

const clashes = (
  declared: readonly Named[],
  what: string,
  of: (endpoint: Endpoint) => string | undefined,
): readonly string[] => {
  const first = new Map<string, Named>()
  return declared.flatMap(([name, endpoint]) => {
    const value = of(endpoint)
    if (value === undefined) return []
    const other = first.get(value)
    if (other === undefined) first.set(value, [name, endpoint])
    if (other === undefined) return []
    if (other[1] === endpoint) return what === 'id' ? [`endpoint '${name}': is listed twice`] : []
    const [homes, named] = [[endpoint.home, other[1].home].map(shownPath), `'${other[0]}'`]
    return [`endpoint '${name}': has the ${what} '${value}' of endpoint ${named}: see ${homes.join(' and ')}`]
  })
}

const faultsIn = (endpoint: Endpoint): readonly string[] => {
  const missing = (['id', 'title', 'summary', 'home', 'path', 'asked', 'required', 'sections'] as const).filter(
    (key) => endpoint[key] === undefined,
  )
  if (missing.length > 0) return missing.map((key) => `has no ${key}`)
  return [
    ...namingFaults(endpoint),
    ...pathFaults(endpoint),
    ...askedFaults(endpoint),
    ...shapeFaults(endpoint),
    ...sectionFaults(endpoint),
    ...nationFaults(endpoint),
    ...scoreFaults(endpoint),
  ]
}

const namingFaults = ({ id, home, tool = 'none' }: Endpoint): readonly string[] => [
  ...(isKebab(id) ? [] : [`its id '${id}' is not kebab-case`]),
  ...(/^[a-zA-Z0-9_-]{1,64}$/.test(tool) ? [] : [`its tool '${tool}' is more than 64 of a-z, A-Z, 0-9, _ and -`]),
  ...(existsSync(join(home, 'defaults.yaml')) ? [] : ['has no defaults.yaml']),
]

const pathFaults = ({ path, asked }: Endpoint): readonly string[] => [
  ...(/^(\/([a-z][a-z0-9-]*|\{[a-z_]+\}))+$/.test(path)
    ? []
    : [`its path '${path}' is not of the form /name/{parameter}`]),
  ...parametersIn(path)
    .filter((name) => !(name in asked.shapes))
    .map((name) => `its path names {${name}}, which is not among its parameters`),
  ...['depth', 'include']
    .filter((name) => name in asked.shapes)
    .map((name) => `declares the parameter '${name}', which the core adds itself`),
]

/** The parameters of another `params(…)` never have values. */
const askedFaults = (endpoint: Endpoint): readonly string[] => {
  const named = [...nodesOf(endpoint)].flatMap((node) => (node.kind === 'asked' ? Object.keys(node.shapes) : []))
  return [...new Set(named)]
    .filter((name) => !(name in endpoint.asked.shapes))
    .map((name) => `uses the parameter '${name}', which is not among its parameters`)
}

const shapeFaults = (endpoint: Endpoint): readonly string[] =>
  [
    ...schemaFaults('parameter', endpoint.asked.shapes),
    ...[...nodesOf(endpoint)].flatMap((node) => (node.kind === 'settings' ? schemaFaults('setting', node.shapes) : [])),
    ...Object.entries(endpoint.sections).flatMap(([name, { shape }]) => schemaFaults('section', { [name]: shape })),
    ...questionsIn(nodesOf(endpoint)).flatMap(({ operation: { id, source, digest } }) =>
      schemaFaults('digest', { [`${source.id} ${id}`]: digest }),
    ),
  ].map((fault) => `its ${fault}`)

const sectionFaults = ({ sections }: Endpoint): readonly string[] => {
  const names = Object.keys(sections)
  return [
    ...(names.length > 0 ? [] : ['has no sections']),
    ...names
      .filter((name) => !depths.includes(sections[name]!.from))
      .map((name) => `its section '${name}' has no valid depth`),
    ...names.flatMap((name) => {
      const { beside } = sections[name]!
      return beside === undefined || beside in sections
        ? []
        : [`its section '${name}' stands beside '${beside}', which is no section`]
    }),
    ...names.flatMap((name) => {
      const parent = name.split('.').slice(0, -1).join('.')
      const above = sections[parent]
      if (above === undefined) return []
      return [
        ...(depthRank(above.from) > depthRank(sections[name]!.from)
          ? [`its section '${name}' has a lower depth than '${parent}', which contains it`]
          : []),
        ...(hasFields(above.shape.schema)
          ? []
          : [`its section '${name}' is inside '${parent}', whose shape is no object`]),
      ]
    }),
  ]
}

const hasFields = ({
  properties,
  anyOf = [],
}: {
  readonly properties?: unknown
  readonly anyOf?: readonly JsonSchema[]
}): boolean => properties !== undefined || anyOf.some(hasFields)

/** A source that covers only some nations is asked once the nation is known, so the nation must not depend on it. */
const nationFaults = ({ nation }: Endpoint): readonly string[] =>
  nation === undefined
    ? []
    : questionsIn(walk({ nation }))
        .filter(({ operation }) => operation.covers)
        .map(
          ({ operation: { id, source } }) =>
            `its nation rests on '${id}' of '${source.id}', which covers only some nations`,
        )

/** A subject must have the same score at every depth: no input of a score may depend on the depth or on `from`. */
const scoreFaults = (endpoint: Endpoint): readonly string[] => {
  const scores = [...nodesOf(endpoint)].filter(isScore)
  const own = scores.filter(({ home }) => home === undefined)
  return [
    ...(own.length > 1
      ? [`has ${own.length} scores of its own (${own.map(({ id }) => id).join(', ')}): all but one need a package`]
      : []),
    ...scores.flatMap((score) =>
      [...walk(score.inputs)].flatMap((node) =>
        depthBound(node).map((what) => `its score '${score.id}' rests on ${what}`),
      ),
    ),
  ]
}
const depthBound = (node: AnyNode): readonly string[] =>
  node.kind === 'depth' ? ['the depth'] : node.kind === 'from' ? [`what is asked only from '${node.depth}' up`] : []
