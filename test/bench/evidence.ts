/**
 * The cost of evidence, on what the sample data give: every example at every depth, by the real service. Then so many
 * packs in a store of their own, of known digests and of new ones. `node test/bench/evidence.ts [packs]`
 */
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runService } from '@domesday/tool-testing'
import { depths } from '../../core/contract/node.ts'
import type { KeptGathering, OpenEvidence } from '../../core/contract/evidence.ts'
import { tokens } from '../../core/service/tokens.ts'
import { sqlite } from '../../plugins/evidence/sqlite/index.ts'
import { sealer } from '../../plugins/evidence/sqlite/sealing.ts'
import { judge } from './rounds.ts'

const packs = Number(process.argv[2] ?? 20_000)
const sizeOf = (value: unknown): number => JSON.stringify(value).length
const dir = mkdtempSync(join(tmpdir(), 'evidence-'))

/** All that the sample data answer, and the sources that they rest on. */
const takeAll = async () => {
  const service = await runService({
    configure: (at) => appendFileSync(join(at, 'service.yaml'), '\nlimits: { per_key: { calls: 100000, per: 1m } }\n'),
  })
  try {
    const { plugins, current } = service.container.get(tokens.configured)
    const kept = service.container.get(tokens.evidence)! as { -readonly [K in keyof OpenEvidence]: OpenEvidence[K] }
    const { keep } = kept
    const taken: KeptGathering[] = []
    kept.keep = (gathered) => {
      taken.push(gathered)
      return keep(gathered)
    }
    const key = await service.key(1_000_000)
    for (const { declared, flat } of plugins.endpoints.values())
      for (const path of Object.keys(current().endpoint(declared.id).examples))
        for (const depth of flat ? [''] : depths)
          await service.send(`/api/v1${path}${flat ? '' : `${path.includes('?') ? '&' : '?'}depth=${depth}`}`, { key })
    return { taken, sources: plugins.sources }
  } finally {
    await service.close()
  }
}

interface Cost {
  /** Microseconds of processor for each pack: in the thread that answers, and in that of the store. */
  readonly sealing: number
  readonly writing: number
  /** Bytes of the file for each pack. */
  readonly bytes: number
}

/** `change` makes the i-th pack of one of the samples. */
const cost = async (
  name: string,
  { taken, sources }: Awaited<ReturnType<typeof takeAll>>,
  change: (gathered: KeptGathering, i: number) => KeptGathering,
): Promise<Cost> => {
  const dataDir = join(dir, name)
  const evidence = await sqlite.open({
    dataDir,
    env: {},
    mode: 'sandbox',
    settings: () => ({ keep: { sandbox: '90d', live: '0d' }, largest: '256kB', queue: '32MB' }),
    sources,
    log: { info: () => {}, warn: (about, text) => console.log(text, about) },
  })
  for (const one of taken) evidence.keep(one)
  await evidence.flush()
  const sizeNow = (): number => {
    const db = new DatabaseSync(join(dataDir, 'evidence.db'))
    db.exec('pragma wal_checkpoint(truncate)')
    db.close()
    return statSync(join(dataDir, 'evidence.db')).size
  }
  const before = sizeNow()
  const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
  let making = 0
  for (let i = 0; i < packs; i += 1) {
    const start = process.threadCpuUsage()
    const gathered = change(taken[i % taken.length]!, i)
    const made = process.threadCpuUsage(start)
    making += made.user + made.system
    const id = evidence.keep(gathered)
    if (id === null) throw new Error('it was not kept')
    evidence.own(id, `key-${i % 100}`)
    // As answers come: not all in one turn of the event loop, and no more than the thread can write.
    if (i % 10 === 9) await new Promise(setImmediate)
    if (i % 500 === 499) await evidence.flush()
  }
  await evidence.flush()
  const [allSince, hereSince] = [process.cpuUsage(all), process.threadCpuUsage(here)]
  const ours = hereSince.user + hereSince.system
  const bytes = (sizeNow() - before) / packs
  await evidence.close()
  return { sealing: (ours - making) / packs, writing: (allSince.user + allSince.system - ours) / packs, bytes }
}

/** Milliseconds to seal a pack of 250 kB at best, as many rows of the largest digest. */
const largest = ({ taken, sources }: Awaited<ReturnType<typeof takeAll>>): number => {
  const seal = sealer(sources)
  const asks = taken.flatMap((one) => one.asks).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const rows = Math.floor(250_000 / sizeOf(asks[0]))
  const gathered = { ...taken[0]!, asks: [{ ...asks[0]!, outcome: { value: Array(rows).fill(asks[0]!.outcome) } }] }
  const times = Array.from({ length: 50 }, (_, i) => {
    const begun = performance.now()
    const { size } = seal({ ...gathered, settings: { i } }, 0)
    if (size < 200_000) throw new Error(`it has ${size} characters`)
    return performance.now() - begun
  })
  return Math.min(...times)
}

/** Each digest, question and subject is one that no other answer has. */
const renewed = (gathered: KeptGathering, i: number): KeptGathering => ({
  ...gathered,
  asked: { ...gathered.asked, i },
  lookup: `${gathered.lookup} ${i}`,
  asks: gathered.asks.map((ask) => ({
    ...ask,
    question: [ask.question, i],
    outcome: 'value' in ask.outcome ? { value: [ask.outcome.value, i] } : ask.outcome,
  })),
})

try {
  const all = await takeAll()
  const sizes = all.taken.map(({ asks, settings }) => sizeOf([asks, settings]))
  console.log(
    `${all.taken.length} answers of ${Math.round(sizes.reduce((sum, size) => sum + size) / sizes.length)} characters of evidence and ${(all.taken.reduce((sum, { asks }) => sum + asks.length, 0) / all.taken.length).toFixed(1)} asks on average`,
  )
  const known = await cost('known', all, (gathered) => gathered)
  const fresh = await cost('new', all, renewed)
  for (const [name, { sealing, writing, bytes }] of [
    ['digests that are known', known],
    ['digests that are new', fresh],
  ] as const)
    console.log(
      `${name.padEnd(22)}: ${Math.round(sealing)} us of processor to seal and send, ${Math.round(writing)} us to write; ${Math.round(bytes)} bytes, ${(bytes / 1e3).toFixed(1)} GB for a million`,
    )
  judge([
    { what: 'microseconds to seal and send, new digests', value: fresh.sealing, atMost: 1_000 },
    { what: 'milliseconds that the largest pack holds the event loop', value: largest(all), atMost: 5 },
    { what: 'bytes of an answer of new digests', value: fresh.bytes, atMost: 8_000 },
  ])
} finally {
  rmSync(dir, { recursive: true })
}
