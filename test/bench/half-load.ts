/**
 * Latency at half load: how long a metered look-up whose answer is kept takes while requests arrive at half the rate
 * that the service manages at most, beside the release before at the same rate. Both are up at once and take turns.
 * `BENCH_BEFORE=<a checkout with its own node_modules> node test/bench/half-load.ts [rounds] [milliseconds of a round]`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Arrivals } from './arrivals.ts'
import { startChild, type Child } from './child.ts'
import type { Request } from './connection.ts'
import { load } from './load.ts'
import { judge, median, quietest, ratio, type Bar } from './rounds.ts'
import { requestsOf, takeSample } from './sample.ts'
import { startService } from './service.ts'

const rounds = Number(process.argv[2] ?? 24),
  lasting = Number(process.argv[3] ?? 1_500)
const saturationRounds = 12,
  saturationMs = 500
const before = process.env['BENCH_BEFORE']
const checkouts = { service: join(import.meta.dirname, '../..'), ...(before && { before }) }
type Name = 'service' | 'before'
const names = Object.keys(checkouts) as Name[]

const dir = mkdtempSync(join(tmpdir(), 'half-load-'))
const running: Child[] = []

interface Server {
  readonly port: number
  readonly requests: readonly Request[]
  /** Where its sample lies. */
  readonly file: string
}
const start = async (name: Name, checkout: string): Promise<Server> => {
  const own = join(dir, name)
  mkdirSync(own)
  const child = await startService(checkout, own)
  running.push(child)
  const sample = await takeSample(child.origin),
    file = join(own, 'sample.json')
  writeFileSync(file, JSON.stringify(sample))
  return { port: Number(new URL(child.origin).port), requests: requestsOf(sample), file }
}

const saturate = async ({ port, requests }: Server): Promise<number> => {
  const { perSecond, failed } = await load(port, requests, { ms: saturationMs })
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return perSecond
}

const arrive = async ({ port, file }: Server, rate: number): Promise<Arrivals> => {
  const args = [port, file, rate, lasting].map(String)
  const sender = await startChild([join(import.meta.dirname, 'arrivals.ts'), ...args], { until: /took (\{.*\})/ })
  await sender.stop()
  return JSON.parse(sender.caught) as Arrivals
}

try {
  const servers = {} as Record<Name, Server>
  for (const name of names) servers[name] = await start(name, checkouts[name]!)
  const most = await quietest(names, saturationRounds, (name) => saturate(servers[name]))
  const rate = Math.round(median(most.service) / 2)
  const taken = await quietest(names, rounds, (name) => arrive(servers[name], rate))

  const of = (name: Name, what: keyof Arrivals): readonly number[] => taken[name].map((each) => each[what])

  console.log(`half load is ${rate} requests/s`)
  for (const name of names) {
    const ms = (what: keyof Arrivals): string => median(of(name, what)).toFixed(2)
    console.log(
      `${name.padEnd(8)} at most ${median(most[name]).toFixed(0).padStart(6)} requests/s; at half load p50 ${ms('p50')} ms, p99 ${ms('p99')} ms, p99.9 ${ms('p999')} ms; sent late by ${ms('lateP99')} ms at p99`,
    )
  }
  const bars: Bar[] = [
    {
      // More means that requests came faster than they were answered: other work has taken the processors since.
      what: 'p50 at half load, ms, the slower of both',
      value: Math.max(...names.map((name) => median(of(name, 'p50')))),
      atMost: 50,
    },
  ]
  if (!before)
    console.log('skipped p99 at half load, service / before: BENCH_BEFORE names no checkout of the release before')
  else
    bars.push({
      what: 'p99 at half load, service / before',
      value: ratio(of('service', 'p99'), of('before', 'p99')),
      atMost: 1.4,
    })
  judge(bars)
} finally {
  for (const child of running) await child.stop()
  rmSync(dir, { recursive: true, force: true })
}
