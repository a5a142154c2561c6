/**
 * What one node and two answer on one PostgreSQL: metered look-ups whose answers are kept, of 64 callers, and how large
 * the ledger and the nodes are then. `node test/bench/fleet.ts [rounds] [milliseconds of a round] [keys]`
 * It prints the table of docs/reliability.md.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { loadOver } from './fleet-load.ts'
import { median } from './rounds.ts'
import { openFleet } from '../fleet/fleet.ts'
import { unlimited } from '../fleet/settings.ts'
import { othersCpu } from './child.ts'

const rounds = Number(process.argv[2] ?? 8),
  lasting = Number(process.argv[3] ?? 2_000),
  keyCount = Number(process.argv[4] ?? 50_000)

const fleet = await openFleet({ endpoints: ['location'], service: unlimited })
if (fleet === null) process.exit(1)

const megabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000
const ask = async (sql: string): Promise<Readonly<Record<string, unknown>>> =>
  (await fleet.database.query(fleet.database.url, sql))[0]!
const spent = (): string => fleet.nodes.map(({ pid }, i) => `node ${i + 1} ${megabytes(pid).toFixed(0)} MB`).join(', ')

try {
  const [one, other] = fleet.nodes.map(({ origin }) => origin) as [string, string]
  const keys = await Promise.all(Array.from({ length: 8 }, () => fleet.key(1_000_000_000)))
  const measured = async (
    origins: readonly string[],
  ): Promise<{ perSecond: number; p50: number; p99: number; failed: number; others: number }> => {
    const before = othersCpu(),
      began = performance.now()
    const load = await loadOver({ origins, keys, callers: 64, ms: lasting })
    return { ...load, others: (othersCpu() - before) / (performance.now() - began) }
  }
  for (const origins of [[one], [one, other]]) await measured(origins)
  const taken: Record<'one' | 'two', Awaited<ReturnType<typeof measured>>[]> = { one: [], two: [] }
  for (let round = 0; round < rounds; round++) {
    taken.one.push(await measured([one]))
    taken.two.push(await measured([one, other]))
  }
  console.log(
    `${rounds} rounds of ${lasting} ms, 64 callers, ${cpus().length} processors shared by nodes, PostgreSQL, callers and what else ran`,
  )
  console.log('| | look-ups a second | p50 | p99 | failed |\n|---|---|---|---|---|')
  for (const [name, all] of Object.entries(taken)) {
    const of = (what: 'perSecond' | 'p50' | 'p99' | 'others'): number => median(all.map((each) => each[what]))
    const failed = all.reduce((sum, each) => sum + each.failed, 0)
    console.log(
      `| ${name} | ${of('perSecond').toFixed(0)} | ${of('p50').toFixed(1)} ms | ${of('p99').toFixed(1)} ms | ${failed} |`,
    )
  }
  const size = `select (select count(*) from keys) as keys, (select count(*) from ledger) as rows,
    pg_size_pretty(pg_database_size(current_database())) as size`
  console.log(`after that: ${JSON.stringify(await ask(size))}; ${spent()}`)
  // Keys that nobody has used yet: each node has the hashes of all secrets in memory.
  await fleet.database.query(
    fleet.database.url,
    `with made as (
       insert into keys (id, created_at, revision, terms, balance)
       select 'bench_' || n, n, 1000000 + n, (select terms from keys limit 1), 0 from generate_series(1, ${keyCount}) n returning id
     ), moved as (update domesday set revision = 1000000 + ${keyCount})
     insert into secrets (hash, key_id) select encode(sha256(id::bytea), 'hex'), id from made`,
  )
  await new Promise((wait) => setTimeout(wait, 5_000))
  console.log(`with ${keyCount} keys more: ${JSON.stringify(await ask(size))}; ${spent()}`)
} finally {
  await fleet.close()
}
