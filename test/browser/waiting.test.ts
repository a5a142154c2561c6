/** What the console shows while a look-up runs: what was asked and what came, and a way to give up. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { chromiumPath } from './chromium.ts'
import { generous } from '../service/generous.ts'
import { servedBy } from './served.ts'

/** The longest waits that there are, for a source that a test holds back on a machine that is busy. */
const patient = (dir: string): void => {
  generous(dir)
  for (const [file, line] of [
    ['sources/postcodes-io', 'timeout: 12s\ntries: 1'],
    ['endpoints/location', 'deadline: 12s'],
  ] as const) {
    const path = join(dir, `${file}.yaml`)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `${line}\n`)
  }
}

describe.skipIf(chromiumPath === null)('a look-up that takes its time', () => {
  let gateway: { readonly origin: string; close(): Promise<void> }
  /** Sources answer when they are let, as long as the test holds them back. */
  let held: (() => void)[] | null = null
  const letAll = (): void => {
    for (const answer of held ?? []) answer()
    held = null
  }
  beforeAll(async () => {
    const { plugins } = await inspect(`${projectRoot}/config`, {})
    const sandbox = createSandbox({ sources: plugins.sources })
    gateway = await listenOnLoopback(async (call) => {
      if (held !== null) await new Promise<void>((answer) => held!.push(answer))
      return sandbox.answer(call)
    })
  })
  afterAll(() => gateway.close())
  afterEach(letAll)
  const here = servedBy(() => ({ gateway: gateway.origin, configure: patient }))

  const open = async (path: string) => {
    const key = await here.service.key(100)
    const { page, complaints, go } = await here.visit({}, key)
    await go(path)
    held = []
    return { page, key, complaints }
  }

  it('names each source when it is asked and when it came, and then shows the answer', async () => {
    const { page, complaints } = await open('/location/WA11UH')
    await page.locator('.ask button.primary').click()
    await page.locator('.waiting-sources .is-asked').first().waitFor()
    expect(await page.locator('.waiting-sources li').first().textContent()).toMatch(/^Postcodes\.io asked$/)
    await expect.poll(() => held?.length).toBeGreaterThan(0)
    held!.shift()!()
    await page.locator('.waiting-sources .is-here').first().waitFor()
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/waiting.png` })
    letAll()
    await page.locator('.result .answer-head, .result h2').first().waitFor()
    expect(await page.locator('.waiting').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('can be cancelled for nothing', async () => {
    const { page, key } = await open('/location/NW19HZ')
    await page.locator('.ask button.primary').click()
    const ended = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('You cancelled this look-up. An answer that was not sent yet is not charged.').waitFor()
    const account = async () => (await here.service.send('/account', { key })).body.data
    await ended
    // The hold ends when the service would answer, and sees that the caller is gone.
    letAll()
    await expect.poll(account).toMatchObject({ held: 0 })
    expect(await account()).toMatchObject({ balance: 100 })
  })
})
