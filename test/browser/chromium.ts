/** A real Chromium, where this machine has one, and pages of the console in it. */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
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
]

/** With a profile folder of its own, which ends with it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, headless: true, args: flags })

export interface Visit {
  readonly page: Page
  /** What the console wrote as an error or warning, what was thrown, and what the security policy refused. */
  readonly complaints: string[]
  /** Requests that went anywhere but to the service. */
  readonly strangers: string[]
  /** Opens a place of the console and waits until it can be used. */
  go(hash?: string): Promise<void>
  /** Sends the form, and waits for what comes back. */
  send(): Promise<void>
  close(): Promise<void>
}

/** A visitor of their own: no key, nothing stored, unless a key is given. */
export const visit = async (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  key?: string,
): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = [],
    strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  if (key !== undefined) await page.addInitScript(keepKey, key)
  return {
    page,
    complaints,
    strangers,
    go: async (hash = '') => {
      complaints.length = 0
      if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/`)
      // By way of the first view, so that the form is made anew for an address that is open already.
      for (const [to, ready] of [
        ['', '[data-view="home"] .pick-group'],
        [hash, hash === '' ? '[data-view="home"] .pick-group' : '[data-view="bench"] .ask'],
      ] as const) {
        await page.evaluate(goTo, to)
        await page.locator(ready).first().waitFor({ state: 'attached' })
      }
    },
    send: async () => {
      await page.locator('.result, .problem').first().evaluateAll(remove)
      await page.getByRole('button', { name: /^Look up for/ }).press('Enter')
      await page
        .locator('.result, .problem')
        .first()
        .waitFor()
        .catch(async (cause: unknown) => {
          throw new Error(
            `Nothing came back. The page says '${await page.locator('#said').textContent()}', and complains of ${JSON.stringify(complaints)}.`,
            { cause },
          )
        })
    },
    close: () => context.close(),
  }
}
