/**
 * Bulk import and nearest points: a table the size and shape of the national list of stops (430,000 rows of 40
 * columns, 100 MB), read by the real importer, beside the parser alone in the same rounds; then the file is asked as
 * a service asks it. `node test/bench/bulk.ts [rows] [rounds of the import]`
 */
import { closeSync, copyFileSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import papa from 'papaparse'
import { dataset } from '../../core/contract/dataset.ts'
import { integer, type Point } from '../../core/contract/shape.ts'
import { openDatasets } from '../../plugins/clients/dataset/open-datasets.ts'
import { pullDataset } from '../../plugins/clients/dataset/pull.ts'
import { interleaved, judge, median } from './rounds.ts'

const rows = Number(process.argv[2] ?? 430_000)
const rounds = Number(process.argv[3] ?? 3)
const columns = 40

/** The same numbers at every run. */
const random = (() => {
  let seed = 42
  return () => (seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
})()

/** Places lie in clusters, as people do. */
const cities = Array.from({ length: 200 }, () => ({
  lat: 50.5 + random() * 7,
  lng: -4.5 + random() * 5.5,
  wide: 0.02 + random() * 0.12,
}))
const somewhere = (): Point => {
  if (random() > 0.75) return { lat: 50.2 + random() * 8, lng: -5 + random() * 6.5 }
  const city = cities[Math.floor(random() * random() * cities.length)]!
  const [angle, away] = [random() * 2 * Math.PI, city.wide * Math.sqrt(-Math.log(1 - random() * 0.999))]
  return { lat: city.lat + away * Math.sin(angle) * 0.62, lng: city.lng + away * Math.cos(angle) }
}

const cellOf = (row: number, column: number, at: Point): string => {
  if (column === 0) return `0100BRP${row}`
  if (column === 4) return `"Market Street, Stop ${row % 97}${row % 50 === 0 ? ' ""Old"" side' : ''}"`
  if (column === 29) return at.lng.toFixed(6)
  if (column === 30) return at.lat.toFixed(6)
  return column % 5 === 3 ? '' : `v${(row * (column + 3)) % 9973}`
}

const writeTable = (path: string): void => {
  const file = openSync(path, 'w')
  let text = `${Array.from({ length: columns }, (_, column) => `Col${column}`).join(',')}\n`
  for (let row = 0; row < rows; row++) {
    const at = somewhere()
    text += `${Array.from({ length: columns }, (_, column) => cellOf(row, column, at)).join(',')}\n`
    if (text.length > 4_000_000 || row === rows - 1) {
      writeSync(file, text)
      text = ''
    }
  }
  closeSync(file)
}

const stops = dataset({
  id: 'stops',
  title: 'Stops',
  home: import.meta.dirname,
  licence: 'none',
  attribution: 'none',
  coverage: 'made up',
  pull: [{ part: '', addresses: () => ['/stops.csv'], as: 'csv' }],
  row: (w: Record<string, string>) => ({
    code: w['Col0']!,
    plate: w['Col1']!,
    name: w['Col4']!,
    locality: w['Col14']!,
    town: w['Col16']!,
    grid: w['Col20']!,
    type: w['Col31']!,
    status: w['Col39']!,
    at: { lat: Number(w['Col30']), lng: Number(w['Col29']) },
  }),
  key: (row) => row.code,
  place: (row) => row.at,
})
const nearest = stops.ask('nearest', (found, at: Point) => Iterator.from(found.near(at, 5)).take(5).toArray(), {
  digest: { schema: {} },
})
const all = stops.ask('within', (found, at: Point) => [...found.near(at, 1)].length, { digest: integer() })

/** Seconds on the clock and of the processor; the latter grow less by other work on the machine. */
interface Taken {
  readonly wall: number
  readonly cpu: number
}

const timed = async (work: () => Promise<unknown>): Promise<Taken> => {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - begun) / 1000, cpu: (user + system) / 1e6 }
}

const parseOnly = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })
    papa.parse(text, { delimiter: ',', newline: '\n', chunk: () => {}, complete: () => resolve(), error: reject })
  })

const seconds = (of: readonly Taken[], what: keyof Taken): number => median(of.map((one) => one[what]))
const rate = (of: readonly Taken[], what: keyof Taken): number => Math.round(rows / seconds(of, what))

/** Microseconds that one question of many waited. */
interface Waits {
  readonly p50: number
  readonly p99: number
}

const waitsOf = async (ask: (at: Point) => Promise<unknown>): Promise<Waits> => {
  const waits: number[] = []
  for (let question = 0; question < 4_000; question++) {
    const at = somewhere()
    const begun = performance.now()
    await ask(at)
    waits.push((performance.now() - begun) * 1000)
  }
  waits.sort((a, b) => a - b)
  return { p50: waits[waits.length >> 1]!, p99: waits[Math.floor(waits.length * 0.99)]! }
}

const dir = mkdtempSync(join(tmpdir(), 'bulk-'))
try {
  const table = join(dir, 'table.csv')
  writeTable(table)
  const pull = (): Promise<unknown> =>
    pullDataset(stops, {
      dir,
      day: new Date(),
      fetchPage: () => Promise.reject(new Error('no pages here')),
      download: async (_path, to) => copyFileSync(table, to),
    })
  const taken = { parse: [] as Taken[], pull: [] as Taken[] }
  for (let round = 0; round < rounds; round++) {
    taken.parse.push(await timed(() => parseOnly(table)))
    taken.pull.push(await timed(pull))
  }
  console.log(`table   ${rows} rows, ${(statSync(table).size / 1e6).toFixed(0)} MB`)
  for (const [name, of] of Object.entries(taken)) {
    console.log(
      `${name.padEnd(7)} ${rate(of, 'wall')} rows/s, ${rate(of, 'cpu')} a second of processor (${of.map(({ wall }) => wall.toFixed(2)).join(' ')} s)`,
    )
  }
  console.log(
    `ratio   import ${(seconds(taken.pull, 'cpu') / seconds(taken.parse, 'cpu')).toFixed(2)} times the parser alone (processor)`,
  )
  console.log(
    `memory  ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most, the making of the table included`,
  )

  const opened = openDatasets({ dir, sources: new Map([[stops.id, stops]]) })
  const first = await timed(() => opened.ask(nearest, somewhere()))
  console.log(`first question ${(first.wall * 1000).toFixed(1)} ms`)
  const questions = { 'nearest 5': nearest, 'all in 1 km': all }
  const waited = await interleaved(Object.keys(questions) as (keyof typeof questions)[], 5, (name) =>
    waitsOf((at) => opened.ask(questions[name], at)),
  )
  for (const [name, of] of Object.entries(waited)) {
    console.log(
      `${name.padEnd(12)} p50 ${median(of.map(({ p50 }) => p50)).toFixed(0)} us, p99 ${median(of.map(({ p99 }) => p99)).toFixed(0)} us (${of.map(({ p99 }) => p99.toFixed(0)).join(' ')})`,
    )
  }
  opened.close()
  judge([
    {
      what: 'import, rows a second of the clock or of the processor',
      value: Math.max(rate(taken.pull, 'wall'), rate(taken.pull, 'cpu')),
      atLeast: 150_000,
    },
    {
      what: 'wall, nearest five, 99th percentile, microseconds',
      value: median(waited['nearest 5'].map(({ p99 }) => p99)),
      atMost: 100,
    },
  ])
} finally {
  rmSync(dir, { recursive: true })
}
