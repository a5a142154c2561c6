/**
 * Requests of any spelling get an answer or a problem document: no fault of ours, nothing of our insides, and no charge
 * for what is refused. A tenth of 20,000 spellings, others each day; the full set sends all of them.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { runService, type RunningService } from '@domesday/tool-testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failures } from '../../core/contract/failure.ts'
import { allCases } from '../support/cases.ts'
import { randomOf } from './random.ts'
import { rawConnection, type RawReply } from './raw-connection.ts'
import { bytesOf, spell } from './spellings.ts'

const count = allCases ? 20_000 : 2_000
const seed = process.env['FUZZ_SEED'] ?? new Date().toISOString().slice(0, 10)
const connections = 8
const much = '{ calls: 1000000, per: 1m }'

let service: RunningService,
  log = ''
beforeAll(async () => {
  service = await runService({
    logTo: { write: (line) => void (log += line) },
    configure: (dir) =>
      appendFileSync(
        join(dir, 'service.yaml'),
        `
overload: { event_loop_delay: 30s }
limits:
  per_key: ${much}
  per_address: ${much}
  keys_per_address: ${much}
  wrong_keys_per_address: ${much}
`,
      ),
  })
})
afterAll(() => service.close())

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync }
const textOf = ({ headers, body }: RawReply): string =>
  (decoders[headers['content-encoding'] ?? '']?.(body) ?? body).toString()

const insides = /\n +at |node_modules|\/core\/|\/plugins\/|\.ts:\d|\[object |SQLITE|ECONN|undefined/
/** Node answers these itself, before a request is there. */
const isProblem = (text: string, { status, headers }: RawReply): boolean => {
  const { type, title, code, detail, request_id: id, ...rest } = JSON.parse(text) as Record<string, unknown>
  return (
    typeof code === 'string' &&
    Object.hasOwn(failures, code) &&
    failures[code as keyof typeof failures].status === status &&
    rest['status'] === status &&
    type === `/errors/${code}` &&
    title === failures[code as keyof typeof failures].title &&
    typeof detail === 'string' &&
    /[.?]$/.test(detail) &&
    id === headers['x-request-id'] &&
    String(headers['content-type']).startsWith('application/problem+json')
  )
}

/** What is wrong with a reply, or null. */
const faultOf = (reply: RawReply | null, target: string, key: string): string | null => {
  if (reply === null) return 'no reply'
  const { status, headers, body } = reply
  if (body.includes(key) || Object.values(headers).some((value) => value.includes(key))) return 'the key is in it'
  if (status < 400) return null
  const text = textOf(reply)
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (insides.test(text)) return `insides: ${insides.exec(text)![0]} in ${text.slice(0, 300)}`
  // The tool protocol has errors of its own.
  if (!/\/mcp/i.test(target) && !isProblem(text, reply)) return `no problem document: ${text.slice(0, 300)}`
  return null
}

/** All but what differs between two answers to one request. An account changes with each call. */
const shapeOf = (reply: RawReply | null): string => {
  if (reply === null) return 'none'
  const text = textOf(reply).replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}/g, 'ID')
  return `${reply.status} ${text.includes('"ledger":[') ? 'an account' : text}`
}
/** The tool protocol says it in its answer alone. */
const chargedIn = (reply: RawReply, target: string): number => {
  const told = target === '/mcp' ? /"credits_charged":(\d+)/.exec(textOf(reply))?.[1] : undefined
  return Number(told ?? reply.headers['x-credits-charged'] ?? 0)
}

it(`${count} spellings of requests`, async () => {
  console.log(`seed ${seed}`)
  const before = process.threadCpuUsage()
  const funds = 10_000_000
  const key = await service.key(funds)
  const { port, host } = new URL(service.origin)
  const random = randomOf(seed)
  const faults: string[] = [],
    statuses = new Map<number, number>()
  let sent = 0,
    charged = 0
  const note = (reply: RawReply | null, spelled: string, target: string): void => {
    const fault = faultOf(reply, target, key)
    if (fault !== null) faults.push(`${JSON.stringify(spelled.slice(0, 400))}\n  ${fault}`)
    if (reply === null) return
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply.status >= 400 && chargedIn(reply, target) !== 0)
      faults.push(`${JSON.stringify(spelled)}: charged a ${reply.status}`)
    charged += chargedIn(reply, target)
  }
  const worker = async (): Promise<void> => {
    const connection = rawConnection(Number(port))
    while (sent < count && faults.length < 10) {
      sent++
      const again = random.chance(0.1)
      const spelling = spell(random, key, host)
      const spelled = bytesOf(spelling)
      const reply = await connection.ask(spelled)
      note(reply, spelled, spelling.target)
      if (!again || spelling.method !== 'GET' || reply === null) continue
      // A known address takes a shorter way, and a trace the longer one.
      const first = shapeOf(reply)
      const traced = bytesOf(spelling, 'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
      for (const once of [spelled, traced]) {
        const other = await connection.ask(once)
        note(other, once, spelling.target)
        if (shapeOf(other) !== first)
          faults.push(`${JSON.stringify(once)}\n  ${first.slice(0, 300)}\n  ${shapeOf(other).slice(0, 300)}`)
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  console.log(
    [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${status}: ${n}`)
      .join(', '),
  )
  const { user, system } = process.threadCpuUsage(before)
  console.log(`${Math.round((user + system) / 1e5) / 10} s of processor time, with the service`)
  expect(faults).toEqual([])
  expect((await service.send('/account', { key })).body.data).toMatchObject({ balance: funds - charged, held: 0 })
  // Else the spellings are all nonsense, or none is.
  expect([200, 400, 401, 404, 405].filter((status) => (statuses.get(status) ?? 0) < count / 500)).toEqual([])
  await expect.poll(() => log.split('"answered"').length).toBeGreaterThan(count / 2)
  expect(log).not.toContain(key)
  expect(log.split('\n').filter((line) => line.includes('internal error') || line.includes('plugin failed'))).toEqual(
    [],
  )
})
