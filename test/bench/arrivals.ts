/**
 * An open-loop load in a process of its own: requests arrive evenly at a fixed rate, whether or not earlier ones are
 * answered. How long one took is counted from the time at which it was due, so that waiting for a connection counts,
 * and so does being sent late. `node arrivals.ts <port> <sample file> <requests a second> <milliseconds>`
 */
import { readFileSync } from 'node:fs'
import { bytesOf, openConnection, pollUntil, type Connection } from './connection.ts'
import { requestsOf, type Sample } from './sample.ts'

/** Milliseconds. */
export interface Arrivals {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** How late the sender came to requests that were due, at the 99th percentile: its own part of the others. */
  readonly lateP99: number
}

/** What is sent first and not counted: the sender's own code is slow until it is compiled. */
const leadInMs = 1_000
/** All come from one address, which may hold 256. */
const connections = 120

const [port, file, rate, lasting] = process.argv.slice(2) as [string, string, string, string]
const perMs = Number(rate) / 1000,
  leadIn = Math.ceil(leadInMs * perMs),
  total = leadIn + Math.ceil(Number(lasting) * perMs)
const requests = requestsOf(JSON.parse(readFileSync(file, 'utf8')) as Sample).map(bytesOf)
const took = new Float64Array(total),
  late = new Float64Array(total)

const fail = (error: Error): never => {
  console.error(error.message)
  process.exit(1)
}

const idle = await Promise.all(Array.from({ length: connections }, () => openConnection(Number(port), fail)))
let arrived = 0,
  sent = 0,
  answered = 0
const began = performance.now()
const dueAt = (index: number): number => began + index / perMs

/** Sends what has waited longest. */
const send = (connection: Connection): void => {
  const index = sent++
  connection.send(requests[index % requests.length]!, (status) => {
    if (status !== 200) fail(new Error(`a request was answered ${status}`))
    took[index] = performance.now() - dueAt(index)
    answered += 1
    if (sent < arrived) send(connection)
    else idle.push(connection)
  })
}

const arrive = (): void => {
  const now = performance.now()
  for (; arrived < total && dueAt(arrived) <= now; arrived++) {
    late[arrived] = now - dueAt(arrived)
    const connection = idle.pop()
    if (connection) send(connection)
  }
}

const percentile = (values: Float64Array, part: number): number => values[Math.floor(values.length * part)]!

await pollUntil(() => answered === total, arrive)
const counted = took.subarray(leadIn).sort()
const arrivals: Arrivals = {
  p50: percentile(counted, 0.5),
  p99: percentile(counted, 0.99),
  p999: percentile(counted, 0.999),
  lateP99: percentile(late.subarray(leadIn).sort(), 0.99),
}
console.log(`took ${JSON.stringify(arrivals)}`)
for (const connection of idle) connection.close()
