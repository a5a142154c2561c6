import { expect, it } from 'vitest'
import { gapsOf, gapText } from './page/views/gaps.js'

it('a gap is told in the words of the answer, with when another try may help', () => {
  const gap = { source: 'gazette', reason: 'upstream_failed', sections: ['notices'], detail: 'It did not answer.' }
  expect(gapText(gap)).toBe('It did not answer.')
  expect(gapText({ ...gap, retry_after_s: 20 })).toBe('It did not answer. Another try may help in 20 s.')
})

it('a gap of an answer that an earlier release made is told by its reason', () => {
  const missing = [{ section: 'notices', source: 'gazette', reason: 'not_asked' }]
  expect(gapsOf({ missing } as never)).toEqual([
    {
      source: 'gazette',
      reason: 'not_asked',
      sections: ['notices'],
      detail: 'gazette: not asked: this server may not call it for now.',
    },
  ])
})
