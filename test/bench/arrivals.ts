/**
 * An open-loop load in a process of its own: requests arrive evenly at a fixed rate, whether or not earlier ones are
 * answered. How long one took is counted from the time at which it was due, so that waiting for a connection counts,
 * and so does being sent late. `node arrivals.ts <origin> <sample file> <requests a second> <milliseconds>`
 */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { requestsOf, type Sample } from './sample.ts'

/** Milliseconds. */
export interface Arrivals {
  readonly answered: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** How late requests were sent, at the 99th percentile: what of the others is the sender's own. */
  readonly lateP99: number
}

/** What is sent first and not counted: the sender's own code is slow until it is compiled. */
const leadInMs = 1_000
const connections = 256

const [origin, file, rate, lasting] = process.argv.slice(2) as [string, string, string, string]
const perMs = Number(rate) / 1000,
  leadIn = Math.ceil(leadInMs * perMs),
  total = leadIn + Math.ceil(Number(lasting) * perMs)
const requests = requestsOf(JSON.parse(readFileSync(file, 'utf8')) as Sample)
const pool = new Pool(origin, { connections })
const took = new Float64Array(total - leadIn),
  late = new Float64Array(total - leadIn)

const finish = async (): Promise<void> => {
  took.sort()
  late.sort()
  const at = (values: Float64Array, part: number): number => values[Math.floor(values.length * part)]!
  const arrivals: Arrivals = {
    answered: took.length,
    p50: at(took, 0.5),
    p99: at(took, 0.99),
    p999: at(took, 0.999),
    lateP99: at(late, 0.99),
  }
  console.log(`took ${JSON.stringify(arrivals)}`)
  await pool.destroy()
}

let sent = 0,
  answered = 0
const began = performance.now()

const send = (index: number, due: number): void => {
  if (index >= leadIn) late[index - leadIn] = performance.now() - due
  const { path, headers } = requests[index % requests.length]!
  pool.dispatch(
    { path, method: 'GET', headers },
    {
      onRequestStart: () => {},
      onResponseStart: (_controller, status) => {
        if (status !== 200) throw new Error(`${path} answered ${status}`)
      },
      onResponseData: () => {},
      onResponseEnd: () => {
        if (index >= leadIn) took[index - leadIn] = performance.now() - due
        answered += 1
        if (answered === total) void finish()
      },
      onResponseError: (_controller, error) => {
        console.error(error)
        process.exit(1)
      },
    },
  )
}

/** Polls and never sleeps: a timer fires up to a millisecond late. */
const poll = (): void => {
  const due = Math.min(total, Math.floor((performance.now() - began) * perMs) + 1)
  for (; sent < due; sent++) send(sent, began + sent / perMs)
  if (answered < total) setImmediate(poll)
}
poll()
