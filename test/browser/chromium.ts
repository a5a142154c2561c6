/** A real Chromium, where this machine has one, and pages of the console in it. */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page, type ViewportSize } from 'playwright-core'
import { options as limits } from '../sets.ts'
import { goTo, keepKey, remove } from './in-page.js'

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Where Chromium is; null where there is none, which is said once. */
export const chromiumPath: string | null =
  places.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
if (chromiumPath === null)
  console.warn('No Chromium here (apt-get install chromium, or name one in CHROMIUM): tests in a browser are skipped.')

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one profile share what they have compiled, so that a page costs a third of the first.
  '--process-per-site',
]

/** Milliseconds: less than a test may take, so that what was waited for in vain is named. */
const timeout = limits.testTimeout / 2

/** With a profile folder of its own, which ends with it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, headless: true, args: flags, timeout })

/** What a page is shown on; unlike a profile, each page can have its own. */
export interface Screen {
  readonly viewport?: ViewportSize
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce'
}

const usual = { width: 1280, height: 900 }

export interface Visit {
  readonly page: Page
  /** What the console wrote as an error or warning, what was thrown, and what the security policy refused. */
  readonly complaints: string[]
  /** Requests that went anywhere but to the service. */
  readonly strangers: string[]
  /** Another screen; the usual one where none is named. */
  show(screen?: Screen): Promise<void>
  /** Opens a place of the console and waits until it can be used. */
  go(hash?: string): Promise<void>
  /** Sends the form, and waits for what comes back. */
  send(): Promise<void>
  close(): Promise<void>
}

/** A page of its own in a browser profile. `key`: of the service. */
export const visit = async (context: BrowserContext, origin: string, screen?: Screen, key?: string): Promise<Visit> => {
  context.setDefaultTimeout(timeout)
  const page = await context.newPage()
  const show = async ({ viewport = usual, colorScheme = 'light', reducedMotion }: Screen = {}): Promise<void> => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: reducedMotion ?? null })
  }
  await show(screen)
  const complaints: string[] = [],
    strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  const explain = (what: string) => async (cause: unknown) => {
    const said = await page.locator('#said, #bench > .problem').allTextContents()
    throw new Error(`${what}. The page says ${JSON.stringify(said)}, and complains of ${JSON.stringify(complaints)}.`, {
      cause,
    })
  }
  if (key !== undefined) await page.addInitScript(keepKey, key)
  return {
    page,
    complaints,
    strangers,
    show,
    go: async (hash = '') => {
      complaints.length = 0
      if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/`)
      // By way of the first view, so that the form is made anew for an address that is open already.
      for (const [to, ready] of [
        ['', '[data-view="home"] .pick-group'],
        [hash, hash === '' ? '[data-view="home"] .pick-group' : '[data-view="bench"] .ask'],
      ] as const) {
        await page.evaluate(goTo, to)
        await page.locator(ready).first().waitFor({ state: 'attached' }).catch(explain('The view does not open'))
      }
    },
    send: async () => {
      await page.locator('.result, .problem').first().evaluateAll(remove)
      await page.getByRole('button', { name: /^Look up for/ }).press('Enter')
      await page.locator('.result, .problem').first().waitFor().catch(explain('Nothing came back'))
    },
    close: () => page.close(),
  }
}
