/** The page of one subject: its look-ups with their prices, asked together, kept, and linked to other subjects. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath, type Screen } from './chromium.ts'
import { faults, leastContrast, openAll, overflow } from './in-page.js'
import { served } from './served.ts'

describe.skipIf(chromiumPath === null)('the page of a subject', () => {
  const here = served()
  const balance = async (key: string): Promise<number> =>
    (await here.service.send('/account', { key })).body.data.balance as number
  const open = async (hash: string, credits = 1000, screen: Screen = {}) => {
    const key = await here.service.key(credits)
    const visited = await here.visit(screen, key)
    await visited.page.goto(`${here.service.origin}/${hash}`)
    await visited.page.locator('.part').first().waitFor()
    return { ...visited, key }
  }
  const partOf = (page: Page, title: string) =>
    page.locator('.part', { has: page.getByRole('heading', { name: title, exact: true }) })
  const allAnswered = async (page: Page, count: number): Promise<void> =>
    page.getByText(`${count} of ${count} answered`).waitFor()

  it('says each price first, asks all together for the sum, and names the subject', async () => {
    const { page, key, complaints } = await open('#/subject/company/99000025')
    expect(await page.locator('.cost').textContent()).toBe('You have 1,000; 955 will be left.')
    expect(await page.locator('.part button').allTextContents()).toEqual([
      'Ask for 8 credits',
      'Ask for 25 credits',
      'Ask for 12 credits',
    ])
    expect(await balance(key)).toBe(1000)
    await page.getByLabel('Depth', { exact: true }).selectOption('summary')
    await page.getByRole('button', { name: 'Ask all 3 for 31 credits' }).click()
    await allAnswered(page, 3)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('BRACKENFOLD LOGISTICS LTD')
    expect(await page.locator('.part .charge').allTextContents()).toEqual([
      '2 credits charged',
      '25 credits charged',
      '4 credits charged',
    ])
    expect(await balance(key)).toBe(969)
    expect(await page.locator('.brief').count()).toBe(3)
    expect(complaints).toEqual([])
  })

  it('shows stored answers for nothing after a reload, and on the page of the look-up', async () => {
    const { page, key } = await open('#/subject/company/99000025')
    const company = partOf(page, 'Company intelligence')
    await company.getByRole('button', { name: 'Ask for 8 credits' }).click()
    await company.locator('.brief').waitFor()
    await page.reload()
    await company.getByText('Stored answer, not charged again').waitFor()
    expect(await partOf(page, 'Due diligence report').locator('.brief').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Ask the other 2 for 37 credits' }).isVisible()).toBe(true)

    await company.getByRole('link', { name: 'Company intelligence' }).click()
    await page.locator('.result').waitFor()
    await page.getByRole('link', { name: '99000025 on one page' }).click()
    await company.getByText('Stored answer, not charged again').waitFor()
    await page.goBack()
    await page.locator('.result').waitFor()
    expect(await balance(key)).toBe(992)
  })

  it('shows somebody else the prices, and asks nothing', async () => {
    const mine = await open('#/subject/company/99000025')
    await partOf(mine.page, 'Company intelligence')
      .getByRole('button', { name: /^Ask for/ })
      .click()
    await mine.page.locator('.brief').waitFor()
    const yours = await here.visit()
    const asked: string[] = []
    yours.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await yours.page.goto(mine.page.url())
    await yours.page.getByRole('button', { name: 'Ask all 3 for 45 credits' }).click()
    await yours.page.getByText('You need a key first: ').waitFor()
    expect(await yours.page.locator('.brief').count()).toBe(0)
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  })

  it('asks three at a time, and gives up each or all', async () => {
    const { page, key } = await open('#/subject/postcode/WA11UH')
    const going = new Set<string>(),
      held = Promise.withResolvers<void>()
    let most = 0
    await page.route('**/api/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      going.add(pathname)
      most = Math.max(most, going.size)
      await held.promise
      going.delete(pathname)
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: /^Ask all 13 for/ }).click()
    await page.getByText('Waits for its turn.').first().waitFor()
    expect(await page.getByText('Waits for its turn.').count()).toBe(10)
    await partOf(page, 'Water quality').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByText('Waits for its turn.').count()).toBe(9)
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('button', { name: /^Ask all 13 for/ }).waitFor()
    held.resolve()
    expect([most, await page.locator('.brief').count()]).toEqual([3, 0])
    await expect
      .poll(async () => (await here.service.send('/account', { key })).body.data)
      .toMatchObject({
        balance: 1000,
        held: 0,
      })
    // What was given up is not asked again by a reload.
    await page.reload()
    await page.getByRole('button', { name: /^Ask all 13 for/ }).waitFor()
  })

  it('tells what to do where a part fails, and shows the others', async () => {
    const { page, key } = await open('#/subject/company/99000025', 30)
    await partOf(page, 'Due diligence report').getByRole('button').click()
    await page.getByText('25 credits charged').waitFor()
    const company = partOf(page, 'Company intelligence')
    await company.getByRole('button', { name: 'Ask for 8 credits' }).click()
    await company.getByText(/8 credits, and 5 can be spent: ask at a lower depth/).waitFor()
    await company.getByRole('combobox').selectOption('summary')
    await company.getByRole('button', { name: 'Ask for 2 credits' }).click()
    await company.locator('.brief').waitFor()
    expect(await partOf(page, 'Due diligence report').locator('.brief').count()).toBe(1)
    expect(await balance(key)).toBe(3)
    await page.goto(`${here.service.origin}/#/subject/company/99999999`)
    await company.getByRole('button', { name: 'Ask for 2 credits' }).or(company.getByRole('button')).first().waitFor()
    await company.getByRole('combobox').selectOption('summary')
    await company.getByRole('button', { name: 'Ask for 2 credits' }).click()
    await company.getByText(/Nothing was charged\. Check the spelling/).waitFor()
  })

  it('asked for by a name, says who is meant and leads to their own page', async () => {
    const { page } = await open('#/subject/company/Brackenfold')
    await partOf(page, 'Company intelligence')
      .getByRole('button', { name: /^Ask for/ })
      .click()
    await page.getByRole('link', { name: 'The page of BRACKENFOLD LOGISTICS LTD itself' }).click()
    await page.getByRole('heading', { level: 1, name: '99000025' }).waitFor()
  })

  it('walks from a company to its director, to another company of theirs, and to the place', async () => {
    const { page, complaints } = await open('#/subject/company/99000025')
    await partOf(page, 'Company intelligence')
      .getByRole('button', { name: /^Ask for/ })
      .click()
    await page.getByRole('link', { name: 'VASSWOOD, Perrin' }).click()
    await partOf(page, 'Director background')
      .getByRole('button', { name: /^Ask for/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Perrin VASSWOOD' }).waitFor()
    await page.getByRole('link', { name: 'GRISTWOLD CATERING LTD' }).first().click()
    await page.getByRole('heading', { level: 1, name: '99000074' }).waitFor()
    await page.goBack()
    await page.getByText('Stored answer, not charged again').waitFor()
    await page.getByRole('link', { name: 'BRACKENFOLD LOGISTICS LTD' }).first().click()
    await page.getByText('Stored answer, not charged again').waitFor()
    await page.getByText('The whole answer').click()
    await page.locator('.whole-answer').getByRole('link', { name: 'PR3 0SG' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'PR30SG' }).waitFor()
    expect([await page.locator('.part').count(), complaints]).toEqual([13, []])
  })

  it('works by keyboard alone', async () => {
    const { page } = await open('#/subject/vehicle/ZZ08BUK')
    await page.getByRole('button', { name: 'Ask it for 6 credits' }).focus()
    await page.keyboard.press('Enter')
    await allAnswered(page, 1)
    await page.getByText('The whole answer').focus()
    await page.keyboard.press('Enter')
    await page.locator('.whole-answer .answer').waitFor()
  })

  it.each([380, 1280])('can be read at %i px, light and dark', async (width) => {
    const { page } = await open('#/subject/company/99000025', 1000, { viewport: { width, height: 820 } })
    const readable = async (): Promise<void> => {
      expect([await page.evaluate(faults), await page.evaluate(overflow)]).toEqual([[], 0])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect((await page.evaluate(leastContrast)).ratio, colorScheme).toBeGreaterThanOrEqual(4.5)
      }
    }
    await readable()
    await page.getByRole('button', { name: /^Ask all/ }).click()
    await allAnswered(page, 3)
    await page.evaluate(openAll)
    await page.locator('.whole-answer .answer').nth(2).waitFor()
    await readable()
  })
})
