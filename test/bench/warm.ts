/**
 * The warm path: a look-up whose answer is kept, of the real service in its own process with its real ledger (one
 * debit a call, durable before it is answered), beside node:http with the same bytes ready made and beside a Fastify
 * service built by hand for the same job. `node test/bench/warm.ts [rounds] [milliseconds of a round]`
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, startQuiet, type Child } from './child.ts'
import { load, type Load } from './load.ts'
import { interleaved, judge, median, ratio } from './rounds.ts'
import { takeSample } from './sample.ts'

const rounds = Number(process.argv[2] ?? 9),
  ms = Number(process.argv[3] ?? 2_000)
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

/** The service with the project's settings, but for limits that no bench meets and keys that are rich. */
const startService = async (): Promise<Server & { readonly origin: string }> => {
  const configDir = join(dir, 'config'),
    much = '{ calls: 1000000000, per: 1m }'
  cpSync(join(root, 'config'), configDir, { recursive: true })
  appendFileSync(
    join(configDir, 'service.yaml'),
    `\nlimits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much} }\nkeys: { free_credits: 1000000000 }\n`,
  )
  const service = await startQuiet([join(root, 'core/start.js')], {
    DOMESDAY_CONFIG_DIR: configDir,
    DOMESDAY_DATA_DIR: join(dir, 'data'),
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
  })
  return { ...serverAt(service, service.origin), origin: service.origin }
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
  const service = await startService()
  const sample = await takeSample(service.origin),
    file = join(dir, 'sample.json')
  writeFileSync(file, JSON.stringify(sample))
  const servers = {
    prebuilt: await startOther('prebuilt', file),
    service,
    handBuilt: await startOther('hand-built', file),
  }
  const requests = sample.answers.map(({ path }, i) => ({
    path,
    headers: { authorization: `Bearer ${sample.keys[i % sample.keys.length]!}` },
  }))

  const names = Object.keys(servers) as (keyof typeof servers)[]
  const taken = await interleaved(names, rounds, async (name): Promise<Round> => {
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
    `service / hand-built, processor time a request: ${ratio(of('service', 'cpu'), of('handBuilt', 'cpu')).toFixed(2)}`,
  )
  judge([
    {
      what: 'processor time a request, service / prebuilt bytes',
      value: ratio(of('service', 'cpu'), of('prebuilt', 'cpu')),
      atMost: 2.4,
    },
    {
      what: 'requests a second, service / hand-built',
      value: ratio(of('service', 'perSecond'), of('handBuilt', 'perSecond')),
      atLeast: 1.2,
    },
  ])
} finally {
  for (const child of running) await child.stop()
  rmSync(dir, { recursive: true, force: true })
}
