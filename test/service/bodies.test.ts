/** What a caller may send and hold: bodies that never end or are too large, and streams that never end. */
import { appendFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'

const places = 4
let service: RunningService, key: string
let sockets: Socket[] = []
/** `receive`: how long a request may take to arrive. */
const start = async (receive = '1h'): Promise<void> => {
  service = await runService({
    configure: (dir) => {
      only('location')(dir)
      appendFileSync(join(dir, 'service.yaml'), `http: { in_flight: ${places}, receive: ${receive} }\n`)
    },
  })
  key = await service.key(1000)
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await service.close()
})

interface Caller {
  readonly socket: Socket
  readonly heard: () => string
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<void>
}
/** A caller that keeps its own half of the connection open whatever the server does. */
const send = (text: string): Caller => {
  const socket = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.on('end', resolve).on('close', () => resolve()))
  socket.write(text)
  return { socket, heard: () => heard, ended }
}
const headOf = (path: string, length: number): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')
const summary = () => service.send('/api/v1/location/WA11UH?depth=summary')
const inFlight = () => service.container.get(tokens.overload).inFlight

describe.each(['/mcp', '/keys'])('a body at %s that never ends', (path) => {
  it('holds no place, and ends with its connection', async () => {
    await start('1500ms')
    const callers = Array.from({ length: places * 3 }, () =>
      send(`${headOf(path, 1000).replace('host:', 'expect: 100-continue\r\nhost:')}{`),
    )
    // It says so once it has the request.
    await expect.poll(() => callers.every(({ heard }) => heard().startsWith('HTTP/1.1 100 '))).toBe(true)
    expect(inFlight()).toBe(0)
    expect((await summary()).status).toBe(200)
    await Promise.all(callers.map(({ ended }) => ended))
    expect(callers[0]!.heard()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/m)
    await expect.poll(inFlight).toBe(0)
  })
})

describe('a caller that keeps its half open after its time', () => {
  it('loses the connection all the same', async () => {
    await start('1500ms')
    const { socket, ended } = send(`${headOf('/mcp', 1000)}{`)
    await ended
    const isCut = () => {
      socket.write('{')
      return socket.destroyed
    }
    await expect.poll(isCut).toBe(true)
  })
})

describe('a large body of the tool protocol', () => {
  it('is refused before it has come, as that protocol says it', async () => {
    await start()
    const { heard, ended } = send(`${headOf('/mcp', 70_000)}{`)
    await ended
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
    expect(heard()).toContain('{"jsonrpc":"2.0","error":{"code":-32000')
  })

  it('is refused also where its length is not told', async () => {
    await start()
    const { heard, ended } = send(
      `${headOf('/mcp', 0).replace('content-length: 0', 'transfer-encoding: chunked')}${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`,
    )
    await ended
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('just below the limit is read', async () => {
    await start()
    const call = { jsonrpc: '2.0', id: 1, method: 'ping', params: {} }
    const { status } = await service.send('/mcp', {
      method: 'POST',
      body: JSON.stringify(call).padEnd(65_000),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    })
    expect(status).toBe(200)
  })
})

describe('a stream of the tool protocol that never ends, as its call was called off', () => {
  it('holds no place', async () => {
    await start()
    const batch = JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'uk_location_intelligence', arguments: {} } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ])
    const callers = Array.from({ length: places * 3 }, () => send(`${headOf('/mcp', batch.length)}${batch}`))
    await expect.poll(() => callers.every(({ heard }) => heard().startsWith('HTTP/1.1 200 '))).toBe(true)
    await expect.poll(inFlight).toBe(0)
    expect((await summary()).status).toBe(200)
  })
})

describe('a tool call where every place is taken', () => {
  it('is refused as every call is, free of charge', async () => {
    await start()
    const overload = service.container.get(tokens.overload)
    const work = Promise.withResolvers<void>()
    for (let n = 0; n < places; n++) void overload.during(() => work.promise)
    const { status, body } = await service.send('/mcp', { method: 'POST', body: '{}' })
    work.resolve()
    expect([status, body.code]).toEqual([503, 'overloaded'])
  })
})
