/** A lookup's score in the catalogue: its weights, curves, gates and position in the answer. */
import {
  choice,
  integer,
  list,
  number,
  object,
  optional,
  orNull,
  table,
  text,
  type JsonSchema,
  type Of,
  type Shape,
  flag,
} from '@domesday/core'
import {
  actionableSteps,
  doubtPath,
  scorePath,
  type EndpointSettings,
  type LoadedEndpoint,
} from '@domesday/core/surface'

const curve = {
  schema: {
    anyOf: [
      { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    description: 'Points by metric: the vertices of a line, or points by word',
  } satisfies JsonSchema,
} as Shape<unknown>

const points = (description: string) => optional(integer({ description, minimum: 0, maximum: 100 }))
const effect = {
  schema: {
    anyOf: [
      { const: 'unrated' },
      object({
        at_least: points('The score is this or more'),
        at_most: points('The score is this or less'),
        exactly: points('The score is this'),
      }).schema,
    ],
    description: 'Its effect on the score; unrated: there is no score',
  } satisfies JsonSchema,
} as Shape<unknown>

export const catalogueScoreShape = object({
  path: text('The path of the score in an answer'),
  doubt_path: orNull(text('The path of its bounds, possible ratings and override; null if no section shows them')),
  weights: table(number()),
  curves: table(curve),
  spreads: table(
    number(),
    'Uncertainty in points, plus or minus, of factors that come from a wider area or another time',
  ),
  gates: table(
    object({
      when: text('The condition'),
      score: optional(effect),
      confidence: optional(object({ at_most: choice(['low', 'medium', 'high']) })),
      provisional: optional(
        flag('Applies only while something is unknown: once it is known, the score may be anywhere in its bounds'),
      ),
    }),
    'Facts that override the sum of the factors',
  ),
  bands: list(object({ from: number(), rating: text(), recommendation: text() })),
  grave: choice(['high', 'low'], 'Which end of the scale is the serious one'),
  minimum_weight: number(),
  actionable: list(
    text(),
    'Factors that the subject itself can change: `/evidence/{id}/paths` is offered where there are any',
  ),
  ahead: flag('Whether time alone can change the rating: `/evidence/{id}/ahead` is offered'),
})

/** Null if the answer has no score. */
export const scoreEntry = (
  { declared, scores: [score] }: LoadedEndpoint,
  { scoreOf }: EndpointSettings,
): Of<typeof catalogueScoreShape> | null => {
  const path = scorePath(declared)
  if (!score || path === null) return null
  const settings = scoreOf(score)
  const { weights, curves, spreads = {}, gates = {}, bands, minimum_weight, ahead = false } = settings
  const doubt_path = doubtPath(declared)
  return {
    path,
    doubt_path,
    weights,
    curves,
    spreads,
    gates,
    bands,
    grave: score.grave,
    minimum_weight,
    actionable: [...actionableSteps(settings).keys()],
    ahead,
  }
}
