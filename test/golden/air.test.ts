/** The air of a year as the maps have it, which decides, and that of this hour, which does not. */
import { afterAll, describe, expect, it } from 'vitest'
import { air, flooding, ground, radon, waterbody } from './places-world.ts'
import { both, down, figures } from './wire.ts'
import { forgetImports, openGoldenWorld, type StandIn } from './world.ts'

afterAll(forgetImports)

const asked = ['/environment/WA11UH', '/property/WA11UH?depth=full'] as const
/** The score and its factor of air, in both endpoints. */
const look = async (standIn: StandIn) => {
  const world = await openGoldenWorld({ pull: ['defra-air-annual'], inPart: true }, standIn)
  try {
    const [environment, property] = [await world.get(asked[0]), await world.get(asked[1])]
    expect([environment.status, property.status]).toEqual([200, 200])
    const score = environment.body.data.risk_score
    const factor = score.factors.find((one: { factor: string }) => one.factor === 'air_quality')
    const { score: same, factors } = property.body.data.environmental_risk
    expect(same).toBe(score.score)
    expect(factors.find((one: { factor: string }) => one.factor === 'air_quality')).toMatchObject({
      detail: factor.detail,
    })
    return { score, factor, body: environment.body }
  } finally {
    await world.close()
  }
}
/** What the maps say of the square of WA1 1UH: null is not modelled. */
const square = (no2: number | null, pm25: number | null, pm10: number | null): StandIn =>
  both(
    ...[no2, pm25, pm10].map((mean, i) =>
      figures(
        'defra-air-annual',
        { path: [/mapno2/, /mappm25/, /mappm10/][i]! },
        { ',360500,388500,': mean ?? 'MISSING' },
      ),
    ),
  )

describe('the air of a year', () => {
  it('at the limit is as bad as air is scored', async () => {
    const { factor, score } = await look(square(40, 8, 13))
    expect(factor).toMatchObject({ points: 100, risk_contribution: 15 })
    expect(factor.detail).toMatch(/^NO2 averaged 40 µg\/m³ in 2024.*The UK limit is 40/)
    const clean = await look(square(9, 4.5, 12))
    expect(clean.factor).toMatchObject({ points: 0, risk_contribution: 0 })
    expect(score.score).toBe(clean.score.score + 15)
  })

  it('with all else at its worst is severe', async () => {
    const rest = both(flooding('High', 'High'), ground(3), radon(6), waterbody('Bad'))
    const { score } = await look(both(square(45, 21, 30), rest))
    expect(score.rating).toBe('SEVERE')
    expect(score.score).toBeGreaterThanOrEqual(85)
  })

  it('is what counts, not a foul hour or a clean one', async () => {
    const scores = []
    for (const hour of [air(2), air(600), down('uk-air')]) {
      const { score } = await look(both(square(22, 9, 15), hour))
      scores.push(score)
    }
    expect(scores[1]).toEqual(scores[0])
    expect(scores[2]).toEqual(scores[0])
  })

  it('is this or worse where one pollutant is not modelled, and where its map did not come', async () => {
    const gone = down('defra-air-annual', { path: /mappm25|mapno2/ })
    for (const standIn of [square(22, null, 15), both(gone, square(22, 9, 30))]) {
      const { factor } = await look(standIn)
      expect(factor.points_between[1]).toBe(100)
      expect(factor.detail).toMatch(/Not known here: .*PM2\.5/)
    }
  })

  it('is not known in a square that is not modelled, which is no clean air', async () => {
    const { factor, score, body } = await look(square(null, null, null))
    expect(factor).toMatchObject({
      points: null,
      detail: 'Not known: the air of this square kilometre is not modelled.',
    })
    expect(score.bounds.high - score.bounds.low).toBeGreaterThanOrEqual(15)
    expect(body.data.air_quality_annual).toBeNull()
    expect(body._meta.missing).toContainEqual({
      section: 'air_quality_annual',
      source: 'defra-air-annual',
      reason: 'no_data',
    })
  })
})
