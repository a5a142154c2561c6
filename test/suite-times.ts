/**
 * `npm run times`: runs both sets, and writes how long each suite took into the table of `docs/testing.md`. `--quick
 * <file>` and `--full <file>` take reports that vitest's JSON reporter wrote before.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../core/registry/load.ts'

const page = join(projectRoot, 'docs/testing.md')
const [begin, end] = ['<!-- times: npm run times -->', '<!-- end of times -->']

interface Report {
  readonly startTime: number
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}
const { values } = parseArgs({ options: { quick: { type: 'string' }, full: { type: 'string' } } })

const run = (config: string, ...more: readonly string[]): string => {
  const file = join(tmpdir(), `domesday-times-${process.pid}-${config}.json`)
  const args = ['run', '--config', `test/${config}.ts`, '--reporter=dot', '--reporter=json', ...more]
  spawnSync('vitest', [...args, `--outputFile.json=${file}`], { cwd: projectRoot, stdio: 'inherit' })
  return file
}
const reportIn = (file: string): Report => JSON.parse(readFileSync(file, 'utf8')) as Report
const sets = {
  quick: reportIn(values.quick ?? run('vitest.config')),
  full: reportIn(values.full ?? run('vitest.full.config', '--project', 'full', '--project', 'all-cases')),
}
type Set = keyof typeof sets

/** Folders and files that the first column of a row names. */
const suiteOf = (row: string): readonly string[] =>
  [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!.replace('/**', ''))

const text = readFileSync(page, 'utf8')
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
const none = () => ({ files: 0, seconds: 0 })
const rows = text
  .slice(from, to)
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((row) => ({ row, paths: suiteOf(row), quick: none(), full: none() }))

/** The row with the longest path above the file. */
const rowFor = (file: string) => {
  const fitting = rows.flatMap((row) =>
    row.paths.filter((path) => file === path || file.startsWith(`${path}/`)).map((path) => ({ row, path })),
  )
  const [closest] = fitting.toSorted((a, b) => b.path.length - a.path.length)
  if (closest === undefined) throw new Error(`docs/testing.md has no suite with ${file}`)
  return closest.row
}
for (const set of ['quick', 'full'] as const)
  for (const { name, startTime: began, endTime } of sets[set].testResults) {
    const counted = rowFor(relative(projectRoot, name))[set]
    counted.files += 1
    counted.seconds += (endTime - began) / 1000
  }

const totalOf = ({ startTime, testResults }: Report): number =>
  Math.round((Math.max(...testResults.map(({ endTime }) => endTime)) - startTime) / 1000)
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(sets.quick.startTime)
const said = (set: Set): string => `${sets[set].testResults.length} files in ${totalOf(sets[set])} seconds`
const table = [
  `Seconds that the files of a suite took, added up: runs of ${day} on ${availableParallelism()} processors, and before, when there was one set. Several run at a time:`,
  `the quick set took ${said('quick')}, the full set, without what needs a quiet machine, ${said('full')}. Before, 426 files took 679 seconds.`,
  '',
  '| suite | what it holds | before | files | seconds | files in full | seconds |',
  '|---|---|---|---|---|---|---|',
  ...rows.map(({ row, quick, full }) => {
    const [suite, holds, before] = row.split(' | ')
    const figures = [quick, full].flatMap(({ files, seconds }) => [files, Math.round(seconds)])
    return `${suite} | ${holds} | ${before} | ${figures.join(' | ')} |`
  }),
]
writeFileSync(page, `${text.slice(0, from)}\n${table.join('\n')}\n${text.slice(to)}`)
