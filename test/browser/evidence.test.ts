/** The evidence of an answer in the console: asked for when it is opened, free, in words. */
import { describe, expect, it } from 'vitest'
import { keepEarlier } from '../../core/service/earlier.ts'
import { chromiumPath, type Screen } from './chromium.ts'
import { faults, focused, focusOutline, leastContrast, openAll, overflow } from './in-page.js'
import { served } from './served.ts'

const place = '/entity/99000025?depth=full'

describe.skipIf(chromiumPath === null)('the evidence of an answer', () => {
  const here = served()
  const opened = async (screen: Screen = {}, at = place) => {
    const key = await here.service.key(1000)
    await keepEarlier(here.service.container)
    const visited = await here.visit(screen, key)
    const asked: string[] = []
    visited.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visited.go(at)
    await visited.send()
    // Each day of a look is another replay, and a third of them shows the same; one test looks as far as the page does.
    await visited.page.route('**/ahead?days=400', (route) =>
      route.continue({ url: route.request().url().replace('400', '120') }),
    )
    const panel = visited.page.locator('.evidence')
    const open = async (): Promise<void> => {
      await panel.locator('summary').first().press('Enter')
      await panel.locator('.evidence-causes').waitFor()
    }
    return { ...visited, key, panel, asked, open }
  }

  it('costs no call before it is opened, and no credit after', async () => {
    const { asked, open, key, complaints } = await opened()
    expect(asked.filter((path) => path.startsWith('/evidence'))).toEqual([])
    const before = (await here.service.send('/account', { key })).body.data.balance
    await open()
    expect(asked.filter((path) => path.startsWith('/evidence')).length).toBeGreaterThan(2)
    expect((await here.service.send('/account', { key })).body.data.balance).toBe(before)
    expect(complaints).toEqual([])
  })

  it('draws what was asked, and tells the score of last time beside that of today, with why', async () => {
    const { panel, open } = await opened()
    await open()
    const asks = await panel.locator('.asks li:not(.asks-axis)').count()
    expect(asks).toBeGreaterThan(10)
    await panel.getByText('The same as a table').click()
    expect(await panel.getByRole('region', { name: 'Questions' }).locator('tbody tr').count()).toBe(asks)
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
    const patch = panel.getByRole('region', { name: 'Changes of filings total' })
    expect(await patch.locator('tbody td, tbody th').allTextContents()).toEqual(['Changed', 'all of it', '20'])
    await panel.getByText('Risk signals: ').click()
    await panel.getByRole('cell', { name: 'Strike off proposed' }).waitFor()
  })

  it('draws when the rating changes by itself, seen from today and from last time', async () => {
    const { page, panel, open } = await opened()
    await page.unrouteAll()
    await open()
    await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
    // How far it looks depends on the processor.
    await panel
      .getByText(/^If nothing is filed, the rating stays high risk from 15 Oct 2026 to \d+ \w+ 202[67]\./)
      .waitFor()
    await panel.getByText('If nothing had been filed, the rating would have changed on one day:').waitFor()
    const turns = panel.locator('.evidence-turns > li')
    expect(await turns.count()).toBe(1)
    expect(await turns.first().innerText()).toMatch(
      /^30 Aug 2026 25 days later\s+34 Moderate risk → 35 High risk\s+Accounts .* overdue.*\s+The confirmation statement is 9 days/,
    )
    await panel.getByText('For 15 Oct 2026 it foresaw high risk. That is what happened.').waitFor()
    expect(await panel.locator('.ribbons').getAttribute('aria-label')).toMatch(
      new RegExp(
        '^Seen from 5 Aug 2026: moderate risk from 5 Aug 2026, high risk from 30 Aug 2026, to [^.]+. ' +
          'Seen from 15 Oct 2026: high risk from 15 Oct 2026, to [^.]+$',
      ),
    )
    const periods = panel.locator('.ribbon-period')
    const at = await periods.evaluateAll((all) => all.map(({ style }) => [style.left, style.width].map(parseFloat)))
    expect(at.length).toBe(3)
    const [[start, short], [next, long], [today]] = at as [[number, number], [number, number], [number, number]]
    expect([start, next]).toEqual([0, short])
    expect(short).toBeLessThan(long)
    expect(today / short).toBeCloseTo(71 / 25, 1)
  })

  it('draws what another rating takes: steps from last time, a wall from today', async () => {
    const { panel, open } = await opened()
    await open()
    const find = async (rating: string): Promise<void> => {
      await panel.getByLabel('To reach').selectOption(rating)
      await panel.getByRole('button', { name: 'Find the least changes' }).click()
    }
    await find('LOW_RISK')
    const [today, then] = [
      panel.locator('.evidence-beside > div').first(),
      panel.locator('.evidence-beside > div').last(),
    ]
    await today.getByText('Nothing that the subject can change reaches low risk.').waitFor()
    expect(await today.locator('.evidence-walls li').allTextContents()).toEqual([
      'The registrar proposes to strike it off, and no objection has suspended that.',
    ])
    expect(await then.locator('.evidence-steps p').allTextContents()).toEqual([
      'Filing delays from 52 to 0 of 100 points',
      expect.stringMatching(/^As it stood: Accounts to 30 September 2025 are 36 days overdue/),
    ])
    expect(await then.locator('.step-way').getAttribute('width')).toBe('52')
    expect(await then.innerText()).toContain('Reaches 16 Low risk')
    await find('CRITICAL_RISK')
    await panel.getByText('Each of these is enough by itself:').waitFor()
    expect(await today.locator('.evidence-ways > li').count()).toBe(3)
    expect(await then.innerText()).toContain('Nothing that the subject can change reaches critical risk.')
    await find('HIGH_RISK')
    await panel.getByText('It is high risk already.').waitFor()
  })

  it('says in words where time alone and the subject change nothing', async () => {
    const { panel } = await opened({}, '/environment/WA11UH')
    await panel.locator('summary').first().press('Enter')
    await panel.getByText('Never: time alone does not change this rating.').waitFor()
    await panel.getByText('Nothing that this score weighs is the subject’s to change.').waitFor()
    await panel.getByText('The score is the same: what changed does not move it by a whole point.').waitFor()
    expect(await panel.getByRole('button').allTextContents()).toEqual(['The signed file', 'The pack (JSON)'])
  })

  it('shows the whole answer of then for nothing, with what lay ahead of it', async () => {
    const { page, panel, key, open } = await opened()
    await open()
    const before = (await here.service.send('/account', { key })).body.data.balance
    await panel.getByRole('link', { name: 'The whole answer as it was then' }).press('Enter')
    await page.getByRole('button', { name: 'Look up for 0 credits' }).press('Enter')
    await page.getByText('The answer of 5 Aug 2026, as it was then.').waitFor()
    await panel.locator('summary').first().press('Enter')
    await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
    await panel.getByText('If nothing is filed, the rating changes on one day:').waitFor()
    await panel.getByText('No earlier answer to this question is kept for your key').waitFor()
    expect(await panel.locator('.ribbon').count()).toBe(1)
    expect((await here.service.send('/account', { key })).body.data.balance).toBe(before)
  })

  it('tells why a look is refused, and tries again on request', async () => {
    const { page, panel, key, open } = await opened()
    await open()
    const look = panel.getByRole('button', { name: 'Look 400 days ahead' })
    await page.route('**/ahead?*', (route) => route.abort())
    await look.press('Enter')
    await panel.getByRole('alert').waitFor()
    await page.unroute('**/ahead?*')
    await panel.getByRole('button', { name: 'Try again' }).press('Enter')
    await panel.getByText(/^If nothing is filed, the rating stays/).waitFor()
    expect(await panel.getByRole('alert').count()).toBe(0)
    const later = {
      code: 'cannot_be_replayed',
      title: '',
      detail: 'ev_0 cannot be replayed: this is not kept',
      status: 409,
    }
    await page.route('**/ahead?*', (route) => route.fulfill({ status: 409, json: later }))
    await look.press('Enter')
    await panel.getByText('This answer cannot be made again from its evidence. This is not kept').waitFor()
    expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.unroute('**/ahead?*')
    // All looks of a minute are used up when the page's come, however long that takes.
    await page.route('**/ahead?*', async (route) => {
      const { pathname } = new URL(route.request().url())
      let status = 200
      while (status !== 429) ({ status } = await here.service.send(`${pathname}?days=1`, { key }))
      await route.continue()
    })
    await look.click()
    await panel.getByText(/^Too many looks in a minute\. Try again in \d+ s\.$/).waitFor()
  })

  it('is worked by keys alone, with the focus in sight', async () => {
    const { page, panel } = await opened()
    await panel.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    await panel.locator('.evidence-causes').waitFor()
    const passed: string[] = []
    for (let i = 0; i < 40 && passed.at(-1) !== 'The pack (JSON)'; i++) {
      await page.keyboard.press('Tab')
      passed.push(await page.evaluate(focused))
      expect(await page.evaluate(focusOutline), passed.at(-1)).toBe('solid')
      if (passed.at(-1) !== 'Look 400 days ahead') continue
      await page.keyboard.press('Enter')
      await panel.locator('.ribbons').waitFor()
      expect(await page.evaluate(focused)).toBe('Look 400 days ahead')
    }
    expect(passed).toEqual(
      expect.arrayContaining(['The same as a table, with what each waited for', 'Find the least changes']),
    )
    expect(passed.at(-1)).toBe('The pack (JSON)')
  })

  it('is handed out as a file, and as a signed one', async () => {
    const { page, panel, open } = await opened()
    await open()
    for (const [name, ending] of [
      ['The pack (JSON)', '.json'],
      ['The signed file', '.jws.json'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await panel.getByRole('button', { name }).click()
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^ev_[0-9a-f]{12}${ending.replaceAll('.', '\\.')}$`))
    }
  })

  it('can be read in the light scheme and in the dark one on a narrow screen', async () => {
    const { page, panel, open } = await opened({ viewport: { width: 360, height: 800 } })
    await open()
    await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
    await panel.getByRole('button', { name: 'Find the least changes' }).click()
    await panel.locator('.ribbons').waitFor()
    await panel.locator('.evidence-walls').waitFor()
    await page.evaluate(openAll)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      expect((await page.evaluate(leastContrast)).ratio, colorScheme).toBeGreaterThanOrEqual(4.5)
      expect(await page.evaluate(faults)).toEqual([])
    }
  })
})
