/** The evidence of an answer in the console: asked for when it is opened, free, in words. */
import { describe, expect, it } from 'vitest'
import { keepEarlier } from '../../core/service/earlier.ts'
import { chromiumPath, visit } from './chromium.ts'
import { leastContrast, openAll, overflow } from './in-page.js'
import { served } from './served.ts'

const place = '/entity/99000025?depth=full'

describe.skipIf(chromiumPath === null)('the evidence of an answer', () => {
  const here = served()
  const opened = async (options: Parameters<typeof visit>[2] = {}) => {
    const key = await here.service.key(1000)
    const account = (await here.service.send('/account', { key })).body.data
    await keepEarlier(here.service.container, account.id)
    const visited = await visit(here.browser, here.service.origin, options, key)
    const asked: string[] = []
    visited.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visited.go(place)
    await visited.send()
    const panel = visited.page.locator('.evidence')
    const open = async (): Promise<void> => {
      await panel.locator('summary').first().press('Enter')
      await panel.locator('.evidence-causes').waitFor()
    }
    return { ...visited, key, panel, asked, open }
  }

  it('costs no call before it is opened, and no credit after', async () => {
    const { asked, open, key, complaints, close } = await opened()
    expect(asked.filter((path) => path.startsWith('/evidence'))).toEqual([])
    const before = (await here.service.send('/account', { key })).body.data.balance
    await open()
    expect(asked.filter((path) => path.startsWith('/evidence')).length).toBeGreaterThan(2)
    expect((await here.service.send('/account', { key })).body.data.balance).toBe(before)
    expect(complaints).toEqual([])
    await close()
  })

  it('draws what was asked, and tells the score of last time beside that of today, with why', async () => {
    const { panel, open, close } = await opened()
    await open()
    const asks = await panel.locator('.asks li').count()
    expect(asks).toBeGreaterThan(10)
    await panel.getByText('The same as a table').click()
    expect(await panel.locator('tbody tr').count()).toBe(asks)
    expect(
      await panel
        .getByRole('row', { name: /appointments/ })
        .first()
        .innerText(),
    ).toMatch(/ ms\s.*: /s)

    expect(await panel.locator('.evidence-ends div').allTextContents()).toEqual([
      expect.stringMatching(/^Last time, as of 5 Aug 2026.*29 Moderate risk$/),
      expect.stringMatching(/^Today, as of 15 Oct 2026.*51 High risk$/),
    ])
    expect(await panel.locator('.evidence-causes .chip').allTextContents()).toEqual(['0', '0', '+12', '+10', '+22'])
    const factor = panel.locator('.evidence-factors > li', { hasText: 'Confirmation statement' })
    expect(await factor.textContent()).toContain('adds 8, before 0')
    expect(await factor.locator('dd').allTextContents()).toEqual([
      'The confirmation statement is not overdue; the next is due by 21 August 2026.',
      'The confirmation statement is 55 days overdue.',
    ])
    await panel.getByText('Filings total: one change').click()
    expect(await panel.locator('.evidence-patch:visible').textContent()).toContain('"value":20')
    await close()
  })

  it('tells when the rating changes by itself, what another takes, and why a look is refused', async () => {
    const { page, panel, open, close } = await opened()
    await open()
    await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
    await panel.getByText(/^If nothing is filed, the rating stays high risk from 15 Oct 2026 to /).waitFor()
    await panel.getByLabel('To reach').selectOption('LOW_RISK')
    await panel.getByRole('button', { name: 'Find the least changes' }).click()
    await panel.getByText('The registrar proposes to strike it off').last().waitFor()
    expect(await panel.locator('.evidence-walls').count()).toBe(1)
    await panel.getByLabel('To reach').selectOption('HIGH_RISK')
    await panel.getByRole('button', { name: 'Find the least changes' }).click()
    await panel.getByText('It is high risk already.').waitFor()
    for (let i = 0; i < 8; i++) {
      const answered = page.waitForResponse(/\/ahead/)
      await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
      await answered
    }
    await panel.getByText(/^Too many looks in a minute\. Try again in \d+ s\.$/).waitFor()
    await close()
  })

  it('is handed out as a file, and as a signed one', async () => {
    const { page, panel, open, close } = await opened()
    await open()
    for (const [name, ending] of [
      ['The pack (JSON)', '.json'],
      ['The signed file', '.jws.json'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await panel.getByRole('button', { name }).click()
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^ev_[0-9a-f]{12}${ending.replaceAll('.', '\\.')}$`))
    }
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be read in the ${colorScheme} scheme on a narrow screen`, async () => {
      const { page, open, close } = await opened({ colorScheme, viewport: { width: 360, height: 800 } })
      await open()
      await page.evaluate(openAll)
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      expect((await page.evaluate(leastContrast)).ratio).toBeGreaterThanOrEqual(4.5)
      await close()
    })
})
