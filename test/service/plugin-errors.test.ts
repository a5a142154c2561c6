/** A plugin's error while the service answers: who is blamed, what is logged, counted and shown. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { request } from 'undici'

let service: RunningService
const lines: Record<string, any>[] = []
beforeAll(async () => {
  service = await runService({
    configure: (dir) => writeFileSync(join(dir, 'service.yaml'), 'endpoints: [./test/support/faulty]\n'),
    logTo: { write: (line) => lines.push(JSON.parse(line) as Record<string, any>) },
  })
})
afterAll(() => service.close())
beforeEach(() => {
  lines.length = 0
})

const errors = () => lines.filter(({ level }) => level === 'error')
const unwell = async () => (await service.send('/catalogue')).body.data.endpoints[0].unwell

describe('a plugin whose code fails', () => {
  it('is well before', async () => expect(await unwell()).toBeNull())

  it.each([
    ['derive', 'derive', 'left'],
    ['section', "section 'left'", 'left'],
    ['path', "operation 'ships' of 'harbours'", 'ships'],
    ['question', "question for operation 'ships' of 'harbours'", 'ships'],
    ['factor', "factor 'berths' of 'crowding'", 'crowding_score'],
    ['gate', "gate 'closed'", 'crowding_score'],
  ])('is named in the answer and in the log, with line and request: %s', async (fails, where, section) => {
    const { status, body } = await service.send(`/api/v1/faulty/one?depth=full&fails=${fails}`)
    const own = body._meta?.missing.filter(({ reason }: { reason: string }) => reason === 'plugin_failed')
    if (status === 200) expect(own).toEqual([{ section, source: 'faulty', reason: 'plugin_failed' }])
    else expect([status, body.code]).toEqual([500, 'plugin_failed'])
    expect(JSON.stringify(body)).not.toContain('Harbour Board did not')
    expect(errors()).toEqual([
      expect.objectContaining({
        msg: 'plugin failed',
        endpoint: 'faulty',
        where,
        at: expect.stringMatching(/^test\/support\/faulty\/index\.ts:\d+:\d+$/),
        request_id: body._meta?.request_id ?? body.request_id,
        error: expect.stringContaining("reading 'count'"),
      }),
    ])
  })

  it('is named with the field of a section of another shape', async () => {
    await service.send('/api/v1/faulty/one?depth=full&fails=shape')
    expect(errors()).toMatchObject([{ where: "section 'ships'", at: 'test/support/faulty', field: 'ships.count' }])
  })

  it('does not lose the weight of a factor in silence, whose metric no curve knows', async () => {
    const { data } = (await service.send('/api/v1/faulty/one?depth=full&fails=word')).body
    expect(data.crowding_score.signals[1]).toMatchObject({
      points: null,
      detail: "Not known: the plugin 'faulty' failed on upstream data.",
    })
    expect(errors()).toMatchObject([
      { where: "factor 'state' of 'crowding'", error: expect.stringContaining("it has 'quiet', 'busy'") },
    ])
  })

  it('ends a lookup that rests on it, with the code of a plugin', async () => {
    const { status, body } = await service.send('/api/v1/faulty/one?fails=required')
    expect([status, body.code]).toEqual([500, 'plugin_failed'])
    expect(errors()).toMatchObject([{ request_id: body.request_id }])
  })

  it('is told of its parameters, too', async () => {
    const { status, body } = await service.send('/api/v1/faulty/one?fails=clean')
    expect([status, body.code]).toEqual([500, 'plugin_failed'])
    expect(errors()).toMatchObject([
      {
        msg: 'plugin failed',
        where: 'parameters',
        at: expect.stringContaining('index.ts'),
        request_id: body.request_id,
      },
    ])
  })

  it('is told of its parameters as a tool, too', async () => {
    const call = { name: 'harbour', arguments: { id: 'one', fails: 'clean' } }
    const { text } = await service.send('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    expect(text).toContain('plugin_failed')
    expect(errors()).toMatchObject([{ msg: 'plugin failed', where: 'parameters' }])
  })

  it('is unwell in the catalogue, without a word of the error', async () => {
    const { since, last, errors: count } = await unwell()
    expect(count).toBeGreaterThan(5)
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(last))
    expect((await service.send('/catalogue')).text).not.toContain("reading 'count'")
  })

  it('is counted', async () => {
    const { body } = await request(`${service.metricsOrigin}/metrics`)
    expect(await body.text()).toMatch(
      /domesday_plugin_errors_total\{endpoint="faulty",where="factor 'state' of 'crowding'"\} 1/,
    )
  })
})

describe('a call without a sample', () => {
  it('is logged with the row to paste, and blames nobody', async () => {
    const { status, body } = await service.send('/api/v1/faulty/two?depth=full')
    expect([status, body.data.ships]).toEqual([200, null])
    expect(body._meta.missing).toEqual([{ section: 'ships', source: 'harbours', reason: 'no_sample' }])
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { source: 'harbours', row: "- { request: 'GET /harbours/two/ships/', reply: {} }" },
    ])
  })
})
