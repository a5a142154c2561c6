import { describe, expect, it } from 'vitest'
import type { Scored, Signal } from '../../../core/contract/score.ts'
import { worked } from './worked.ts'

const signal = (factor: string, rest: Partial<Signal>): Signal => ({
  factor,
  contribution: 10,
  weight: 0.4,
  points: 25,
  detail: `About ${factor}.`,
  ...rest,
})
const scored = (rest: Partial<Scored> = {}): Scored => ({
  score: 20,
  rating: 'LOW',
  confidence: 'high',
  recommendation: '',
  signals: [signal('a', {}), signal('b', {})],
  bounds: { low: 20, high: 20 },
  possible_ratings: ['LOW'],
  ...rest,
})

describe('a worked example', () => {
  it('shows no span where nothing is in doubt', () => {
    const text = worked('/place/X', scored())
    expect(text).toContain('`/place/X` in the sample data scores **20**, LOW, with confidence high.\n')
    expect(text).toContain('| factor | points | weight | adds | finding |')
    expect(text).not.toContain('bounds')
  })

  it('shows partly known and unknown factors, and how the bounds follow', () => {
    const text = worked(
      '/place/X',
      scored({
        bounds: { low: 13, high: 60 },
        possible_ratings: ['HIGH', 'MODERATE', 'LOW'],
        confidence: 'low',
        signals: [
          signal('a', { points_between: [10, 40] }),
          signal('b', { weight: 0.2, points: null, contribution: null, points_between: [0, 100] }),
          signal('c', { weight: 0.1, points: null, contribution: null }),
        ],
      }),
    )
    expect(text).toContain('scores **20**, LOW, between 13 and 60, possibly HIGH or MODERATE, with confidence low.')
    expect(text).toContain('| a | 25 | 10 and 40 | 0.4 | 10 | About a. |')
    expect(text).toContain('| b | – | 0 and 100 | 0.2 | – | About b. |')
    expect(text).toContain('| c | – | – | 0.1 | – | About c. |')
    expect(text).toContain('divided by the weight that is known (0.4)')
    expect(text).toContain('over the weight of all of these (0.6): 13 and 60.')
  })

  it('names the facts that decide', () => {
    const override = { score: 90, reason: 'It is wound up.', also: ['A petition stands.'] }
    expect(worked('/x', scored({ score: 90, override }))).toContain(
      'with confidence high. A fact overrides the factors: It is wound up. A petition stands.\n',
    )
  })
})
