/** A look-up that was paid for is shown again for nothing in the same browser, and to nobody else. */
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { keepKey } from './in-page.js'
import { served } from './served.ts'

describe.skipIf(chromiumPath === null)('an answer that was paid for', () => {
  const here = served()
  const balance = async (key: string): Promise<number> =>
    (await here.service.send('/account', { key })).body.data.balance as number

  it('is shown again for nothing after a reload and from its link, and asked anew for its price', async () => {
    const key = await here.service.key(100)
    const { page, go, send, complaints } = await here.visit({}, key)
    await go('/vehicle/ZZ19DOM')
    await send()
    expect(await page.locator('.charge').textContent()).toMatch(/^6 credits charged · 94 left/)

    await page.reload()
    await page.locator('.result').waitFor()
    expect(await page.locator('.charge').textContent()).toMatch(/^Stored answer, not charged again · 94 left/)
    await go('/vehicle/ZZ08BUK')
    expect(await page.locator('.result').count()).toBe(0)
    // By way of the first view, as it was opened.
    await page.goBack()
    await page.goBack()
    await page.locator('.result').waitFor()
    expect(await balance(key)).toBe(94)

    await page.getByRole('button', { name: 'Ask again for 6 credits' }).click()
    await page.getByText('6 credits charged', { exact: true }).waitFor()
    expect(await balance(key)).toBe(88)
    expect(complaints).toEqual([])
  })

  it('is asked for first, with its price, where another key is used', async () => {
    const [mine, yours] = [await here.service.key(100), await here.service.key(100)]
    const { page, go, send } = await here.visit({}, mine)
    await go('/vehicle/ZZ19DOM')
    await send()
    const other = await page.context().newPage()
    await other.addInitScript(keepKey, yours)
    await other.goto(page.url())
    await other.getByText(/^This costs 6 credits/).waitFor()
    expect(await other.locator('.result').count()).toBe(0)
    expect(await balance(yours)).toBe(100)
  })

  it('is not paid for twice where it was lost on its way, and nothing is said that is not known', async () => {
    const key = await here.service.key(100)
    const { page, go, send } = await here.visit({}, key)
    await go('/vehicle/ZZ19DOM')
    await page.route('**/api/v1/vehicle/**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send()
    expect(await page.locator('.problem').textContent()).toContain('It is not known whether it was charged.')
    expect(await balance(key)).toBe(94)
    await page.unroute('**/api/v1/vehicle/**')
    await page.getByRole('button', { name: /^Look up for/ }).click()
    await page.getByText('Stored answer, not charged again').waitFor()
    expect(await balance(key)).toBe(94)
  })
})
