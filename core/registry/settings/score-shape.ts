/** The shape of a score's settings: an endpoint's `score:`, and the file of a score package. */
import { choice, flag, list, number, object, optional, type Shape } from '../../contract/shape.ts'
import type { Actionable, Advice, Curve, GateEffect, ScoreSettings } from '../../contract/score-settings.ts'
import { fraction, keyed, named, nonEmpty, onlyIf, points } from './shapes.ts'

/** A list holds pairs, a map is a table of words; each keyword applies to one of the two. */
const steps = <T>(what: string, each: Shape<T>['schema'], fewest = 1): Shape<T> => ({
  schema: {
    type: ['array', 'object'],
    expects: `a list of ${fewest > 1 ? 'at least two ' : ''}[metric, ${what}], or ${what} by word`,
    minItems: fewest,
    items: {
      type: 'array',
      expects: `a pair [metric, ${what}]`,
      minItems: 2,
      maxItems: 2,
      prefixItems: [{ type: 'number' }, each],
    },
    minProperties: 1,
    additionalProperties: each,
  },
})
const curve = steps<Curve>('points', points.schema, 2)
const advice = steps<Advice>('text', { ...nonEmpty.schema, type: ['string', 'null'] })

const wholePoints = { type: 'integer', minimum: 0, maximum: 100 }
const gateScore: Shape<NonNullable<GateEffect['score']>> = {
  schema: {
    type: ['object', 'string'],
    expects: "'unrated', or one of at_least, at_most and exactly with its points",
    pattern: '^unrated$',
    minProperties: 1,
    maxProperties: 1,
    properties: { at_least: wholePoints, at_most: wholePoints, exactly: wholePoints },
    additionalProperties: false,
  },
}

const gateEffect: Shape<GateEffect> = object({
  when: nonEmpty,
  score: optional(gateScore),
  confidence: optional(object({ at_most: choice(['low', 'medium', 'high']) })),
  provisional: optional(flag()),
})

const actionable = (factors: readonly string[]): Shape<Actionable> => ({
  schema: {
    type: ['array', 'object'],
    expects: 'factors, each with the least step of its metric, such as 1, or a list of factors that take whole steps',
    minItems: 1,
    uniqueItems: true,
    items: choice(factors).schema,
    minProperties: 1,
    properties: Object.fromEntries(factors.map((factor) => [factor, number({ exclusiveMinimum: 0 }).schema])),
    additionalProperties: false,
  },
})

/** What a file may leave out has a usual value. */
export type WrittenScore = Omit<ScoreSettings, 'minimum_weight'> & Partial<Pick<ScoreSettings, 'minimum_weight'>>

export const scoreShape = (factors: readonly string[], gates: readonly string[] = []): Shape<WrittenScore> =>
  object({
    weights: keyed(factors, fraction),
    curves: keyed(factors, curve),
    spreads: optional(keyed([], points, factors)),
    bands: list(object({ from: points, rating: nonEmpty, recommendation: nonEmpty }), { minItems: 1 }),
    minimum_weight: optional(fraction),
    advice: optional({
      schema: object({ ...named(gates, optional(nonEmpty)), ...named(factors, optional(advice)) }).schema,
    } as Shape<Readonly<Record<string, Advice>>>),
    find_out: optional(keyed([], nonEmpty, [...factors, ...gates])),
    actionable: optional(actionable(factors)),
    ahead: optional(flag()),
    ...onlyIf(gates.length > 0, { gates: keyed(gates, gateEffect) }),
  })
