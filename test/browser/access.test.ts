import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { faults, focused, focusOutline, keepKey, leastContrast, openAll, overflow, paper, visible } from './in-page.js'
import { pagesPrinted } from './pages-printed.ts'
import { served } from './served.ts'

const answers = [
  '/entity/99000025?depth=full',
  '/report/entity/99000033',
  '/trade/0201100021',
  '/report/entity/99000066',
  '/location/GY11WR?depth=full',
  '/vehicle/ZZ08BUK',
  '/education/WA11UH?depth=full',
  '/energy/WA11UH?depth=full',
  '/location/WA11UH?depth=full',
]

describe.skipIf(chromiumPath === null)('the console for everybody', () => {
  const here = served()

  it('can be used with the keyboard alone, from getting a key to reading the evidence', async () => {
    const { page, go } = await here.visit()
    await go()
    const tabTo = async (text: string | RegExp): Promise<void> => {
      for (let i = 0; i < 120; i++) {
        await page.keyboard.press('Tab')
        const now = await page.evaluate(focused)
        if (typeof text === 'string' ? now === text : text.test(now)) return
      }
      throw new Error(`The keyboard does not reach ${text}`)
    }
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focused)).toBe('Skip to the look-up')
    await tabTo('Get a free key')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await tabTo(/^Vehicle history/)
    await page.keyboard.press('Enter')
    await page.locator('.ask').waitFor()
    expect(await page.evaluate(focused)).toBe('Vehicle history')
    await tabTo(/^Look up for 6 credits/)
    await page.keyboard.press('Enter')
    await page.locator('.result').waitFor()
    await tabTo('Picture')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await tabTo(/^Pass rate/)
    await page.keyboard.press('Enter')
    expect(await page.locator('.factor[open] .factor-evidence').isVisible()).toBe(true)
    await tabTo('What if the weights were different?')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const before = await page.locator('.dial-score').textContent()
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowLeft')
    expect(await page.locator('.dial-score').textContent()).not.toBe(before)
    expect(await page.evaluate(focusOutline)).toBe('solid')
  })

  it('says what happened to those who do not see it', async () => {
    const { page, go, send } = here.reader
    await go('/energy/WA11UH')
    await send()
    const said = page.locator('#said')
    expect([await said.getAttribute('aria-live'), await said.textContent()]).toEqual([
      'polite',
      expect.stringMatching(/^The answer is here\. 12 credits charged, [\d,]+ left\.$/),
    ])
  })

  it.each(['', 'entity', ...answers])(
    'names every control and picture and keeps its headings in order: %s',
    async (hash) => {
      const { page, go, send } = here.reader
      await go(hash)
      if (hash.startsWith('/')) await send()
      await page.evaluate(openAll)
      expect(await page.evaluate(faults)).toEqual([])
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    },
  )

  it('keeps a contrast of 4.5 to 1 in the dark scheme and in the light one', async () => {
    const { page, go, send } = await here.visit({ colorScheme: 'dark' }, here.key)
    for (const hash of answers.slice(0, 6)) {
      await go(hash)
      await send()
      for (const [colorScheme, colour] of [
        ['dark', 'rgb(20, 23, 26)'],
        ['light', 'rgb(246, 244, 238)'],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        const { ratio, text } = await page.evaluate(leastContrast)
        expect(ratio, `${colorScheme}, ${hash}: ${text}`).toBeGreaterThanOrEqual(4.5)
        expect(await page.evaluate(paper)).toBe(colour)
      }
      await page.emulateMedia({ colorScheme: 'dark' })
    }
  })

  it('changes its scheme at a button', async () => {
    const { page, go } = await here.visit({ colorScheme: 'light' })
    await go()
    await page.getByRole('button', { name: 'Dark mode' }).click()
    expect(await page.evaluate(paper)).toBe('rgb(20, 23, 26)')
  })

  it('fits a screen of 380 pixels', async () => {
    const { page, go, send } = await here.visit({ viewport: { width: 380, height: 800 } }, here.key)
    await go()
    expect(await page.evaluate(overflow)).toBe(0)
    for (const hash of answers) {
      await go(hash)
      await send()
      expect(await page.evaluate(overflow), hash).toBe(0)
    }
    for (const name of ['JSON', 'Code']) {
      await page.getByRole('tab', { name }).click()
      expect(await page.evaluate(overflow), name).toBe(0)
    }
  })

  it.each([
    '/entity/99000033?depth=full',
    '/entity/99000025?depth=full',
    '/education/WA11UH?depth=full',
    '/property/WA11UH?depth=full',
    '/trade/0201100021',
  ])('has no table that needs scrolling sideways on a wide screen: %s', async (hash) => {
    const { page, go, send } = here.reader
    await go(hash)
    await send()
    expect(
      await page
        .locator('.scroll')
        .evaluateAll((tables) =>
          tables.flatMap((table) =>
            table.checkVisibility() && table.scrollWidth > table.clientWidth + 1
              ? [table.getAttribute('aria-label')]
              : [],
          ),
        ),
    ).toEqual([])
  })

  it('prints the report without the controls, with its sources and the time', async () => {
    const { page, go, send } = here.reader
    await go('/report/entity/99000033')
    await send()
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(visible, '.ask, .top, .drawer, .result-bar')).toBe(0)
    for (const text of ['Do not engage', 'TALLOWMERE HOMES LIMITED'])
      expect(await page.getByText(text, { exact: true }).first().isVisible()).toBe(true)
    expect(await page.locator('.panel.sources').isVisible()).toBe(true)
    expect(await page.locator('.print-only').textContent()).toMatch(/^Domesday, \d+ \w+ \d{4}/)
    await page.emulateMedia({ media: null })
  })

  it.each([
    ['/report/entity/99000025', 4],
    ['/report/entity/99000033', 4],
    ['/report/entity/99000066', 4],
    ['/environment/WA11UH', 3],
    ['/property/WA11UH?depth=full', 4],
  ])('prints %s on at most %i pages, the last of which is no orphan', async (hash, most) => {
    const { page, go, send } = here.reader
    await go(hash)
    await send()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const pages = pagesPrinted(pdf)
    expect(pages.length).toBe(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length)
    expect(pages.length).toBeLessThanOrEqual(most)
    expect(pages.at(-1)!.lines).toBeGreaterThan(5)
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(visible, '.curve, .legend, .sources > p')).toBe(0)
    await page.emulateMedia({ media: null })
  })

  it('shows the reference without a word to anyone outside, dark where the page is dark, and asks with the key of the console', async () => {
    const { page, complaints, strangers } = await here.visit()
    await page.goto(`${here.service.origin}/docs`)
    await page.locator('.opblock').first().waitFor()
    const { paths } = (await here.service.send('/openapi.json')).body
    expect(await page.locator('.opblock').count()).toBe(
      Object.values<object>(paths).flatMap((methods) => Object.keys(methods)).length,
    )
    await page.locator('.opblock').first().getByRole('button').first().click()
    await page.locator('.opblock .parameters').first().waitFor()
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] })

    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => page.evaluate(paper)).toBe('rgb(20, 23, 26)')
    expect(await page.locator('.opblock [aria-label="authorization button unlocked"]').count()).toBeGreaterThan(0)
    await page.evaluate(keepKey, await here.service.key(10))
    await page.reload()
    await page.locator('.opblock [aria-label="authorization button locked"]').first().waitFor()
  })
})
