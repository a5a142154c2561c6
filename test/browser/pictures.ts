/**
 * Takes the pictures of the README anew, over the sample world.
 * Run: node test/browser/pictures.ts docs/images
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runService } from '../../plugins/tools/testing/service.ts'
import { chromiumPath, openBrowser, visit } from './chromium.ts'

const folder = process.argv[2]
if (folder === undefined || chromiumPath === null) throw new Error('Needs a folder to write to, and a Chromium')
mkdirSync(folder, { recursive: true })

const service = await runService(),
  browser = await openBrowser()
try {
  const key = await service.key(10_000)
  const take = async (
    name: string,
    hash: string,
    options: Parameters<typeof visit>[2],
    prepare?: (page: Awaited<ReturnType<typeof visit>>['page']) => Promise<void>,
  ): Promise<void> => {
    const { page, go, send, close } = await visit(browser, service.origin, { reducedMotion: 'reduce', ...options }, key)
    await go(hash)
    await send()
    await prepare?.(page)
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await close()
  }
  const pageOf = async (name: string, hash: string, options: Parameters<typeof visit>[2]): Promise<void> => {
    const { page, close } = await visit(browser, service.origin, { reducedMotion: 'reduce', ...options }, key)
    await page.goto(`${service.origin}/#${hash}`)
    await page.getByRole('button', { name: /^Ask all/ }).click()
    await page.locator('.ask-all button.primary').waitFor({ state: 'hidden', timeout: 60_000 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await close()
  }
  const wide = { width: 1280, height: 1000 }
  await take('console-company', '/entity/99000025?depth=full', { viewport: wide }, async (page) => {
    await page.locator('.factor summary').first().click()
  })
  await take(
    'console-what-if',
    '/demographics/WA11UH?depth=full',
    { viewport: wide, colorScheme: 'dark' },
    async (page) => {
      await page.getByText('What if the weights were different?').click()
      await page.getByRole('slider', { name: 'Median earnings' }).fill('60')
    },
  )
  await pageOf('console-place', '/subject/postcode/WA11UH', { viewport: wide })
  await take('console-vehicle', '/vehicle/ZZ08BUK', { viewport: { width: 380, height: 820 }, deviceScaleFactor: 2 })
} finally {
  await browser.close()
  await service.close()
}
