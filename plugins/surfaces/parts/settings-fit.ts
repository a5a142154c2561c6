/** Whether kept settings have what today's code reads of them: a release may have added a factor, a gate or a key. */
import { object, onceFor, table, type Endpoint, type JsonSchema, type ScoreNode, type Shape } from '@domesday/core'
import { check, ownSettings, scoreShape } from '@domesday/core/surface'

const any: Shape<unknown> = { schema: {} }
const endpointSchema = onceFor((endpoint: Endpoint) => {
  const own = ownSettings(endpoint)
  return object({ scores: table(any), ...(Object.keys(own).length > 0 && { settings: object(own) }) }).schema
})
const scoreSchema = onceFor(
  ({ factors, gates }: ScoreNode) => scoreShape(Object.keys(factors), Object.keys(gates?.gates ?? {})).schema,
)

/** Surplus keys do no harm: the code that read them is gone. */
const misfit = (schema: JsonSchema, value: unknown, at: readonly string[]): string | null => {
  const fault = check(schema, value).find(({ keyword }) => keyword !== 'additionalProperties')
  if (fault === undefined) return null
  const { missingProperty } = fault.params as { readonly missingProperty?: string }
  const path = [...at, ...fault.instancePath.split('/').slice(1), ...(missingProperty ? [missingProperty] : [])]
  const key = path.length === 0 ? 'they' : `'${path.join('.')}'`
  return missingProperty
    ? `its settings lack ${key}, which the code of today needs`
    : `its settings do not fit the code of today: ${key} ${fault.message}`
}

/** Why the settings of an endpoint do not fit; null where they do. Its scores are looked at by themselves. */
export const endpointMisfit = (endpoint: Endpoint, settings: unknown): string | null =>
  misfit(endpointSchema(endpoint), settings, [])

/** The same of those of one score. */
export const scoreMisfit = (score: ScoreNode, settings: unknown): string | null =>
  misfit(scoreSchema(score), settings, ['scores', score.id])
