/** What the browser tests of one file share: a service over the sample world, a browser, and a reader who has a key. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { generous } from '../service/generous.ts'
import { openBrowser, visit, type Visit } from './chromium.ts'

export interface Served {
  service: RunningService
  browser: Browser
  key: string
  reader: Visit
}

/** Opened before the tests of the block that it is called in, and closed after them. */
export const served = (options: () => Parameters<typeof runService>[0] = () => ({})): Served => {
  const here = {} as Served
  beforeAll(async () => {
    ;[here.service, here.browser] = await Promise.all([
      runService({ configure: generous, ...options() }),
      openBrowser(),
    ])
    here.key = await here.service.key(100_000)
    here.reader = await visit(here.browser, here.service.origin, {}, here.key)
  })
  afterAll(async () => {
    await here.browser?.close()
    await here.service?.close()
  })
  return here
}
