/** A score: weighed factors. Code supplies each factor's metric and its sentence; weights, curves and bands are data beside it. */
import type { Known, Node, Nodes } from './node.ts'
import { choice, integer, list, number, object, optional, orNull, text, type Of, type Shape } from './shape.ts'

/** Something a score reads: its inputs, and what they say. Nothing (null, undefined, false) means not known, or does not apply. */
export interface Part<T> {
  readonly inputs: Nodes
  readonly read: (known: any) => T | null | undefined | false
}
const part =
  <T>() =>
  <N extends Nodes>(inputs: N, read: (known: Known<N>) => T | null | undefined | false): Part<T> => ({ inputs, read })

/** The metric goes through the factor's curve to 0–100 points: a number along a line, or a word in a table. */
export interface Reading {
  readonly metric: number | string
  readonly detail: string
}
export const factor = part<Reading>()
/** A rule that sets the score, whatever the factors say. */
export interface Override {
  readonly score: number
  readonly detail: string
}
export const override = part<Override>()

const points = orNull(
  number({ description: 'What the metric is worth, 0 to 100; null where it is not known', minimum: 0, maximum: 100 }),
)
const weight = number({ description: 'The declared weight, a fraction of 1', minimum: 0, maximum: 1 })
const contribution = orNull(integer('Whole points of the score that come from this factor; null where it is not known'))
const detail = text('The finding in plain English, with its figures')
const signal = object({ factor: text('Name of the factor'), contribution, weight, points, detail })
const overridden = optional(
  object(
    { score: integer('The score that the rule sets'), reason: text('The rule, and why it applies') },
    'Present where a rule sets the score',
  ),
)

const head = {
  score: orNull(integer({ description: '0 to 100; null where too little is known', minimum: 0, maximum: 100 })),
  rating: orNull(text('The band that the score falls in')),
  confidence: choice(['high', 'medium', 'low'], 'high where at least 0.8 of the weight is known, medium from 0.5'),
  recommendation: text('What the rating suggests to do'),
}
export type Signal = Of<typeof signal>
/** The factors by themselves, for a score whose own shape holds none. */
export const signals = (about = 'Every factor, those that add nothing too'): Shape<readonly Signal[]> =>
  list(signal, about)
/** The usual shape of a score in an answer. */
export const scored = object({ ...head, signals: signals(), override: overridden })
export type Scored = Of<typeof scored>

/** The same with the list called `factors`. */
export const scoredAsFactors = object({ ...head, factors: signals(), override: overridden })
export const asFactors = ({ signals, ...rest }: Scored): Of<typeof scoredAsFactors> => ({ ...rest, factors: signals })

/** The same, where more points mean more risk: the contribution is called `risk_contribution`. */
const risk = object({ factor: text('Name of the factor'), risk_contribution: contribution, weight, points, detail })
export const riskFactors: Shape<readonly Of<typeof risk>[]> = list(risk, 'Every factor, those that add nothing too')
export const scoredAsRisk = object({ ...head, factors: riskFactors, override: overridden })
export const asRiskFactors = (signals: readonly Signal[]): Of<typeof riskFactors> =>
  signals.map(({ contribution, ...rest }) => ({ risk_contribution: contribution, ...rest }))
export const asRisk = ({ signals, ...rest }: Scored): Of<typeof scoredAsRisk> => ({
  ...rest,
  factors: asRiskFactors(signals),
})

export interface ScoreNode extends Node<Scored> {
  readonly kind: 'score'
  readonly id: string
  readonly factors: Readonly<Record<string, Part<Reading>>>
  readonly fixed?: Part<Override>
  /** Set for a score shared by endpoints: the folder of its package, where its `defaults.yaml` is. */
  readonly home?: string
}

/**
 * A score over factors. Without `home` its weights, curves and bands stand under `score:` in the endpoint's `defaults.yaml`; with it,
 * at the top of the one in that folder.
 */
export const score = (
  id: string,
  factors: Readonly<Record<string, Part<Reading>>>,
  { fixed, home }: { readonly fixed?: Part<Override>; readonly home?: string } = {},
): ScoreNode => ({
  kind: 'score',
  id,
  factors,
  ...(fixed && { fixed }),
  ...(home !== undefined && { home }),
  inputs: Object.fromEntries(
    Object.entries({ ...factors, ...(fixed && { override: fixed }) }).flatMap(([name, { inputs }]) =>
      Object.entries(inputs).map(([key, node]) => [`${name}.${key}`, node]),
    ),
  ),
})
