/**
 * Takes the pictures of the README anew, over the sample world.
 * Run: node test/browser/pictures.ts docs/images
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keepEarlier } from '../../core/service/earlier.ts'
import { runService } from '../../plugins/tools/testing/service.ts'
import { chromiumPath, openBrowser, visit, type Screen } from './chromium.ts'
import { toTop } from './in-page.js'

const folder = process.argv[2]
if (folder === undefined || chromiumPath === null) throw new Error('Needs a folder to write to, and a Chromium')
mkdirSync(folder, { recursive: true })

/** `sharpness`: pixels of the picture for one of the page. */
type Picture = Screen & { readonly sharpness?: number }

const service = await runService(),
  browser = await openBrowser()
try {
  const key = await service.key(10_000)
  const visitFor = async ({ sharpness = 1, ...screen }: Picture) =>
    visit(
      await browser.newContext({ deviceScaleFactor: sharpness }),
      service.origin,
      { reducedMotion: 'reduce', ...screen },
      key,
    )
  const take = async (
    name: string,
    hash: string,
    screen: Picture,
    prepare?: (page: Awaited<ReturnType<typeof visit>>['page']) => Promise<void>,
  ): Promise<void> => {
    const { page, go, send, close } = await visitFor(screen)
    await go(hash)
    await send()
    await prepare?.(page)
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await close()
  }
  const pageOf = async (name: string, hash: string, screen: Picture): Promise<void> => {
    const { page, close } = await visitFor(screen)
    await page.goto(`${service.origin}/#${hash}`)
    await page.getByRole('button', { name: /^Ask all/ }).click()
    await page.locator('.ask-all button.primary').waitFor({ state: 'hidden' })
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
  await keepEarlier(service.container)
  const evidence = async (page: Parameters<NonNullable<Parameters<typeof take>[3]>>[0]) => {
    const panel = page.locator('.evidence')
    await panel.locator('summary').first().click()
    await panel.locator('.evidence-causes').waitFor()
    return panel
  }
  const half = { width: 1280, height: 900 }
  await take('console-evidence', '/entity/99000025', { viewport: half }, async (page) => {
    await (await evidence(page)).evaluate(toTop)
  })
  await take('console-ahead', '/entity/99000025', { viewport: half, colorScheme: 'dark' }, async (page) => {
    const panel = await evidence(page)
    await panel.getByRole('button', { name: 'Look 400 days ahead' }).click()
    await panel.getByRole('button', { name: 'Find the least changes' }).click()
    await panel.locator('.ribbons').waitFor()
    await panel.locator('.evidence-walls').waitFor()
    await panel.getByRole('region', { name: 'When it changes by itself' }).evaluate(toTop)
  })
  await pageOf('console-place', '/subject/postcode/WA11UH', { viewport: wide })
  await take('console-vehicle', '/vehicle/ZZ08BUK', { viewport: { width: 380, height: 820 }, sharpness: 2 })
} finally {
  await browser.close()
  await service.close()
}
