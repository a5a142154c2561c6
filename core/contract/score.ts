/**
 * A score: weighted factors. Code supplies each factor's metric and sentence; weights, curves and bands are data
 * beside it.
 */
import { inputsOfParts, type GatesNode } from './gate.ts'
import type { Shown } from './node.ts'
import type { Factor } from './reading.ts'
import { choice, integer, list, number, object, optional, orNull, text, type Of, type Shape } from './shape.ts'

const points = orNull(
  number({ description: 'What the metric is worth, 0 to 100; null where it is not known', minimum: 0, maximum: 100 }),
)
export const pointsBetween = optional(
  list(number({ minimum: 0, maximum: 100 }), {
    description: 'The fewest and the most points that are possible; present where the factor is not known, or in part',
    minItems: 2,
    maxItems: 2,
  }),
)
const weight = number({ description: 'The declared weight, a fraction of 1', minimum: 0, maximum: 1 })
const contribution = orNull(integer('Whole points of the score that come from this factor; null where it is not known'))
const detail = text('The finding in plain English, with its figures')
const rest = { weight, points, points_between: pointsBetween, detail }
const signal = object({ factor: text('Name of the factor'), contribution, ...rest })
const whole = { minimum: 0, maximum: 100 }

/** Members that every score has beside its factors. */
export const doubt = {
  bounds: object(
    { low: integer({ description: 'The lowest', ...whole }), high: integer({ description: 'The highest', ...whole }) },
    'Between what the score lies whatever the unknown turns out to be; both are the score where nothing is unknown',
  ),
  possible_ratings: list(text(), 'The ratings within the bounds, those of the highest scores first'),
  override: optional(
    object(
      {
        score: orNull(
          integer({ description: 'The score with all facts that decide; null where they forbid one', ...whole }),
        ),
        reason: text('The fact that moved the score most'),
        also: list(text(), 'The other facts that hold'),
      },
      'Present where a fact decides, whatever the factors add up to',
    ),
  ),
  said: optional(list(text(), 'Facts that hold and have no effect on the score; left out where there are none')),
}

export const confidence = choice(
  ['high', 'medium', 'low'],
  'high where one rating is possible, medium where two neighbours are; low otherwise, or below half of the weight',
)

const head = {
  score: orNull(integer({ description: '0 to 100; null where too little is known', ...whole })),
  rating: orNull(text('The band that the score falls in')),
  confidence,
  recommendation: text('The facts that decide, what to do about each, and what the rating asks for'),
}
export type Signal = Of<typeof signal>
/** The factors alone, for a score whose own shape has none. */
export const signals = (about = 'Every factor, those that add nothing too'): Shape<readonly Signal[]> =>
  list(signal, about)
/** The usual shape of a score in an answer. */
export const scored = object({ ...head, signals: signals(), ...doubt })
export type Scored = Of<typeof scored>

/** The usual shape where more points mean more risk: a contribution is called `risk_contribution`. */
const risk = object({ factor: text('Name of the factor'), risk_contribution: contribution, ...rest })
export const riskFactors: Shape<readonly Of<typeof risk>[]> = list(risk, 'Every factor, those that add nothing too')
export const scoredAsRisk = object({ ...head, factors: riskFactors, ...doubt })
export const asRiskFactors = (signals: readonly Signal[]): Of<typeof riskFactors> =>
  signals.map(({ contribution, ...rest }) => ({ risk_contribution: contribution, ...rest }))
export const asRisk = ({ signals, ...rest }: Scored): Of<typeof scoredAsRisk> => ({
  ...rest,
  factors: asRiskFactors(signals),
})

export interface ScoreNode extends Shown<Scored> {
  readonly kind: 'score'
  readonly id: string
  readonly factors: Readonly<Record<string, Factor>>
  /** What each gate does to the score is in the settings, under `gates`. */
  readonly gates?: GatesNode
  /** The bad end of the scale: of the findings, those nearest to it are told first. */
  readonly grave: 'high' | 'low'
  /** Of a score that endpoints share: the folder of its package, with its `defaults.yaml`. */
  readonly home?: string
}

/**
 * A score over factors. Without `home` its settings stand under `score:` in the endpoint's `defaults.yaml`; with it, at
 * the top of the `defaults.yaml` in that folder.
 */
export const score = (
  id: string,
  factors: Readonly<Record<string, Factor>>,
  {
    gates,
    grave = 'low',
    home,
  }: { readonly gates?: GatesNode; readonly grave?: 'high' | 'low'; readonly home?: string } = {},
): ScoreNode => ({
  kind: 'score',
  shape: scored,
  id,
  factors,
  grave,
  ...(gates && { gates }),
  ...(home !== undefined && { home }),
  inputs: { ...inputsOfParts(factors), ...(gates && { gates }) },
})
