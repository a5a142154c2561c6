/**
 * The warm path: a look-up whose answer is kept, of the real service in its own process with its real ledger (one debit
 * a call, durable before it is answered), beside node:http with the same bytes ready made and beside a Fastify service
 * built by hand for the same job, which keeps its answers as text and meters in memory. `node test/bench/warm.ts
 * [rounds] [milliseconds of a round]`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from './child.ts'
import { load, type Load } from './load.ts'
import { judge, median, quietest, ratio } from './rounds.ts'
import { requestsOf, takeSample } from './sample.ts'
import { startService } from './service.ts'

const rounds = Number(process.argv[2] ?? 60),
  ms = Number(process.argv[3] ?? 300)
const root = join(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'warm-'))
const running: Child[] = []

interface Server {
  readonly child: Child
  readonly port: number
}
const serverAt = (child: Child, origin: string): Server => {
  running.push(child)
  return { child, port: Number(new URL(origin).port) }
}

const startOther = async (name: string, sample: string): Promise<Server> => {
  const other = await startChild([join(import.meta.dirname, 'servers', `${name}.ts`), sample], {
    until: /address (http:\S+)/,
  })
  return serverAt(other, other.caught)
}

interface Round extends Load {
  /** Microseconds of the server's processor time. */ readonly cpu: number
}

try {
  const service = await startService(root, dir)
  const sample = await takeSample(service.origin),
    file = join(dir, 'sample.json')
  writeFileSync(file, JSON.stringify(sample))
  const servers = {
    prebuilt: await startOther('prebuilt', file),
    service: serverAt(service, service.origin),
    handBuilt: await startOther('hand-built', file),
  }
  const requests = requestsOf(sample)

  const names = Object.keys(servers) as (keyof typeof servers)[]
  const taken = await quietest(names, rounds, async (name): Promise<Round> => {
    const { child, port } = servers[name],
      before = child.cpu()
    const round = await load(port, requests, { ms })
    if (round.failed > 0) throw new Error(`${name} failed ${round.failed} of ${round.answered} requests`)
    return { ...round, cpu: ((child.cpu() - before) * 1000) / round.answered }
  })
  const of = (name: keyof typeof servers, what: keyof Round): readonly number[] =>
    taken[name].map((round) => round[what])

  const sizes = sample.answers.map(({ body }) => body.length)
  console.log(`an answer has ${Math.round(sizes.reduce((sum, size) => sum + size) / sizes.length)} bytes on average`)
  for (const name of names) {
    const [cpu, perSecond, p50, p99] = (['cpu', 'perSecond', 'p50', 'p99'] as const).map((what) =>
      median(of(name, what)),
    ) as [number, number, number, number]
    console.log(
      `${name.padEnd(9)} ${cpu.toFixed(1).padStart(5)} us of processor a request, ${perSecond.toFixed(0).padStart(6)} requests/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    )
  }
  console.log(
    `requests a second, service / hand-built: ${ratio(of('service', 'perSecond'), of('handBuilt', 'perSecond')).toFixed(2)}`,
  )
  judge([
    {
      what: 'processor time a request, service / hand-built',
      value: ratio(of('service', 'cpu'), of('handBuilt', 'cpu')),
      atMost: 2,
    },
    {
      what: 'processor time a request, service / prebuilt bytes',
      value: ratio(of('service', 'cpu'), of('prebuilt', 'cpu')),
      atMost: 6.5,
    },
  ])
} finally {
  for (const child of running) await child.stop()
  rmSync(dir, { recursive: true, force: true })
}
