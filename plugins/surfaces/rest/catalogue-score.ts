/**
 * The score of a look-up as the catalogue tells it: how it is weighed, what decides it, and where it stands in the
 * answer.
 */
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
import { doubtPath, scorePath, type EndpointSettings, type LoadedEndpoint } from '@domesday/core/surface'

const curve = {
  schema: {
    anyOf: [
      { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    description: 'Points by metric: corners of a line, or words',
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
    description: 'What it does to the score; unrated: there is none',
  } satisfies JsonSchema,
} as Shape<unknown>

export const scoreShape = object({
  path: text('Where the number stands in an answer'),
  doubt_path: orNull(text('Where its bounds, possible ratings and override stand; null where no section shows them')),
  weights: table(number()),
  curves: table(curve),
  spreads: table(number(), 'Points either way, of factors that are read from a wider area or another time'),
  gates: table(
    object({
      when: text('What has to be so'),
      score: optional(effect),
      confidence: optional(object({ at_most: choice(['low', 'medium', 'high']) })),
      provisional: optional(
        flag('Holds the score only while something is not known: once it is, the score may lie anywhere in its bounds'),
      ),
    }),
    'Facts that decide, whatever the factors add up to',
  ),
  bands: list(object({ from: number(), rating: text(), recommendation: text() })),
  grave: choice(['high', 'low'], 'Which end of the scale is the grave one'),
  minimum_weight: number(),
})

/** Null where the answer shows no score. */
export const scoreEntry = (
  { declared, scores: [score] }: LoadedEndpoint,
  { scoreOf }: EndpointSettings,
): Of<typeof scoreShape> | null => {
  const path = scorePath(declared)
  if (!score || path === null) return null
  const { weights, curves, spreads = {}, gates = {}, bands, minimum_weight } = scoreOf(score)
  const doubt_path = doubtPath(declared)
  return { path, doubt_path, weights, curves, spreads, gates, bands, grave: score.grave, minimum_weight }
}
