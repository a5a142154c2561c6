/** Other weights are tried with sliders that say what they do, and are kept in the address of the page. */
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { served } from './served.ts'

describe.skipIf(chromiumPath === null)('a what-if', () => {
  const here = served()
  const opened = async (address: string, { page, go, send } = here.reader) => {
    await go(address)
    await send()
    const card = page.locator('.card.is-score')
    await card.getByText('What if the weights were different?').click()
    const shares = async (): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries(
        await card
          .locator('.slider')
          .evaluateAll((sliders) =>
            sliders.map((slider) => [
              slider.querySelector('label')?.textContent,
              slider.querySelector('.slider-share')?.textContent,
            ]),
          ),
      )
    return { page, go, send, card, shares, slider: (name: string) => card.getByRole('slider', { name }) }
  }

  it('gives a factor all of the weight at the end of its slider and none at the start, as it says', async () => {
    const { card, shares, slider } = await opened('/environment/WA11UH')
    const { factors } = (await here.service.send('/api/v1/environment/WA11UH')).body.data.risk_score
    const label = ([first = '', ...rest]: string): string => first.toUpperCase() + rest.join('').replaceAll('_', ' ')
    const [one, other] = factors.map(({ factor }: { factor: string }) => label(factor))
    await slider(one).fill('100')
    expect(Object.entries(await shares()).filter(([, share]) => share !== '0 %')).toEqual([[one, '100 %']])
    expect(await card.locator('.dial-score').textContent()).toBe(
      String(Math.round(factors[0].points ?? factors[0].score)),
    )
    // Brought back, the others have the proportion that they had.
    await slider(one).fill('50')
    const half = Object.entries(await shares()).map(([name, share]) => [name, Number.parseInt(share)] as const)
    expect(half.reduce((sum, [, share]) => sum + share, 0)).toBe(100)
    for (const [i, [name, share]] of half.entries())
      if (name !== one)
        expect(Math.abs(share - (50 * factors[i].weight) / (1 - factors[0].weight)), name).toBeLessThan(1)
    await slider(one).fill('0')
    expect((await shares())[one]).toBe('0 %')
    await slider(other).fill('100')
    expect((await shares())[other]).toBe('100 %')
    expect(await slider(other).inputValue()).toBe('100')
  })

  it('has an address that shows it again, is never sent, and goes with the weights', async () => {
    const { page, card, slider } = await opened('/vehicle/ZZ19DOM', await here.visit({}, here.key))
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await slider('Pass rate').fill('80')
    const said = await card.locator('.whatif-said').textContent()
    expect(said).toMatch(/^What if: \d+/)
    expect(new URL(page.url()).hash).toMatch(/^#\/vehicle\/ZZ19DOM\?weights=.*pass_rate:80/)

    await page.reload()
    await card.getByText('What-if', { exact: true }).waitFor()
    expect(await card.locator('.whatif-said').textContent()).toBe(said)
    expect(await slider('Pass rate').inputValue()).toBe('80')
    expect(sent.filter((url) => url.includes('weights'))).toEqual([])

    const link = page.url()
    await card.getByRole('button', { name: 'Back to the weights of the service' }).click()
    expect(new URL(page.url()).hash).toBe('#/vehicle/ZZ19DOM')
    expect(await page.locator(':focus').getAttribute('type')).toBe('range')
    await page.reload()
    await card.waitFor()
    expect(await card.getByText('What-if', { exact: true }).isVisible()).toBe(false)

    // For somebody else, who has to ask first.
    const { page: theirs } = await here.visit({}, await here.service.key(10))
    await theirs.goto(link)
    await theirs.getByRole('button', { name: /^Look up for/ }).click()
    await theirs.locator('.whatif-said').waitFor()
    expect(await theirs.locator('.whatif-said').textContent()).toBe(said)
  })

  it('keeps the address to one subject, and takes no weights that are not of its factors', async () => {
    const { page, go, send, slider } = await opened('/vehicle/ZZ19DOM')
    await slider('Pass rate').fill('80')
    await page.getByLabel('Registration').fill('ZZ08BUK')
    await page.getByRole('button', { name: /^Look up for/ }).click()
    await page.waitForURL((url) => url.hash === '#/vehicle/ZZ08BUK')
    for (const weights of ['nonsense:100', 'pass_rate:40', 'pass_rate', '']) {
      await go(`/vehicle/ZZ19DOM?weights=${weights}`)
      await send()
      expect(await page.locator('.whatif-mark:visible').count(), weights).toBe(0)
    }
  })
})
