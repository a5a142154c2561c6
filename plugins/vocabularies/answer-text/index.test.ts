import { describe, expect, it } from 'vitest'
import { answerAsText } from './index.ts'

const meta = { credits_charged: 4, sources: ['gazette'], missing: [], attribution: [] }
const draw = (data: object, more: object = {}): string =>
  answerAsText({ data, _meta: { ...meta, ...more } } as never, { colour: false })
const signal = (factor: string, rest: object) => ({
  factor,
  weight: 0.2,
  points: 0,
  contribution: 0,
  detail: 'Told.',
  ...rest,
})
const score = {
  score: 78,
  rating: 'GOOD',
  confidence: 'medium',
  recommendation: 'Ask again.',
  signals: [signal('flood', {})],
  bounds: { low: 60, high: 95 },
  possible_ratings: ['GOOD', 'FAIR'],
}

it('sets many figures of several items side by side', () => {
  const figures = Object.fromEntries([...'abcdefghijk'].map((name, i) => [name, 1_000 * i]))
  const years = [
    { on: '2025-12-31', ...figures, cash: -8_100, url: `https://example.org/${'long/'.repeat(10)}` },
    { on: '2024-12-31', ...figures, cash: null, url: null },
  ]
  expect(draw({ figures: { years } })).toContain(
    '  years (2)\n    on    2025-12-31  2024-12-31\n    a              0           0\n    b          1,000       1,000\n',
  )
  expect(draw({ figures: { years } })).toMatch(/\n {4}cash {6}-8,100 {11}–\n/)
  expect(draw({ figures: { years } })).not.toContain('example.org')
})

describe('a score in words', () => {
  it('has its span, the other ratings that are possible, and its confidence', () => {
    const [head, ...rest] = draw({ health_score: score }).split('\n')
    expect(head).toMatch(/^health_score {2}█+░+ 78 \(between 60 and 95\): GOOD, possibly FAIR; confidence medium$/)
    expect(rest.join('\n')).not.toMatch(/bounds|possible_ratings/)
    const sure = { ...score, bounds: { low: 78, high: 78 }, possible_ratings: ['GOOD'], confidence: 'high' }
    expect(draw({ health_score: sure })).toContain(' 78: GOOD; confidence high\n')
    expect(draw({ health_score: { ...score, possible_ratings: ['GOOD', 'FAIR', 'POOR'] } })).toContain(
      ' GOOD, possibly FAIR or POOR;',
    )
  })

  it('shows the bounds if there is no score', () => {
    expect(draw({ health_score: { ...score, score: null, rating: null, confidence: 'low' } })).toContain(
      'health_score  no score (between 60 and 95): possibly GOOD or FAIR; confidence low\n    Ask again.\n',
    )
  })

  it('is that of an older server too, which sends no bounds', () => {
    const { bounds: _, possible_ratings: __, ...old } = score
    expect(draw({ health_score: old })).toContain(' 78: GOOD; confidence medium\n')
  })

  it('names every fact that decides, once', () => {
    const recommendation = 'An order was made. It is wound up. Give no credit.'
    const override = { score: 90, reason: 'It is wound up.', also: ['An order was made.'] }
    expect(draw({ distress_score: { ...score, score: 90, recommendation, override } })).toContain(
      '\n    set to 90 because: It is wound up.\n    and also: An order was made.\n    Give no credit.\n',
    )
    const signals = [signal('a', { contribution: 60 }), signal('b', { contribution: 30 })]
    expect(draw({ distress_score: { ...score, score: 90, signals, recommendation, override } })).toContain(
      '\n    decides, though the factors add up to as much: It is wound up.\n    and also: An order was made.\n',
    )
    const forbidden = { ...score, score: null, rating: null, override: { ...override, score: null, also: [] } }
    expect(draw({ distress_score: forbidden })).toContain('\n    no score because: It is wound up.\n')
  })

  it('says between what a factor is worth that is known in part or not at all, and marks one that does not apply', () => {
    const text = draw({
      health_score: {
        ...score,
        signals: [
          signal('a', { points: 60, contribution: 30, points_between: [45, 75] }),
          signal('d', { points: 100, contribution: 50 }),
          signal('b', { points: null, contribution: null, points_between: [0, 100], detail: 'Not known.' }),
          signal('c', { points: null, contribution: null, detail: 'Does not apply: there is none.' }),
        ],
      },
    })
    expect(text).toContain('    a   30 of 50  Told. Worth between 45 and 75 of 100 points.\n')
    expect(text).toContain('    d   50 of 50  Told.\n')
    expect(text).toContain('    b    ? of 20  Not known. Worth between 0 and 100 of 100 points.\n')
    expect(text).toContain('    c    – of 20  Does not apply: there is none.\n')
  })
})

it('a flat score is shown as one, and a verdict with its reasons', () => {
  const text = draw({
    verdict: 'PROCEED_WITH_CAUTION',
    possible_verdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
    verdict_because: ['The Gazette was not looked at.', 'The Gazette was not looked at.'],
    distress_score: 18,
    rating: 'LOW_RISK',
    confidence: 'low',
    bounds: { low: 18, high: 90 },
    possible_ratings: ['CRITICAL_RISK', 'LOW_RISK'],
    recommendation: 'The Gazette was not looked at. Deal within a low limit.',
    signals: score.signals,
    entity: { name: 'X LIMITED' },
  })
  expect(text.split('\n\n').slice(0, 3)).toEqual([
    'verdict  PROCEED_WITH_CAUTION, possibly DO_NOT_ENGAGE\n    because: The Gazette was not looked at.',
    [
      `distress_score  ${'█'.repeat(7)}${'░'.repeat(33)} 18 (between 18 and 90): LOW_RISK, possibly CRITICAL_RISK; confidence low`,
      '    Deal within a low limit.',
      '    flood    0 of 100  Told.',
    ].join('\n'),
    'entity\n  name  X LIMITED',
  ])
})

it('a gap is shown once, with its sections and the time to retry', () => {
  const gap = { section: 'notices', source: 'gazette', reason: 'not_asked', retry_after_s: 20 }
  const told = { source: 'gazette', reason: 'not_asked', sections: ['notices', 'bounds'], detail: 'It was not asked.' }
  expect(draw({ notices: null }, { missing: [gap], gaps: [{ ...told, retry_after_s: 20 }] })).toContain(
    '\nnot known\n  notices, bounds: It was not asked. Another try may help in 20 s.\n',
  )
  // An earlier release told no more than this.
  expect(draw({ notices: null }, { missing: [gap] })).toContain('\nnot known\n  notices: gazette not_asked ')
})

it('a list of objects names its columns, and leaves none of them out of a line', () => {
  const risks = [
    { kind: 'river', level: 'high', metres: 10, parts: [] },
    { kind: 'sea', level: null, metres: 40, parts: [] },
  ]
  expect(draw({ risks })).toContain('risks (2)  kind  level  metres\n  · river  high  10\n  · sea  –  40\n')
})

it('what it costs is told, or that it is not charged', () => {
  const one = { data: { a: 1 }, _meta: { ...meta, credits_charged: 1 } } as never
  expect(answerAsText(one, { colour: false })).toContain('1 credit · gazette')
  expect(answerAsText(one, { colour: false, charged: false })).toContain('not charged · gazette')
})

it('the time for which it was made is told, where the server says it', () => {
  expect(draw({ a: 1 }, { as_at: '2026-10-15T09:00:00.000Z', sandbox: true })).toMatch(
    /^4 credits · as at 2026-10-15 09:00 UTC · gazette · sample data$/m,
  )
})
