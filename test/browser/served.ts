/** What browser tests share: a service over the sample world, a browser, and a reader who has a key. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, test } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { generous } from '../service/generous.ts'
import { openBrowser, visit, type Screen, type Visit } from './chromium.ts'

interface Served {
  service: RunningService
  /**
   * Another page, which ends with its test. The first one of a test is in the reader's browser profile, beside its
   * page; each further one is in a profile of its own, as somebody else's is.
   */
  visit(screen?: Screen, key?: string): Promise<Visit>
}
interface WithReader extends Served {
  /** The reader's. */
  key: string
  /** One page for all tests: after each it has the usual screen again. */
  reader: Visit
}

/** Opened for the first file that needs them, and closed when the worker has run its last one. */
const shared = test
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  // oxlint-disable-next-line no-empty-pattern -- the same
  .extend('service', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const service = await runService({ configure: (dir) => generous(dir, 1000) })
    onCleanup(() => service.close())
    return service
  })
  .extend('key', { scope: 'worker' }, ({ service }) => service.key(1_000_000))
  .extend('reader', { scope: 'worker' }, async ({ browser, service, key }) => {
    const reader = await visit(await profileOf(browser), service.origin, {}, key)
    await reader.go()
    return reader
  })

/** It stays, and so does what its pages have compiled as long as one of them is open. */
const profileOf = async (browser: Browser) => browser.contexts()[0] ?? (await browser.newContext())

/** Visits of a test, and how they end, with all that they stored. */
const visitsTo = async (browser: Browser, { origin }: RunningService) => {
  const profile = await profileOf(browser),
    staying = profile.pages()
  return {
    visit: async (screen?: Screen, key?: string): Promise<Visit> =>
      visit(profile.pages().length > staying.length ? await browser.newContext() : profile, origin, screen, key),
    end: async (): Promise<void> => {
      const [page] = profile.pages()
      if (page) {
        const devtools = await profile.newCDPSession(page)
        await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        await devtools.detach()
      }
      for (const opened of profile.pages()) if (!staying.includes(opened)) await opened.close()
      for (const other of browser.contexts()) if (other !== profile) await other.close()
    },
  }
}

/** For the block that it is called in. */
export const served = (): WithReader => {
  const here = {} as WithReader
  let forget: () => Promise<void>
  shared.beforeAll(async ({ browser, service, key, reader }) => {
    const visits = await visitsTo(browser, service)
    forget = async () => {
      await visits.end()
      await reader.page.unrouteAll({ behavior: 'ignoreErrors' })
      await reader.show()
    }
    Object.assign(here, { service, key, reader, visit: visits.visit })
  })
  afterEach(() => forget())
  return here
}

/** The same browser, and a service of its own, with other settings or sources. */
export const servedBy = (options: () => Parameters<typeof runService>[0]): Served => {
  const here = {} as Served
  let end: () => Promise<void>
  shared.beforeAll(async ({ browser }) => {
    const service = await runService(options())
    const visits = await visitsTo(browser, service)
    ;({ end } = visits)
    Object.assign(here, { service, visit: visits.visit })
  })
  afterEach(() => end())
  afterAll(() => here.service?.close())
  return here
}
