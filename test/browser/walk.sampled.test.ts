/**
 * Examples of every look-up in a real browser, narrow and wide, light and dark: the first of each, and all in the full
 * set.
 */
import { describe, expect, it } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import { allCases } from '../support/cases.ts'
import { chromiumPath, type Visit } from './chromium.ts'
import { emptyFigures, leastContrast, overflow, repeatedMessages, settled, shownText, untrueLabels } from './in-page.js'
import { served } from './served.ts'

const widths = [380, 1280]
const schemes = ['light', 'dark'] as const
/** Of text, by the guidelines. */
const leastReadable = 4.5

describe.skipIf(chromiumPath === null)(allCases ? 'every example' : 'the first example of each look-up', () => {
  const here = served()

  const faultsAt = async ({ page }: Visit): Promise<readonly string[]> => {
    const faults: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(settled)
      const beyond = await page.evaluate(overflow)
      if (beyond > 0) faults.push(`${width} px: ${beyond} px beyond the side`)
    }
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { ratio, text } = await page.evaluate(leastContrast)
      if (ratio < leastReadable) faults.push(`${colorScheme}: a contrast of ${ratio.toFixed(1)}: ${text}`)
    }
    const text = await page.evaluate(shownText)
    const tell = (what: string, found: Iterable<string>): void => {
      for (const one of new Set(found)) faults.push(`${what}: ${one}`)
    }
    tell('a code', text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [])
    tell('the id of a source', text.match(/\((?:[a-z]+-)+[a-z]+(?:, [a-z-]+)*\)/g) ?? [])
    tell(
      'a word of schemas',
      text.match(/[^\n.;]*\b([Nn]ull|[Aa]bsent|[Bb]oolean|[Ii]nteger|empty when)\b[^\n.;]*/g) ?? [],
    )
    tell('a label', await page.evaluate(untrueLabels))
    tell('an empty figure', await page.evaluate(emptyFigures))
    tell('said twice', await page.evaluate(repeatedMessages))
    return faults
  }

  it('fits the page, in words and colours that can be read, with labels that are true and nothing said twice', async () => {
    const { plugins, current } = here.service.container.get(tokens.configured)
    const faults: string[] = []
    for (const { declared, flat } of plugins.endpoints.values())
      for (const path of Object.keys(current().endpoint(declared.id).examples).slice(0, allCases ? undefined : 1)) {
        await here.reader.go(`${path}${flat ? '' : `${path.includes('?') ? '&' : '?'}depth=full`}`)
        await here.reader.send()
        faults.push(...(await faultsAt(here.reader)).map((fault) => `${path}: ${fault}`))
      }
    expect(faults).toEqual([])
  })
})
