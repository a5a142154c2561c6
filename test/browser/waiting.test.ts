/** What the console shows while a look-up runs: what was asked and what came, and a way to give up. */
import { setTimeout } from 'node:timers/promises'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { chromiumPath, visit } from './chromium.ts'
import { served } from './served.ts'

/** Milliseconds that each source takes. */
const patience = 1200

describe.skipIf(chromiumPath === null)('a look-up that takes its time', () => {
  let gateway: { readonly origin: string; close(): Promise<void> }
  beforeAll(async () => {
    const { plugins } = await inspect(`${projectRoot}/config`, {})
    const sandbox = createSandbox({ sources: plugins.sources })
    gateway = await listenOnLoopback(async (call) => {
      await setTimeout(patience)
      return sandbox.answer(call)
    })
  })
  afterAll(() => gateway.close())
  const here = served(() => ({ gateway: gateway.origin }))

  const open = async (path: string) => {
    const key = await here.service.key(100)
    const { page, complaints, go } = await visit(here.browser, here.service.origin, {}, key)
    await go(path)
    return { page, key, complaints }
  }

  it('names each source when it is asked and when it came, and then shows the answer', async () => {
    const { page, complaints } = await open('/location/WA11UH')
    await page.locator('.ask button.primary').click()
    await page.locator('.waiting-sources .is-asked').first().waitFor()
    expect(await page.locator('.waiting-sources li').first().textContent()).toMatch(/^Postcodes\.io asked$/)
    await page.locator('.waiting-sources .is-here').first().waitFor()
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/waiting.png` })
    await page.locator('.result .answer-head, .result h2').first().waitFor()
    expect(await page.locator('.waiting').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('can be cancelled for nothing', async () => {
    const { page, key } = await open('/location/NW19HZ')
    await page.locator('.ask button.primary').click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('You cancelled this look-up. An answer that was not sent yet is not charged.').waitFor()
    const account = async () => (await here.service.send('/account', { key })).body.data
    // The hold ends when the service sees that the caller is gone.
    await expect.poll(account, { timeout: 8 * patience }).toMatchObject({ held: 0 })
    expect(await account()).toMatchObject({ balance: 100 })
  })
})
