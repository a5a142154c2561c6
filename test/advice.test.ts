/** Recommendations: short, made of what their answers hold, and never without the unknown that decides. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wordsIn } from '../core/index.ts'
import { projectRoot } from '../core/registry/load.ts'
import { tokens } from '../core/service/tokens.ts'
import { inspect } from '../core/service/configure.ts'
import { toldIn } from './golden/judged.ts'
import { sharedService } from './support/shared-service.ts'
import { leavesOpen, strayIn, type Told } from './support/told.ts'

const { plugins } = await inspect(join(projectRoot, 'config'), {})
const service = await sharedService()

interface Answered {
  readonly path: string
  readonly id: string
  readonly told: Told
  readonly isComplete: boolean
}

const answers: Answered[] = []
for (const [id, { scores }] of plugins.endpoints) {
  if (scores.length === 0) continue
  for (const example of Object.keys(service.container.get(tokens.configured).current().endpoint(id).examples)) {
    let signals: Told['signals'] = []
    for (const depth of ['full', 'standard', 'summary']) {
      const path = `${example}${example.includes('?') ? '&' : '?'}depth=${depth}`
      const { body } = await service.send(`/api/v1${path}`)
      const told = body?.data ? toldIn(example, body.data) : null
      if (told === null) continue
      // A score is the same at every depth, and one look-up shows its factors at full depth only.
      if (told.signals.length > 0) signals = told.signals
      answers.push({ path, id, told: { ...told, signals }, isComplete: body._meta.missing.length === 0 })
    }
  }
}

const decidingIn = ({ override, verdict_because: because = [], said = [] }: Told): number =>
  Math.max(because.length, override ? 1 + override.also.length : 0) + said.length

describe('a recommendation', () => {
  it('tells what its answer holds, and nothing else', () => {
    expect(answers.length).toBeGreaterThan(100)
    expect(
      answers.flatMap(({ path, id, told }) => (strayIn(id, told) === '' ? [] : [[path, strayIn(id, told)]])),
    ).toEqual([])
  })

  it('finds a sentence that stands nowhere in the answer', () => {
    const { id, told } = answers.find(({ told }) => told.rating !== null)!
    const told2 = { ...told, recommendation: `${told.recommendation} Material hazards are present.` }
    expect(strayIn(id, told2)).toBe('Material hazards are present.')
  })

  it('has at most sixty words, ninety where three facts decide, and half of that as a rule', () => {
    const long = answers.flatMap(({ path, told }) =>
      wordsIn(told.recommendation) > 45 + 15 * Math.min(3, Math.max(1, decidingIn(told)))
        ? [[path, wordsIn(told.recommendation), told.recommendation]]
        : [],
    )
    expect(long).toEqual([])
    const words = answers.map(({ told }) => wordsIn(told.recommendation)).toSorted((a, b) => a - b)
    expect(words[Math.floor(words.length / 2)]).toBeLessThanOrEqual(28)
  })

  it('says nothing twice', () => {
    const twice = answers.flatMap(({ path, told: { recommendation } }) => {
      const plain = recommendation.toLowerCase()
      const sentences = plain.split(/(?<=[.;]) /).map((one) => one.replace(/[.;]$/, ''))
      return sentences.some((one) => wordsIn(one) > 3 && plain.split(one).length > 2) ? [[path, recommendation]] : []
    })
    expect(twice).toEqual([])
  })

  it('names the unknown that decides where several ratings or verdicts are possible, and how to find out', () => {
    const unsure = answers.filter(
      ({ told }) => told.possible_ratings.length > 1 || (told.possible_verdicts ?? []).length > 1,
    )
    expect(unsure.filter(({ isComplete }) => isComplete).length).toBeGreaterThan(10)
    expect(unsure.flatMap(({ path, id, told }) => (leavesOpen(id, told) ? [[path, told.recommendation]] : []))).toEqual(
      [],
    )
  })
})
