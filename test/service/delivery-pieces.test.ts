/** Of a batch of tool calls each answer is handed over by itself: whoever cuts it pays for what it got. */
import { connect, type Socket } from 'node:net'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { generous } from './generous.ts'

let service: RunningService, gateway: Awaited<ReturnType<typeof listenOnLoopback>>
/** What is asked of the slow place waits for it. */
let slow = Promise.withResolvers<void>()
beforeAll(async () => {
  const { plugins } = await inspect(`${projectRoot}/config`, {})
  const sandbox = createSandbox({ sources: plugins.sources })
  gateway = await listenOnLoopback(async (call) => {
    if (/EH1/.test(decodeURIComponent(call.target))) await slow.promise
    return sandbox.answer(call)
  })
  service = await runService({ configure: generous, gateway: gateway.origin })
})
afterAll(async () => {
  slow.resolve()
  await service.close()
  await gateway.close()
})

const tool = 'uk_location_intelligence'
const callOf = (id: number, postcode: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: { postcode, depth: 'summary' } },
})

const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })
const send = (socket: Socket, key: string, message: unknown): (() => string) => {
  const body = JSON.stringify(message)
  const head = [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  let heard = ''
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()))
  socket.write([...head, '', body].join('\r\n'))
  return () => heard
}
interface Row {
  readonly kind: string
  readonly amount: number
}
const account = async (key: string): Promise<{ balance: number; held: number; ledger: readonly Row[] }> =>
  (await service.send('/account', { key })).body.data

it('what was read is charged, and what was not is not', async () => {
  const key = await service.key(1000)
  const socket = await open()
  const heard = send(socket, key, [callOf(1, 'WA1 1UH'), callOf(2, 'SW1A 2AA'), callOf(3, 'EH1 1YZ')])
  await expect.poll(() => heard().match(/"credits_charged":2,/g)?.length ?? 0).toBeGreaterThanOrEqual(2)
  expect(heard()).not.toContain('EH1 1YZ')
  socket.resetAndDestroy()
  await new Promise((resolve) => socket.once('close', resolve))
  slow.resolve()
  await expect.poll(async () => (await account(key)).held).toBe(0)
  // The third was asked for by a caller that is gone.
  const { balance, ledger } = await account(key)
  expect([balance, ledger.map(({ kind }) => kind)]).toEqual([996, ['charge', 'charge', 'grant']])
  // And nothing is given back later.
  await service.send('/api/v1/location/CF243AA?depth=summary', { key })
  expect((await account(key)).ledger.filter(({ kind }) => kind === 'refund')).toEqual([])
})

it('a whole batch is charged as a whole', async () => {
  const key = await service.key(1000)
  const socket = await open()
  const heard = send(socket, key, [callOf(1, 'WA1 1UH'), callOf(2, 'SW1A 2AA')])
  await expect.poll(heard).toMatch(/\r\n0\r\n\r\n$/)
  socket.destroy()
  expect((await account(key)).balance).toBe(996)
})
