/** Whoever uses the keyboard stays where they were, or is led to what has come. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { focused } from './in-page.js'
import { served } from './served.ts'

describe.skipIf(chromiumPath === null)('the focus', () => {
  const here = served()
  const isOn = (page: Page, selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element === element.ownerDocument.activeElement)

  it('goes from the key’s button to the key, and to the balance when the dialogue closes', async () => {
    const { page, go } = await here.visit()
    await go()
    await page.getByRole('banner').getByRole('button', { name: 'Get a free key' }).press('Enter')
    const dialogue = page.getByRole('dialog', { name: 'Your key' })
    await dialogue.getByText('credits to spend').waitFor()
    expect(await page.locator('dialog :focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialogue.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(focused)).toBe('200 credits')
    await page.keyboard.press('Enter')
    await dialogue.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(focused)).toBe('200 credits')
  })

  it('goes from the form’s key button by way of the key to the look-up, and from there to the answer', async () => {
    const { page, go } = await here.visit()
    await go('/vehicle/ZZ19DOM')
    await page.locator('.cost button').press('Enter')
    const dialogue = page.getByRole('dialog', { name: 'Your key' })
    expect(await dialogue.getByRole('textbox', { name: /^The key/ }).inputValue()).toMatch(/^domesday_live_/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(focused)).toBe('Look up for 6 credits')
    await page.keyboard.press('Enter')
    await page.locator('.result').waitFor()
    await expect.poll(() => isOn(page, '.result')).toBe(true)
    expect(await page.locator('#said').textContent()).toMatch(/^The answer is here\. 6 credits charged/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focused)).toBe('Picture')
  })

  it('stays on the look-up while it runs, and goes to what went wrong', async () => {
    const { page, go } = here.reader
    await go('/location/WA11UH')
    await page.getByLabel('Postcode').fill('ZZ9 9ZZ')
    const held = Promise.withResolvers<void>(),
      asked = Promise.withResolvers<void>()
    await page.route('**/api/v1/location/**', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.locator('.ask button.primary').press('Enter')
    await asked.promise
    expect(await isOn(page, '.ask button.primary')).toBe(true)
    held.resolve()
    await page.locator('.problem').waitFor()
    await expect.poll(() => isOn(page, '#problem-title')).toBe(true)
    await page.locator('.problem').getByRole('button', { name: 'WA11UH' }).press('Enter')
    await page.locator('.result').waitFor()
    await expect.poll(() => isOn(page, '.result')).toBe(true)
  })

  it('is left to whoever has gone on to something else', async () => {
    const { page, go } = here.reader
    await go('/location/WA11UH')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/location/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.locator('.ask button.primary').press('Enter')
    await page.getByLabel('Radius').focus()
    held.resolve()
    await page.locator('.result').waitFor()
    expect(await page.getByLabel('Radius').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  })

  it('lists what the key was charged, with subjects where the service names them, and leads back to the look-ups', async () => {
    const { page, go } = await here.visit({}, here.key)
    const row = { at: '2026-11-01T10:00:00.000Z', kind: 'charge', amount: -12, balance: 76, request_id: null }
    await page.route('**/account', (route) =>
      route.fulfill({
        json: {
          data: {
            id: 'key',
            balance: 76,
            held: 0,
            ledger: [
              { ...row, endpoint: 'energy', depth: 'full', subject: 'WA1 1UH' },
              { ...row, endpoint: 'energy', depth: 'standard', subject: null },
              { ...row, kind: 'grant', amount: 100, endpoint: null, depth: null },
            ],
          },
        },
      }),
    )
    await go()
    await page.locator('.balance-button').press('Enter')
    const cells = (i: number) => page.locator('dialog tbody tr').nth(i).locator('td').allTextContents()
    await page.locator('dialog tbody tr').first().waitFor()
    expect((await cells(0)).slice(1)).toEqual(['energy, full — WA1 1UH', '−12', '76'])
    expect((await cells(1)).slice(1)).toEqual(['energy, standard', '−12', '76'])
    expect((await cells(2)).slice(1)).toEqual(['Grant', '+100', '76'])
    await page.getByRole('link', { name: 'energy, full' }).press('Enter')
    await page.locator('.ask').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByLabel('Postcode').inputValue()).toBe('WA1 1UH')
  })
})
