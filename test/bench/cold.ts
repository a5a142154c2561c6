/**
 * The cold path: a look-up that nothing is kept of, of the real service in its own process, over upstreams of known
 * latency. In the same round the calls of its critical path are made one after another by a bare client, which is
 * what no service can be quicker than. And a thousand equal look-ups at once, which must ask the upstreams as often
 * as one. `node test/bench/cold.ts [rounds]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startChild } from './child.ts'
import { callCount, criticalPath } from './graph.ts'
import { interleaved, judge, median, ratio } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 61),
  crowd = 20,
  stampede = 1000
const dir = mkdtempSync(join(tmpdir(), 'cold-'))
const upstream = await startChild([join(import.meta.dirname, 'servers/upstream.ts')], { until: /address (http:\S+)/ })
const service = await startChild([join(import.meta.dirname, 'servers/graph.ts'), dir, upstream.caught], {
  until: /address (http:\S+ \S+)/,
})
const [origin, key] = service.caught.split(' ') as [string, string]

const caller = new Pool(origin, { connections: stampede }),
  bare = new Pool(upstream.caught, { connections: crowd })
const get = async (pool: Pool, path: string): Promise<unknown> => {
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization: `Bearer ${key}` } })
  const read = await body.json()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${JSON.stringify(read)}`)
  return read
}
let subjects = 0
const look = (subject = `subject-${(subjects += 1)}`): Promise<unknown> => get(caller, `/api/v1/graph/${subject}`)
const oneByOne = async (): Promise<void> => {
  for (const ms of criticalPath) await get(bare, `/bare?ms=${ms}`)
}
const asked = async (): Promise<number> => ((await get(bare, '/count')) as { readonly asked: number }).asked

/** Milliseconds until the middle one of so many at once is answered. */
const wall = async (work: () => Promise<unknown>, at_once: number): Promise<number> =>
  median(
    await Promise.all(
      Array.from({ length: at_once }, async () => {
        const began = performance.now()
        await work()
        return performance.now() - began
      }),
    ),
  )

try {
  const taken = await interleaved(['path', 'look', 'crowdPath', 'crowdLook'], rounds, (name) => {
    const work = name.endsWith('ath') ? oneByOne : () => look()
    return wall(work, name.startsWith('crowd') ? crowd : 1)
  })
  await asked()
  const began = performance.now()
  await Promise.all(Array.from({ length: stampede }, () => look('the-same-for-all')))
  const stampeded = performance.now() - began,
    calls = await asked()

  console.log(
    `critical path ${criticalPath.join(' + ')} = ${criticalPath.reduce((a, b) => a + b)} ms, one by one in ${median(taken.path).toFixed(1)} ms; ${callCount} calls`,
  )
  console.log(
    `a look-up ${median(taken.look).toFixed(1)} ms; ${crowd} at once ${median(taken.crowdLook).toFixed(1)} ms; ${stampede} equal ones ${stampeded.toFixed(0)} ms`,
  )
  judge([
    { what: 'wall, a cold look-up / its critical path', value: ratio(taken.look, taken.path), atMost: 1.04 },
    {
      what: `wall, the middle one of ${crowd} at once / its critical path`,
      value: ratio(taken.crowdLook, taken.crowdPath),
      atMost: 1.04,
    },
    { what: `upstream calls of ${stampede} equal look-ups at once / of one`, value: calls / callCount, atMost: 1 },
  ])
} finally {
  await Promise.all([caller.destroy(), bare.destroy()])
  await service.stop()
  await upstream.stop()
  rmSync(dir, { recursive: true, force: true })
}
