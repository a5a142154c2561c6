/** A look-up that failed says, once, what can be done about it, and does it. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { countsDown } from './in-page.js'
import { servedBy } from './served.ts'

/** Two calls in eight seconds with one key. */
const strict = (dir: string): void =>
  appendFileSync(
    join(dir, 'service.yaml'),
    '\nlimits: { per_key: { calls: 2, per: 8s, burst: 0 }, per_address: { calls: 100000, per: 1m }, keys_per_address: { calls: 100, per: 1h } }\noverload: { event_loop_delay: 1h }\n',
  )

describe.skipIf(chromiumPath === null)('a failure', () => {
  const here = servedBy(() => ({ configure: strict }))
  const withCredits = async (credits: number) => here.visit({}, await here.service.key(credits))

  it('for want of credits names the price and the balance, and offers the depth that they pay for', async () => {
    const { page, go, send } = await withCredits(15)
    await go('/environment/WA11UH?depth=full')
    await send()
    const problem = page.locator('.problem')
    expect(await problem.getByText('credits at full depth').textContent()).toBe(
      'This look-up costs 24 credits at full depth; your key has 15 to spend.',
    )
    expect((await problem.textContent())!.match(/\b24\b/g)).toHaveLength(1)
    await problem.getByRole('button', { name: 'Show my key and what it was charged' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await problem.getByRole('button', { name: 'Look up at standard depth for 12 credits' }).click()
    await page.locator('.result').waitFor()
    expect(await page.locator('.charge').textContent()).toContain('12 credits charged · 3 left')
    expect(new URL(page.url()).hash).toBe('#/environment/WA11UH?depth=standard')
  })

  it('for want of any credits offers a free key over the sample data, and asks again with it', async () => {
    const { page, go, send } = await withCredits(1)
    await go('/environment/WA11UH?depth=full')
    await send()
    const problem = page.locator('.problem')
    expect(await problem.textContent()).toContain('No lower depth costs as little.')
    await problem.getByRole('button', { name: 'Get another free key' }).click()
    await problem.getByText('You have a new key with 200 credits.').waitFor()
    await problem.getByRole('button', { name: 'Look up for 24 credits' }).click()
    await page.locator('.result').waitFor()
    expect(await page.locator('.charge').textContent()).toContain('24 credits charged · 176 left')
  })

  it('for too many calls counts the seconds, and asks again after them', async () => {
    const key = await here.service.key(100)
    const { page, go, send } = await here.visit({}, key)
    await go('/vehicle/ZZ19DOM')
    // All calls are used up when the page's comes, however long that takes.
    await page.route(
      '**/api/v1/vehicle/**',
      async (route) => {
        let status = 200
        while (status !== 429) ({ status } = await here.service.send('/api/v1/vehicle/ZZ08BUK', { key }))
        await route.continue()
      },
      { times: 1 },
    )
    const counting = page.waitForFunction(countsDown)
    await send()
    const problem = page.locator('.problem')
    expect((await problem.textContent())!.match(/Try again/g)).toHaveLength(1)
    await counting
    const retry = problem.getByRole('button', { name: /^Try again/ })
    await problem.getByText('You can try again now.').waitFor()
    await retry.click()
    await page.locator('.result').waitFor()
  })

  it('of a parameter is said at its field, which has the focus, and nowhere else', async () => {
    const { page, go, send } = await withCredits(100)
    await go('/location/WA11UH')
    const radius = page.getByLabel('Radius')
    await radius.evaluate((input) => input.removeAttribute('max'))
    await radius.fill('90000')
    await send()
    const fault = await page.locator('.fault:visible').textContent()
    expect(fault).toContain('5000')
    expect(await page.locator('.problem').textContent()).toContain('Mend what the form marks: Radius.')
    expect(await page.locator('.problem').textContent()).not.toContain('5000')
    expect(await radius.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  })
})
