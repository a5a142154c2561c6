/**
 * A changed upstream is a gap: every field of every sample is renamed in turn, and each example that rests on it looked
 * up again. What a rename takes away is named in `missing`, is doubt in the bounds, or is null. What says something
 * else instead is a fault, unless `silent.ts` lists it.
 *
 * A tenth of the fields is tried, another one each day; the full set tries all of them.
 */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import type { Operation } from '../../core/contract/operation.ts'
import type { Answered } from '../../core/contract/upstream.ts'
import { tokens } from '../../core/service/tokens.ts'
import { openBulk, type Bulk } from './bulk.ts'
import { allCases } from '../support/cases.ts'
import { compare, type Outcome, type Verdict } from './compare.ts'
import { examplesOf, look, type Example } from './lookups.ts'
import { silent, type Silent } from './silent.ts'
import { openUpstreams, type Upstreams } from './upstreams.ts'

type Ask = (operation: Operation<any, any>, input: unknown) => Promise<Answered>

const only = process.env['DRIFT']?.split(',')
const seed = process.env['DRIFT_SEED'] ?? new Date().toISOString().slice(0, 10)
/** FNV-1a: the same field is tried on the same days on every machine. */
const hash = (text: string): number =>
  Array.from(text).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
const isTried = (key: string): boolean => allCases || hash(`${seed} ${key}`) % 10 === 0

interface Renamed {
  readonly source: string
  readonly operation: string
  readonly path: string
}
interface Tried extends Renamed {
  readonly verdict: Verdict
  readonly counts: boolean
  readonly lies: readonly string[]
}

let service: RunningService, upstreams: Upstreams, bulk: Bulk
const truths: (Outcome & { readonly example: Example })[] = []
/** The examples that rest on an operation, by `source operation`. */
const resting = new Map<string, Set<number>>()

beforeAll(async () => {
  service = await runService()
  const { plugins, current } = service.container.get(tokens.configured)
  const clients = service.container.get(tokens.clients)
  upstreams = openUpstreams(
    plugins.sources,
    (id) => current().source(id),
    (operation, input) => clients.ask(operation, input),
  )
  bulk = await openBulk(service)
  for (const [n, example] of examplesOf(service).entries()) {
    const asked: [Operation<any, any>, unknown][] = []
    const outcome = await look(service, example, (operation, input) => {
      asked.push([operation, input])
      return upstreams.ask(operation, input)
    })
    truths.push({ ...outcome, example })
    for (const [operation, input] of asked)
      for (const key of await upstreams.restsOf(operation, input))
        resting.set(key, (resting.get(key) ?? new Set()).add(n))
  }
})
afterAll(async () => {
  await bulk.close()
  await service.close()
})

const rank: readonly Verdict[] = ['same', 'stated', 'gap', 'silent']

/** The gravest verdict over the examples that may rest on a field. */
const tryOut = async (renamed: Renamed, examples: Iterable<number>, ask: Ask | null): Promise<Tried> => {
  let verdict: Verdict = 'same',
    counts = false
  const lies: string[] = []
  for (const n of ask === null ? [] : examples) {
    const truth = truths[n]!
    const found = compare(truth, await look(service, truth.example, ask!))
    if (rank.indexOf(found.verdict) > rank.indexOf(verdict)) verdict = found.verdict
    counts ||= found.counts
    lies.push(...found.lies.map((lie) => `${truth.example.path} ${lie}`))
  }
  return { ...renamed, verdict, counts, lies }
}

const tryCalls = async (): Promise<readonly Tried[]> => {
  const tried: Tried[] = []
  const operations = new Map(
    [...upstreams.calls.values()].map(({ operation: { id, source } }) => [
      `${source.id} ${id}`,
      [source.id, id] as const,
    ]),
  )
  for (const [key, [source, operation]] of operations) {
    if (only && !only.includes(source)) continue
    for (const path of await upstreams.fieldsOf(source, operation)) {
      if (!isTried(`${key} ${path}`)) continue
      const renamed = { source, operation, path }
      tried.push(await tryOut(renamed, resting.get(key) ?? [], await upstreams.renamed(renamed)))
    }
  }
  return tried
}

const tryFiles = async (): Promise<readonly Tried[]> => {
  const tried: Tried[] = []
  for (const [source, { kind }] of service.container.get(tokens.configured).plugins.sources) {
    const examples = new Set([...resting].flatMap(([key, own]) => (key.startsWith(`${source} `) ? [...own] : [])))
    if (kind !== 'dataset' || examples.size === 0 || (only && !only.includes(source))) continue
    for (const [operation, fields] of await bulk.fieldsOf(source))
      for (const path of fields) {
        if (!isTried(`${source} ${operation} ${path}`)) continue
        const renamed = { source, operation, path }
        const imported = await bulk.renamed(source, operation, path)
        if (typeof imported === 'string') {
          // An import that is refused leaves the rows of the one before, and says so.
          tried.push({ ...renamed, verdict: imported === 'same' ? 'same' : 'gap', counts: false, lies: [] })
          continue
        }
        const ask: Ask = (of, input) => (of.source.id === source ? imported : upstreams).ask(of, input)
        tried.push(await tryOut(renamed, examples, ask))
        imported.close()
      }
  }
  return tried
}

const tableOf = (tried: readonly Tried[]): string => {
  const rows = [...Map.groupBy(tried, ({ source }) => source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const line = (id: string, own: readonly Tried[]): string =>
    `| ${[id, own.length, ...rank.map((verdict) => own.filter((one) => one.verdict === verdict).length)].join(' | ')} |`
  return [
    `| source | renamed | ${rank.join(' | ')} |`,
    '|---|---|---|---|---|---|',
    ...rows.map(([id, own]) => line(id, own)),
    line('**all**', tried),
  ].join('\n')
}

const isListed = ({ source, operation, path }: Renamed, entry: Silent): boolean =>
  entry.source === source &&
  entry.operation === operation &&
  (path === entry.field || path.startsWith(`${entry.field} › `))

describe('a renamed field of an upstream', () => {
  it('is named as a gap, or leaves the answer as it was', async () => {
    const tried = [...(await tryCalls()), ...(await tryFiles())]
    console.log(`${allCases ? 'all fields' : `a tenth of the fields, seed ${seed}`}\n${tableOf(tried)}`)
    if (process.env['DRIFT_OUT'])
      writeFileSync(
        process.env['DRIFT_OUT'],
        tried
          .map(({ source, operation, path, verdict, counts, lies }) =>
            [
              `${verdict}${counts ? ' COUNTS' : ''} | ${source} | ${operation || '-'} | ${path}`,
              ...lies.slice(0, 12).map((lie) => `    ${lie}`),
            ].join('\n'),
          )
          .join('\n'),
      )
    const quiet = tried.filter(({ verdict }) => verdict === 'silent')
    const words = ({ source, operation, path, lies }: Tried): string =>
      `${source} ${operation} ${path}: ${lies.slice(0, 3).join('; ')}`
    expect(quiet.filter((one) => !silent.some((entry) => isListed(one, entry))).map(words)).toEqual([])
    expect(quiet.filter(({ counts }) => counts).map(words)).toEqual([])
    if (allCases && !only) expect(silent.filter((entry) => !quiet.some((one) => isListed(one, entry)))).toEqual([])
    expect(silent.length).toBeLessThanOrEqual(60)
  }, 1_200_000)
})
