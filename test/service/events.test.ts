/** A look-up as a stream of events: what is asked, what came, and the same answer at the same price. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandbox, json, listenOnLoopback } from '@domesday/tool-gateway'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { afterEach, describe, expect, it } from 'vitest'
import { tokens } from '../../core/service/tokens.ts'
import { watchCallers } from '../support/hung-up.ts'
import { sharedService } from '../support/shared-service.ts'

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of close.splice(0).toReversed()) await each()
})
const started = async (options: Parameters<typeof runService>[0] = {}): Promise<RunningService> => {
  const service = await runService(options)
  close.push(() => service.close())
  return service
}

const shared = await sharedService()

/** The sample data, but where `instead` answers first. */
const sandboxWith = async (
  instead: (call: Parameters<ReturnType<typeof createSandbox>['answer']>[0]) => unknown,
): Promise<Awaited<ReturnType<typeof listenOnLoopback>>> => {
  const { sources } = shared.container.get(tokens.configured).plugins
  const sandbox = createSandbox({ sources })
  const gateway = await listenOnLoopback(
    async (call) => ((await instead(call)) as ReturnType<typeof json> | undefined) ?? sandbox.answer(call),
  )
  close.push(() => gateway.close())
  return gateway
}

interface Event {
  readonly event: string
  readonly data: any
}
const eventsIn = (text: string): readonly Event[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!
      return { event: event!, data: JSON.parse(data!) as unknown }
    })

const stream = { accept: 'text/event-stream' }
const balanceOf = async (service: RunningService, key: string): Promise<number> =>
  (await service.send('/account', { key })).body.data.balance as number

describe('a look-up as a stream of events', () => {
  it('tells each question before its end, and then the answer, charged as ever', async () => {
    const service = await started({ configure: only('location') })
    const key = await service.key(100)
    const { status, headers, text } = await service.send('/api/v1/location/WA11UH', { key, headers: stream })
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const events = eventsIn(text)
    const last = events.at(-1)!
    expect(last.event).toBe('answer')
    for (const [i, { event, data }] of events.slice(0, -1).entries()) {
      expect(['asked', 'came']).toContain(event)
      const before = events.slice(0, i).filter((one) => one.event === 'asked' && one.data.operation === data.operation)
      if (event === 'came') expect(before).not.toEqual([])
    }
    expect(new Set(events.slice(0, -1).map(({ data }) => data.source))).toEqual(new Set(last.data._meta.sources))
    expect(await balanceOf(service, key)).toBe(100 - last.data._meta.credits_charged)

    const plain = (await service.send('/api/v1/location/WA11UH', { key })).body
    expect(last.data.data).toEqual(plain.data)
    const again = await service.send('/api/v1/location/WA11UH', { key, headers: stream })
    expect(eventsIn(again.text).map(({ event }) => event)).toEqual(['answer'])
    expect(await balanceOf(service, key)).toBe(100 - 3 * last.data._meta.credits_charged)
  })

  it('tells a gap with its reason when it happens', async () => {
    const gateway = await sandboxWith((call) =>
      call.source === 'police-uk' ? json(503, { error: 'down' }) : undefined,
    )
    const configure = only('location', { 'police-uk': '{ tries: 1 }' })
    const service = await started({ gateway: gateway.origin, configure })
    const events = eventsIn((await service.send('/api/v1/location/WA11UH', { headers: stream })).text)
    expect(events).toContainEqual({
      event: 'gap',
      data: expect.objectContaining({ source: 'police-uk', reason: 'upstream_failed' }),
    })
    expect(events.at(-1)).toMatchObject({ event: 'answer', data: { data: { crime: null } } })
  })

  it('fails with a status before the first event, and with an event after it', async () => {
    const service = await started({ configure: only('location') })
    const send = (path: string, key?: string | null) =>
      service.send(path, { headers: stream, ...(key !== undefined && { key }) })
    expect(await send('/api/v1/location/WA11UH', null)).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key' },
    })
    expect(await send('/api/v1/location/nonsense')).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } })
    expect((await send('/api/v1/location/WA11UH', await service.key(1))).status).toBe(402)
    const key = await service.key(100)
    const { status, text } = await send('/api/v1/location/ZZ99ZZ', key)
    expect(status).toBe(200)
    expect(eventsIn(text).map(({ event }) => event)).toEqual(['asked', 'came', 'problem'])
    expect(eventsIn(text).at(-1)!.data).toMatchObject({ status: 404, code: 'unknown_subject' })
    expect(await balanceOf(service, key)).toBe(100)
  })

  it('costs nothing if the caller leaves before the answer', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const slow = await sandboxWith(() => opened)
    const isGone = watchCallers()
    const service = await started({ gateway: slow.origin, configure: only('location') })
    const key = await service.key(100)
    const leaving = new AbortController()
    const answer = await fetch(`${service.origin}/api/v1/location/WA11UH`, {
      headers: { ...stream, authorization: `Bearer ${key}` },
      signal: leaving.signal,
    })
    const { value } = await answer.body!.getReader().read()
    expect(Buffer.from(value!).toString()).toMatch(/^event: asked\n/)
    leaving.abort()
    await isGone('/api/v1/location/WA11UH')
    open()
    await expect.poll(async () => (await service.send('/account', { key })).body.data.held).toBe(0)
    expect(await balanceOf(service, key)).toBe(100)
  })

  it('can be read by a page of an origin that the operator lists', async () => {
    const origin = 'https://example.org'
    const service = await started({
      configure: (dir) => appendFileSync(join(dir, 'service.yaml'), `\ncors: { origins: ['${origin}'] }\n`),
    })
    const { headers } = await service.send('/api/v1/location/WA11UH', { headers: { ...stream, origin } })
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([origin, 'Origin'])
  })

  it('is told to who accepts something else, where there is one', async () => {
    const service = await started()
    const refused = async (path: string) =>
      (await service.send(path, { headers: { accept: 'text/csv' } })).body as Record<string, unknown>
    const { status, code, errors } = await refused('/api/v1/location/WA11UH')
    expect([status, code]).toEqual([406, 'not_acceptable'])
    expect(errors).toEqual([
      {
        parameter: 'Accept',
        detail: 'leaves out JSON or text/event-stream',
        allowed: ['application/json', 'text/event-stream'],
      },
    ])
    expect(await refused('/pay/location/WA11UH')).toMatchObject({
      status: 406,
      errors: [{ parameter: 'Accept', detail: 'leaves out JSON', allowed: ['application/json'] }],
    })
  })

  it('is for those who name it: a page that accepts anything gets JSON', async () => {
    const { headers } = await shared.send('/api/v1/location/WA11UH', { headers: { accept: 'text/html, */*' } })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
