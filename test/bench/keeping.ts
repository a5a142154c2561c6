/**
 * What keeping evidence costs a service: the same look-ups of the sample data, at every depth, by two services in
 * processes of their own that take turns, of which one keeps. What is compared is the processor time of all threads,
 * also of the one that writes after the answer. `node test/bench/keeping.ts [rounds] [wire|digests|answers …]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { depths } from '../../core/contract/node.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { configure } from '../../core/service/configure.ts'
import { sampleGateway } from '../../plugins/tools/gateway/index.ts'
import { startChild } from './child.ts'
import { interleaved, judge, median, ratio } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 12)
/** Milliseconds in which what was queued is written. */
const settling = 200

const { plugins, current } = await configure({ mode: 'sandbox', env: {}, configDir: join(projectRoot, 'config') })
const gateway = await sampleGateway.open({ sources: plugins.sources, onUnmatched: () => {} })
const paths = [...plugins.endpoints.values()].flatMap(({ declared, flat }) =>
  Object.keys(current().endpoint(declared.id).examples).flatMap((path) =>
    flat ? [path] : depths.map((depth) => `${path}${path.includes('?') ? '&' : '?'}depth=${depth}`),
  ),
)

type Mode = 'wire' | 'digests' | 'answers'

/** Processor time with evidence over that without, each of all threads. */
const costs = async (mode: Mode): Promise<number> => {
  const dir = mkdtempSync(join(tmpdir(), 'keeping-'))
  const start = async (name: string, keep: string) => {
    const child = await startChild(
      [join(import.meta.dirname, 'servers/keeping.ts'), join(dir, name), gateway.origin, keep, mode],
      { until: /address (http:\S+ \S+)/ },
    )
    const [origin, key] = child.caught.split(' ') as [string, string]
    return { child, pool: new Pool(origin, { connections: 4 }), headers: { authorization: `Bearer ${key}` } }
  }
  const services = { kept: await start('kept', '90d'), none: await start('none', '0d') }
  const ask = async (name: keyof typeof services, path: string) => {
    const { pool, headers } = services[name]
    const { statusCode, body } = await pool.request({ path: `/api/v1${path}`, method: 'GET', headers })
    await body.text()
    return statusCode
  }
  try {
    const answered: string[] = []
    for (const path of paths) {
      const statuses = [await ask('kept', path), await ask('none', path)]
      if (statuses.every((status) => status === 200)) answered.push(path)
    }
    // A cached answer takes so little that one pass of them is too short to be measured.
    const passes = mode === 'answers' ? 5 : 1
    const taken = await interleaved(['kept', 'none'], rounds, async (name) => {
      const { child } = services[name]
      const before = child.cpu()
      for (let pass = 0; pass < passes; pass += 1)
        await Promise.all(
          Array.from({ length: 4 }, async (_, i) => {
            for (let at = i; at < answered.length; at += 4) await ask(name, answered[at]!)
          }),
        )
      await wait(settling)
      return ((child.cpu() - before) * 1000) / (answered.length * passes)
    })
    console.log(
      `${mode}: ${answered.length} answers; ${median(taken.none).toFixed(0)} us of processor without evidence, ${median(taken.kept).toFixed(0)} us with it`,
    )
    return ratio(taken.kept, taken.none)
  } finally {
    for (const { child, pool } of Object.values(services)) {
      await pool.destroy()
      await child.stop()
    }
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Where keeping has a bar. From cached digests nothing is fetched or read: the same work weighs more. */
const bars: Readonly<Record<Mode, number | null>> = { wire: 1.35, digests: null, answers: 1.05 }

try {
  const modes = process.argv.slice(3) as Mode[]
  for (const mode of modes.length > 0 ? modes : (['wire', 'digests', 'answers'] as const)) {
    const value = await costs(mode),
      atMost = bars[mode]
    if (atMost === null) console.log(`processor, ${mode}, with evidence / without: ${value.toFixed(3)}`)
    else judge([{ what: `processor, ${mode}, with evidence / without`, value, atMost }])
  }
} finally {
  await gateway.close()
}
