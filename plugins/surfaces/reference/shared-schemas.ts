/** The schemas that answers share, by the names that the API reference gives them. */
import { point, scored, scoredAsRisk, type JsonSchema, type Shape } from '@domesday/core'
import { candidateSchema, type Plugins } from '@domesday/core/surface'
import { answerSchema } from '@domesday/surface-parts/answer-schema'

type Schemas = Readonly<Record<string, JsonSchema>>

const fieldOf = ({ fields }: Shape<any>, name: string): Shape<any> => fields![name]!
const propertyOf = (schema: JsonSchema, name: string): JsonSchema => (schema['properties'] as Schemas)[name]!

/** `_meta` of look-ups by name has `matched`: there are two of it. */
const metas = (plugins: Plugins): Schemas => {
  const endpoints = [...plugins.endpoints.values()]
  const metaOf = (isNamed: boolean): JsonSchema | undefined => {
    const found = endpoints.find(({ declared }) => (declared.matched !== undefined) === isNamed)
    return found && propertyOf(answerSchema(found), '_meta')
  }
  const [plain, named] = [metaOf(false), metaOf(true)]
  const any = plain ?? named
  return {
    ...(plain && { Meta: plain }),
    ...(named && { MetaOfName: named }),
    ...(any && {
      Missing: propertyOf(any, 'missing')['items'] as JsonSchema,
      Gap: propertyOf(any, 'gaps')['items'] as JsonSchema,
      Payment: propertyOf(any, 'paid'),
    }),
  }
}

/** Those that have a name as their title: what a package uses in several places. */
const titled = (value: unknown): readonly (readonly [string, JsonSchema])[] => {
  if (typeof value !== 'object' || value === null) return []
  const { title, properties } = value as JsonSchema
  const inside = Object.values(value).flatMap(titled)
  const isNamed = properties !== undefined && typeof title === 'string' && /^[A-Z][A-Za-z]+$/.test(title)
  return isNamed ? [[title, { ...value, type: 'object' }], ...inside] : inside
}

export const sharedSchemas = (plugins: Plugins): Schemas => ({
  Score: scored.schema,
  Factor: fieldOf(scored, 'signals').member!.schema,
  RiskScore: scoredAsRisk.schema,
  RiskFactor: fieldOf(scoredAsRisk, 'factors').member!.schema,
  Bounds: fieldOf(scored, 'bounds').schema,
  Override: fieldOf(scored, 'override').schema,
  Point: point().schema,
  Candidate: candidateSchema,
  ...metas(plugins),
  ...Object.fromEntries([...plugins.endpoints.values()].flatMap((endpoint) => titled(answerSchema(endpoint)))),
})
