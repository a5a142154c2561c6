/** What the console shows of doubt and of facts that decide. */
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { served } from './served.ts'

const inSentence = (word: string): string => word.toLowerCase().replaceAll('_', ' ')

describe.skipIf(chromiumPath === null)('the console', () => {
  const here = served()
  const shown = async (address: string) => {
    const { page, go, send } = here.reader
    await go(address)
    await send()
    return { card: page.locator('.card.is-score'), data: (await here.service.send(`/api/v1${address}`)).body.data }
  }

  it('draws between what a score lies, names the other ratings, and marks what is known in part or not at all', async () => {
    const { card, data } = await shown('/trade/0201100021')
    const { score, rating, bounds, possible_ratings: possible, signals } = data.tariff_impact_score
    const others = possible.filter((one: string) => one !== rating).map(inSentence)
    const span = `between ${bounds.low} and ${bounds.high}`
    const label = `Score ${score} of 100, ${inSentence(rating)}; ${span}; possibly ${others.join(' or ')}`
    const dial = card.getByRole('img', { name: label, exact: true })
    expect([await dial.locator('.dial-span').count(), await dial.locator('.dial-needle').count()]).toEqual([1, 1])
    // Each stretch of the span has the colour of its rating: a span up to the gravest is not drawn as good news.
    const tones = await dial
      .locator('.dial-span path')
      .evaluateAll((arcs) => arcs.map((arc) => arc.getAttribute('class')))
    expect(tones).toEqual(['tone-fair', 'tone-good'])
    expect(await dial.locator('.dial-of').textContent()).toBe(`of 100, ${span}`)
    expect(await dial.locator('.dial-band.is-here').count()).toBe(possible.length)
    expect((await card.locator('.others').textContent())?.toLowerCase()).toBe(`possibly ${others.join(' or ')}`)
    const marks = await card
      .locator('.factor')
      .evaluateAll((factors) => factors.map((factor) => factor.querySelector('.factor-mark')?.textContent ?? null))
    expect(marks).toEqual(
      signals.map(({ points, points_between: between }: { points: number | null; points_between?: number[] }) =>
        between ? (points === null ? 'not known' : 'known in part') : null,
      ),
    )
    const partial = signals.findIndex(({ points, points_between: of }: any) => points !== null && of)
    const factor = card.locator('.factor').nth(partial)
    expect(await factor.locator('.factor-span').count()).toBe(1)
    await factor.locator('summary').click()
    const { points, points_between: of } = signals[partial]
    expect(await factor.getByText(`${points} of 100, between ${of[0]} and ${of[1]}`, { exact: true }).isVisible()).toBe(
      true,
    )
  })

  it('keeps the span of a what-if by its own weights, and advises what its rating does', async () => {
    const { card, data } = await shown('/trade/0201100021')
    const label = () => card.locator('.dial').getAttribute('aria-label')
    const answered = await label()
    await card.getByText('What if the weights were different?').click()
    await card.getByRole('slider', { name: 'Duty rate' }).fill('0')
    await card.getByRole('slider', { name: 'Specific duty' }).fill('0')
    const { bounds } = data.tariff_impact_score
    expect(await label()).toMatch(/^Score \d+ of 100, [a-z]+$/)
    await card.getByRole('slider', { name: 'Specific duty' }).fill('60')
    const [, low, high] = /between (\d+) and (\d+);/.exec((await label())!)!.map(Number)
    expect(high! - low!).toBeGreaterThan(bounds.high - bounds.low)
    expect(await card.locator('.recommendation').textContent()).toMatch(
      /^It may be .*, depending on what is not known\. \S/,
    )
    await card.getByRole('button', { name: 'Back to the weights of the service' }).click()
    expect(await label()).toBe(answered)
  })

  it('says of a verdict what else it may be and what decides it, once', async () => {
    const { card, data } = await shown('/report/entity/99000066')
    const verdict = card.locator('.verdict')
    expect(await verdict.locator('.verdict-others').textContent()).toBe('Possibly enhanced due diligence.')
    expect(await verdict.locator('li').allTextContents()).toEqual(data.verdict_because)
    expect(await card.locator('.recommendation').textContent()).not.toContain(data.verdict_because[0])
    const headings = await here.reader.page.getByRole('heading').allTextContents()
    expect(headings.filter((heading) => /verdict|bounds|ratings|override/i.test(heading))).toEqual([])
    expect(await here.reader.page.getByText('Possible ratings').count()).toBe(0)
  })

  it('shows the facts that decide a score instead of other weights', async () => {
    const { card, data } = await shown('/director/Lucan%20Threlfell')
    const { score, override } = data.risk_score
    const box = card.locator('.override')
    const sum = data.risk_score.signals.reduce((all: number, of: any) => all + (of.contribution ?? 0), 0)
    expect(await box.locator('p').textContent()).toBe(
      `One fact decides: it sets the score to ${score}. The factors add up to ${sum}.`,
    )
    expect(await box.locator('li').allTextContents()).toEqual([override.reason, ...override.also])
    expect(await card.getByText('What if the weights were different?').count()).toBe(0)
    const report = await shown('/report/entity/99000033')
    expect(await report.card.locator('.override').textContent()).toBe(
      'One fact decides: it sets the score to 90. The factors add up to 62.',
    )
    const { card: unmoved } = await shown('/entity/99000025')
    expect(await unmoved.locator('.override p').textContent()).toBe(
      'One fact decides, though the factors add up to as much.',
    )
  })

  it('says why there is no score, and between what it would lie', async () => {
    const { page, go, send } = here.reader
    const facts = ['A notice has a code that nobody knows.', 'A second one too.']
    await page.route('**/api/v1/trade/**', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), accept: 'application/json' } })
      const body = await response.json()
      Object.assign(body.data.tariff_impact_score, {
        score: null,
        rating: null,
        confidence: 'low',
        override: { score: null, reason: facts[0], also: facts.slice(1) },
      })
      await route.fulfill({ response, json: body })
    })
    await go('/trade/0201100021')
    await send()
    const card = page.locator('.card.is-score')
    expect(await card.locator('.dial').getAttribute('aria-label')).toMatch(
      /^No score: a fact forbids one; between \d+ and \d+; possibly (high, )?moderate or low$/,
    )
    expect(await card.locator('.override p').textContent()).toBe('2 facts decide: they forbid a score.')
    expect(await card.locator('.override li').allTextContents()).toEqual(facts)
  })
})
