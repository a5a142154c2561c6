/** A service under steady load for a while: its memory has to stay flat, and its books exact. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { callsOf, type Calls } from './calls.ts'
import { openSoaked } from './process.ts'

export interface SoakOptions {
  readonly seconds: number
  /** Seconds of full load by which the capacity is measured. */
  readonly measuring: number
  /** Called with a line for people. */
  readonly say: (line: string) => void
}

export interface Soaked {
  /** Answers a second that the service gave under full load, and that it was then asked for. */
  readonly capacity: number
  readonly rate: number
  readonly statuses: Readonly<Record<string, number>>
  /** Megabytes, evenly over the time. */
  readonly memory: readonly number[]
  /** Megabytes that the second half of the time would add in an hour, by its slope. */
  readonly growthPerHour: number
  readonly books: {
    readonly charges: number
    readonly faults: number
    readonly openHolds: number
    readonly chargedWithoutAnswer: number
    readonly answeredWithoutCharge: number
    readonly wrongAmount: number
  }
  readonly exitCode: number | null
}

const callers = 16
/** The part of its capacity that a service is run at. */
const part = 0.7
const samples = 60

/** Least squares, in units a second. */
export const slopeOf = (points: readonly (readonly [second: number, value: number])[]): number => {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread
}

const capacityOf = async (calls: Calls, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let done = 0
  const caller = async (): Promise<void> => {
    for (; performance.now() < until; done++) await calls.next()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return done / seconds
}

const booksOf = (dataDir: string, answered: ReadonlyMap<string, number>) => {
  const db = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true })
  const rows = db
    .prepare(
      `select request_id as id, -sum(amount) as paid from ledger where kind in ('charge', 'refund') group by request_id`,
    )
    .all() as unknown as readonly { readonly id: string; readonly paid: number }[]
  const lost = new Set(
    db
      .prepare('select request_id as id from lost')
      .all()
      .map(({ id }) => id),
  )
  db.close()
  const paid = new Map(rows.map((row) => [row.id, row.paid]))
  const told = [...answered].filter(([, credits]) => credits > 0)
  return {
    charges: rows.length,
    // What was lost on its way and not refunded is listed for the operator.
    chargedWithoutAnswer: rows.filter((row) => row.paid > 0 && !answered.has(row.id) && !lost.has(row.id)).length,
    answeredWithoutCharge: told.filter(([id]) => !paid.has(id)).length,
    wrongAmount: told.filter(([id, credits]) => paid.has(id) && paid.get(id) !== credits).length,
  }
}

const percentile = (values: readonly number[], of: number): string =>
  values.length === 0 ? '–' : `${Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * of)]!)} ms`

export const soak = async ({ seconds, measuring, say }: SoakOptions): Promise<Soaked> => {
  const service = await openSoaked()
  try {
    const { key } = await service.command('keys', 'create', '--credits', '100000000')
    const calls = callsOf(service.origin, key)
    // Until all code is loaded and compiled.
    await capacityOf(calls, measuring)
    const capacity = await capacityOf(calls, measuring),
      rate = capacity * part
    say(`capacity ${Math.round(capacity)}/s, asked for ${Math.round(rate)}/s`)
    calls.taken()

    const began = performance.now()
    const passed = (): number => (performance.now() - began) / 1000
    const memory: [second: number, megabytes: number][] = [],
      open = new Set<Promise<void>>()
    let sent = 0,
      told = 0
    while (passed() < seconds) {
      for (; sent < passed() * rate && open.size < 400; sent++) {
        const call: Promise<void> = calls.next().finally(() => open.delete(call))
        open.add(call)
      }
      if (passed() >= (memory.length * seconds) / samples) memory.push([passed(), await service.memory()])
      if (passed() >= told * 60) {
        const taken = calls.taken()
        say(
          `minute ${told++}: ${Math.round(memory.at(-1)![1])} MB, p50 ${percentile(taken, 0.5)}, p99 ${percentile(taken, 0.99)}`,
        )
      }
      await setTimeout(5)
    }
    await Promise.all(open)
    await calls.close()
    // Refunds of what was lost on its way.
    await setTimeout(3_000)
    const exitCode = await service.stop()
    const { faults, open_holds: openHolds } = await service.command('ledger', 'check')
    return {
      capacity,
      rate,
      statuses: Object.fromEntries([...calls.statuses].toSorted(([a], [b]) => a - b)),
      memory: memory.map(([, megabytes]) => megabytes),
      growthPerHour: slopeOf(memory.filter(([at]) => at > seconds / 2)) * 3600,
      books: { faults: faults.length, openHolds, ...booksOf(service.dataDir, calls.answered) },
      exitCode,
    }
  } finally {
    await service.remove()
  }
}

/** What is wrong, in words. `flat`: megabytes that the second half may add. */
export const faultsOf = (
  { memory, growthPerHour, books, statuses, exitCode }: Soaked,
  { seconds, flat }: { readonly seconds: number; readonly flat: number },
): readonly string[] => {
  const growth = (growthPerHour * seconds) / 2 / 3600
  const { charges: _, ...wrong } = books
  const unexpected = Object.keys(statuses).filter(
    (status) => !['0', '200', '400', '404', '409', '502', '503', '504'].includes(status),
  )
  return [
    ...(growth > flat
      ? [`memory grew by ${Math.round(growth)} MB in the second half: ${memory.map(Math.round).join(' ')}`]
      : []),
    ...Object.entries(wrong).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
    ...unexpected.map((status) => `${statuses[status]} × ${status === '-1' ? 'no answer' : status}`),
    ...(exitCode === 0 ? [] : [`it ended with ${exitCode}`]),
  ]
}
