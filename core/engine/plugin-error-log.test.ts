/** What is kept of the errors of plugins, and where they were thrown. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { thrownAt } from '../contract/thrown-at.ts'
import { spoken } from '../contract/words.ts'
import { text } from '../contract/shape.ts'
import { section } from '../contract/section.ts'
import { render } from '../contract/show.ts'
import { endpointOf } from '../../test/support/gather.ts'
import { createPluginErrors, type PluginError } from './plugin-errors.ts'

const none = { endpoints: new Map(), sources: new Map(), scores: new Map() }
const endpoint = endpointOf({ a: section(render(text(), {}, () => 'a')) })

describe('an endpoint whose code failed', () => {
  it('is unwell for an hour after its last error, and then begins anew', () => {
    let now = Date.parse('2026-10-15T09:00:00Z')
    const errors = createPluginErrors(none, { onError: () => {}, now: () => now })
    const fail = (minutes: number) => {
      now += minutes * 60_000
      errors.report(endpoint, 'derive', new Error('x'), 'r')
    }
    expect(errors.unwell('test')).toBeNull()
    fail(0)
    fail(59)
    expect(errors.unwell('test')).toEqual({
      since: '2026-10-15T09:00:00.000Z',
      last: '2026-10-15T09:59:00.000Z',
      errors: 2,
    })
    now += 3_600_000
    expect(errors.unwell('test')).toBeNull()
    fail(1)
    expect(errors.unwell('test')).toMatchObject({ since: '2026-10-15T11:00:00.000Z', errors: 1 })
  })

  it('is placed in its folder where the core found the fault', () => {
    const told: PluginError[] = []
    createPluginErrors(none, { onError: (error) => told.push(error) }).report(endpoint, 'derive', 'a text', 'r')
    expect(told).toMatchObject([{ endpoint: 'test', where: 'derive', at: '/nowhere', requestId: 'r', error: 'a text' }])
  })
})

describe('where an error was thrown', () => {
  const withStack = (...frames: readonly string[]) =>
    Object.assign(new Error('two\nlines'), { stack: ['Error: two', 'lines', ...frames].join('\n') })
  const core = join(import.meta.dirname, 'gather.ts')

  it.each([
    [
      'the first frame in the folder',
      ['    at f (/lib/x.js:1:2)', '    at g (/my/plugin/index.ts:3:4)'],
      '/my/plugin/index.ts:3:4',
    ],
    ['an address', ['    at async file:///my/plugin/a%20b.ts?v=2:3:4'], '/my/plugin/a b.ts:3:4'],
    [
      'another folder, where it threw by itself',
      ['    at Object.f (/lib/x.js:1:2)', '    at core (/y.js:1:1)'],
      '/lib/x.js:1:2',
    ],
    ['a folder whose name begins alike', ['    at f (/my/plugin-two/x.ts:1:2)'], '/my/plugin-two/x.ts:1:2'],
    ['nowhere, where the core threw', [`    at f (${core}:1:2)`, '    at g (/surfaces/rest.ts:3:4)'], null],
    [
      'past lines of the message',
      ['    at file://host/x:1:2', '    at g (/my/plugin/index.ts:3:4)'],
      '/my/plugin/index.ts:3:4',
    ],
    ['nowhere, without frames', ['    at async Promise.all (index 0)', '    at node:internal/x:1:2'], null],
  ])('is %s', (_, frames, place) => expect(thrownAt(withStack(...frames), ['/my/plugin'])).toBe(place))

  it('is the line here, for a function of the core that was given nonsense', () => {
    let error: unknown
    try {
      spoken(undefined as never)
    } catch (thrown) {
      error = thrown
    }
    expect(thrownAt(error, [import.meta.dirname])).toMatch(/^core\/engine\/plugin-error-log\.test\.ts:\d+:\d+$/)
  })
})
