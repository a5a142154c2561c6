/** What is charged and does not reach its caller. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as ask } from 'undici'
import { createSandbox, listenOnLoopback } from '@domesday/tool-gateway'
import { sqlite } from '@domesday/store-sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { tokens } from '../../core/service/tokens.ts'
import { watchCallers } from '../support/hung-up.ts'
import { generous } from './generous.ts'

/** Every answer of a source waits for it. */
let held: Promise<void> | null = null
let asked = 0
let service: RunningService
let gateway: Awaited<ReturnType<typeof listenOnLoopback>>
beforeAll(async () => {
  const { plugins } = await inspect(`${projectRoot}/config`, {})
  const sandbox = createSandbox({ sources: plugins.sources })
  gateway = await listenOnLoopback(async (call) => {
    asked += 1
    await held
    return sandbox.answer(call)
  })
  service = await runService({ configure: generous, gateway: gateway.origin })
  await service.send(at)
})
afterAll(async () => {
  await service.close()
  await gateway.close()
})

const at = '/api/v1/location/WA11UH'
interface Row {
  readonly kind: string
  readonly request_id: string | null
}
const account = async (key: string): Promise<{ balance: number; held: number; ledger: readonly Row[] }> =>
  (await service.send('/account', { key })).body.data

const request = (path: string, key: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n')

const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1', allowHalfOpen: true }, () =>
      resolve(socket),
    ).on('error', reject)
  })

/** Sources answer once it is called; until then a look-up that asks them is in work. */
const hold = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  ;[held, asked] = [promise, 0]
  return resolve
}
const inWork = () => expect.poll(() => asked).toBeGreaterThan(0)

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

/** Sends a request, and resets the connection behind it. */
const sendAndReset = async (text: string): Promise<void> => {
  const socket = await open()
  socket.write(text, () => socket.resetAndDestroy())
  await closed(socket)
}

describe('an answer that cannot be handed over', () => {
  it('is refunded, and asked again with its key it is a new call', async () => {
    const key = await service.key(100)
    await service.send(at, { key })
    await sendAndReset(request(at, key, 'idempotency-key: lost'))
    await expect.poll(async () => (await account(key)).balance).toBe(90)
    const { status, headers } = await service.send(at, { key, headers: { 'idempotency-key': 'lost' } })
    expect([status, headers['idempotency-replayed'], headers['x-credits-charged']]).toEqual([200, undefined, '10'])
    expect((await account(key)).balance).toBe(80)
  })

  it('is listed for the operator where a key loses many', async () => {
    const key = await service.key(1000)
    for (let call = 0; call < 20; call++) await sendAndReset(request(at, key))
    await expect.poll(async () => (await account(key)).held).toBe(0)
    const settled = async (): Promise<string> => {
      const { ledger } = await account(key)
      const [charges, refunds] = ['charge', 'refund'].map((kind) => ledger.filter((row) => row.kind === kind).length)
      const listed = (await service.container.get(tokens.billing).delivery.listed()).length
      return `${charges! - refunds! - listed} charged and not delivered, ${Math.min(refunds!, 5)} refunded`
    }
    // A reset that comes before the request was read charges nothing.
    await expect.poll(settled).toBe('0 charged and not delivered, 5 refunded')
  })

  it('counts as a metric', async () => {
    const { body } = await ask(`${service.metricsOrigin}/metrics`)
    expect(await body.text()).toMatch(/domesday_answers_lost_total\{charge="refunded"\} [1-9]/)
  })
})

it('one that was lost with its process is refunded by the next start, and counts as a metric', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'domesday-delivery-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const earlier = await sqlite.open({ dataDir, settings: {}, env: {}, warn: () => {}, mode: 'sandbox' })
  const { id, key } = await earlier.keys.create({ credits: 20 })
  earlier.delivery.expect('lost')
  await earlier.ledger.charge(id, 'lost', 5, { endpoint: 'location', depth: 'full' })
  await earlier.close()
  const next = await runService({ dataDir, configure: only('location') })
  onTestFinished(next.close)
  expect((await next.send('/account', { key })).body.data.balance).toBe(20)
  const { body } = await ask(`${next.metricsOrigin}/metrics`)
  expect(await body.text()).toContain('domesday_answers_lost_total{charge="refunded"} 1')
})

describe('a caller that closes its half of the connection', () => {
  it('gets its answer if it reads on', async () => {
    const key = await service.key(100)
    const socket = await open()
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    const answer = hold()
    socket.end(request(`${at}?radius_m=811`, key))
    await inWork()
    answer()
    await closed(socket)
    expect(text).toContain('HTTP/1.1 200 OK')
    expect(text).toContain('"credits_charged":10')
    expect((await account(key)).balance).toBe(90)
  })

  it('is charged for a quick answer that it does not read, and fetches it again free with its key', async () => {
    const key = await service.key(100),
      again = { headers: { 'idempotency-key': 'unread' }, key }
    const socket = await open()
    socket.pause()
    socket.end(request(at, key, 'idempotency-key: unread'))
    await expect.poll(async () => (await account(key)).balance).toBe(90)
    socket.destroy()
    const { headers } = await service.send(at, again)
    expect([headers['idempotency-replayed'], headers['x-credits-remaining']]).toEqual(['true', '90'])
  })

  it('pays nothing if it is gone before the answer', async () => {
    const key = await service.key(100)
    const socket = await open()
    const isGone = watchCallers()
    const answer = hold()
    socket.write(request(`${at}?radius_m=812`, key))
    await inWork()
    socket.destroy()
    await isGone(`${at}?radius_m=812`)
    answer()
    await expect.poll(() => service.container.get(tokens.overload).inFlight).toBe(0)
    const { held, ledger } = await account(key)
    expect([held, ledger.map(({ kind }) => kind)]).toEqual([0, ['grant']])
  })
})
