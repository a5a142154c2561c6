/** What the test kit tells an author whose plugin is faulty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faulty } from '../../../test/support/faulty/index.ts'
import { openEndpoint, type OpenEndpoint } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(faulty)
})
afterAll(() => open.close())

const failureOf = (look: Promise<unknown>): Promise<Error> =>
  look.then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  )
const line = String.raw`test/support/faulty/index\.ts:\d+:\d+`

describe('a lookup whose code fails', () => {
  it('resolves where nothing fails', async () => {
    expect(await open.look('/faulty/one?depth=full')).toMatchObject({ status: 200, data: { ships: { count: 2 } } })
    expect(open.warnings).toEqual([])
  })

  it.each([
    ['derive', 'derive'],
    ['section', "section 'left'"],
    ['factor', "factor 'berths' of 'crowding'"],
    ['gate', "gate 'closed'"],
    ['question', "question for operation 'ships' of 'harbours'"],
    ['path', "operation 'ships' of 'harbours'"],
    ['required', "section 'harbour'"],
  ])('rejects with the cause, and with its line: %s', async (fails, where) => {
    const error = await failureOf(open.look(`/faulty/one?depth=full&fails=${fails}`))
    expect(error.message).toContain(`${where}: TypeError: Cannot read properties of undefined (reading 'count')`)
    expect(error.stack).toMatch(new RegExp(`at ${line}`))
    expect(error.cause).toBeInstanceOf(TypeError)
    expect((error.cause as Error).stack).toMatch(new RegExp(line))
  })

  it('rejects where its parameters fail', async () => {
    const error = await failureOf(open.look('/faulty/one?fails=clean'))
    expect(error.message).toContain("TypeError: Cannot read properties of undefined (reading 'count')")
    expect(error.stack).toMatch(/test\/support\/faulty\/index\.ts:\d+:\d+/)
  })

  it.each([
    ['shape', "section 'ships': ShapeError: not of the declared shape: ships.count must be integer"],
    ['surplus', "section 'ships': ShapeError: not of the declared shape: ships.extra is not declared"],
    ['word', "factor 'state' of 'crowding': TypeError: the curve has no word 'quite': it has 'quiet', 'busy'"],
    ['number', "factor 'berths' of 'crowding': TypeError: the metric 'many' is no number, and the curve is a line"],
  ])('rejects with what does not fit: %s', async (fails, words) => {
    const error = await failureOf(open.look(`/faulty/one?depth=full&fails=${fails}`))
    expect(error.message).toContain(words)
    expect(error.message).toContain('at test/support/faulty')
  })

  it('rejects once more where the answer comes from the cache', async () => {
    const again = () => failureOf(open.look('/faulty/one?depth=standard&fails=derive'))
    await again()
    expect((await again()).message).toContain('derive: TypeError')
  })

  it('resolves where the test expects it, and keeps the log', async () => {
    const lenient = await openEndpoint(faulty, { pluginErrors: 'allow' })
    const { data, meta } = await lenient.look('/faulty/one?depth=full&fails=derive')
    expect(data.left).toBeNull()
    expect(meta.missing).toEqual([{ section: 'left', source: 'faulty', reason: 'plugin_failed' }])
    expect(lenient.warnings.join()).toMatch(new RegExp(`"where":"derive","at":"${line}"`))
    await lenient.close()
  })

  it('says of a `read` that threw over a sample which operation and line it was', async () => {
    const error = await failureOf(open.look('/faulty/one?depth=full&fails=read'))
    expect(error.message).toMatch(
      new RegExp(`${line} {2}operation 'ships' of 'harbours' failed: .*reading 'count'.*\n {2}→ its sample, or what`),
    )
    expect(error.stack).toMatch(new RegExp(`at .*/${line}`))
    expect(open.warnings.at(-1)).toMatch(new RegExp(`"operation":"ships".*"at":"${line}"`))
  })

  it('blames the source of a `read` that threw where the test expects it', async () => {
    const lenient = await openEndpoint(faulty, { pluginErrors: 'allow' })
    const { status, body } = await lenient.look('/faulty/one?depth=full&fails=read')
    expect([status, body.code]).toEqual([502, 'upstream_changed'])
    await lenient.close()
  })
})

describe('the data of a failure', () => {
  it('cannot be read: that says what was answered', async () => {
    const looked = await open.look('/faulty/none')
    expect(() => looked.data.ships).toThrow('/faulty/none has no data: it was answered 404 unknown_subject: ')
    expect(() => looked.meta.missing).toThrow('404 unknown_subject')
  })
})

describe('a lookup without a sample', () => {
  it('rejects with the row to paste, and is no outage', async () => {
    const error = await failureOf(open.look('/faulty/two?depth=full'))
    expect(error.message).toContain("- { request: 'GET /harbours/two/ships/', reply: {} }   # harbours")
    expect(open.unmatched).toContain("- { request: 'GET /harbours/two/ships/', reply: {} }   # harbours")
    expect((await failureOf(open.look('/faulty/three'))).message).toContain("'GET /harbours/three'")
  })

  it('resolves where the test expects it, never with "holds nothing"', async () => {
    const lenient = await openEndpoint(faulty, { missingSamples: 'allow' })
    const { data, meta } = await lenient.look('/faulty/two?depth=full')
    expect([data.ships, meta.missing]).toEqual([null, [{ section: 'ships', source: 'harbours', reason: 'no_sample' }]])
    const { status, body } = await lenient.look('/faulty/three')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
    expect(body.detail).toContain('The sample data have no answer of The Harbour Board to this question.')
    expect(lenient.warnings.join()).toContain("- { request: 'GET /harbours/two/ships/', reply: {} }")
    await lenient.close()
  })

  it('is not one where a sample says that there is none', async () => {
    const { status, body } = await open.look('/faulty/none')
    expect([status, body.detail]).toEqual([404, expect.stringMatching(/^'none' is not in the sample data\./)])
  })

  it('is told with sources left out, too', async () => {
    const reduced = await openEndpoint(faulty, { without: ['other'] })
    expect((await failureOf(reduced.look('/faulty/three'))).message).toContain("'GET /harbours/three'")
    await reduced.close()
  })
})
