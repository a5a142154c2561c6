import { expect, it } from 'vitest'
import { gapText } from './page/views/gaps.js'

const catalogue = { version: '', endpoints: [], sources: [{ id: 'gazette', title: 'The Gazette' }] } as never
const gap = { section: 'gazette_notices', source: 'gazette', reason: 'not_asked' }

it('a gap says its source by title, its reason in words, and when another try may help', () => {
  expect(gapText(gap, catalogue)).toBe('The Gazette: not asked: this server may not call it for now')
  expect(gapText({ ...gap, reason: 'upstream_failed', retry_after_s: 20 }, catalogue)).toBe(
    'The Gazette: asked, and it failed to answer; another try may help in 20 s',
  )
  expect(gapText({ ...gap, source: 'report', reason: 'plugin_failed' }, catalogue)).toMatch(/^report: a fault of /)
})
