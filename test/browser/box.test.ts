/** The first box: whatever a person types leads to the page of what it names. */
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { faults, focused, leastContrast, overflow } from './in-page.js'
import { served } from './served.ts'

const question = 'What do you want to know?'

describe.skipIf(chromiumPath === null)('the first box', () => {
  const here = served()
  const open = async ({ page, go, complaints } = here.reader) => {
    await go()
    await page.locator('.sample-kind').first().waitFor()
    const box = page.getByRole('combobox', { name: question })
    await box.fill('')
    return { page, complaints, box }
  }

  it.each([
    ['wa1 1uh', 'wa1 1uh — a place by postcode, 13 look-ups', '#/subject/postcode/WA11UH', 13],
    ['99000017', '99000017 — a company by company number, 3 look-ups', '#/subject/company/99000017', 3],
    ['zz08 buk', 'zz08 buk — a vehicle by registration, 1 look-up', '#/subject/vehicle/ZZ08BUK', 1],
    ['0101300000', '0101300000 — goods by commodity code, 1 look-up', '#/subject/goods/0101300000', 1],
    [
      'Qm7-aVeRiLtHoRnQuIsT_000017',
      'Qm7-aVeRiLtHoRnQuIsT_000017 — a person by officer id, 1 look-up',
      '#/subject/person/Qm7-aVeRiLtHoRnQuIsT_000017',
      1,
    ],
    ['donkeys', 'donkeys — goods', '#/subject/goods/donkeys', 1],
    ['Quill  Marsh', 'Quill Marsh — as a company’s name', '#/subject/company/Quill%20Marsh', 3],
    ['Ada Marsh', 'Ada Marsh — as a person’s name', '#/subject/person/Ada%20Marsh', 1],
    ['village halls', 'village halls — as a topic', '#/subject/topic/village%20halls', 3],
  ])('offers what %s can be, and leads there', async (typed, offer, address, parts) => {
    const { page, box, complaints } = await open()
    await box.fill(typed)
    await page.getByRole('option', { name: offer, exact: true }).click()
    await page.locator('.subject-page').waitFor()
    expect(new URL(page.url()).hash).toBe(address)
    expect(await page.locator('.part').count()).toBe(parts)
    expect([await page.locator('.result, .brief').count(), complaints]).toEqual([0, []])
  })

  it('finds sample subjects by what is said of them', async () => {
    const { page, box } = await open()
    await box.fill('brackenfold')
    const names = await page.getByRole('option').allTextContents()
    expect(names).toContainEqual(
      expect.stringMatching(/^99000025 — a company: Brackenfold Logistics: overdue accounts/),
    )
    await box.fill('odometer')
    expect(await page.getByRole('option').first().textContent()).toMatch(/^ZZ08BUK — a vehicle: An old diesel/)
  })

  it('narrows the list of look-ups too, and never says that nothing answers', async () => {
    const { page, box } = await open()
    const shown = () => page.locator('.pick-group a:visible .pick-title').allTextContents()
    const said = () => page.locator('.seek [role=status]').textContent()
    await box.fill('company credit check')
    expect(await said()).toMatch(/^\d+ of \d+ have most of these words\.$/)
    expect(await shown()).toContain('Due diligence report')
    expect(await page.getByRole('option').allTextContents()).toContain('company credit check — as a topic')
    await box.fill('WA1 1UH')
    expect((await shown()).length).toBe(13)
    await box.fill('xyzzyx')
    expect(await said()).toBe('No look-up has these words: choose above what they name.')
    expect((await shown()).length).toBeGreaterThan(13)
  })

  it('works by keyboard alone, as a combobox with a list', async () => {
    const { page, box } = await open()
    await box.focus()
    await page.keyboard.type('horses')
    const options = page.getByRole('option')
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = options.nth(1)
    expect(await second.getAttribute('aria-selected')).toBe('true')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    expect([await box.getAttribute('aria-expanded'), await box.inputValue()]).toEqual(['false', 'horses'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.subject-page').waitFor()
    expect([new URL(page.url()).hash, await page.evaluate(focused)]).toEqual(['#/subject/goods/horses', 'horses'])
    // The key takes the first offer where none is chosen.
    await box.fill('SW1A 2AA')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'SW1A2AA' }).waitFor()
  })

  it.each([380, 1280])('can be read at %i px, light and dark', async (width) => {
    const visited = await here.visit({ viewport: { width, height: 820 } })
    const { page, box } = await open(visited)
    expect(await box.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(600)
    await box.fill('brackenfold')
    await page.getByRole('option').first().waitFor()
    expect([await page.evaluate(faults), await page.evaluate(overflow)]).toEqual([[], 0])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect((await page.evaluate(leastContrast)).ratio, colorScheme).toBeGreaterThanOrEqual(4.5)
    }
  })
})
