/**
 * `npm run times`: runs all tests, and writes how long each suite took into the table of `docs/testing.md`.
 * `--report <file>` takes a report that vitest's JSON reporter wrote before.
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
const { values } = parseArgs({ options: { report: { type: 'string' } } })

const run = (): string => {
  const file = join(tmpdir(), `domesday-times-${process.pid}.json`)
  const args = ['run', '--config', 'test/vitest.config.ts', '--reporter=dot', '--reporter=json']
  spawnSync('vitest', [...args, `--outputFile.json=${file}`], { cwd: projectRoot, stdio: 'inherit' })
  return file
}
const { startTime, testResults } = JSON.parse(readFileSync(values.report ?? run(), 'utf8')) as Report

/** Folders and files that the first column of a row names. */
const suiteOf = (row: string): readonly string[] =>
  [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!.replace('/**', ''))

const text = readFileSync(page, 'utf8')
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
const rows = text
  .slice(from, to)
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((row) => ({ row, paths: suiteOf(row), files: 0, seconds: 0 }))

/** The row with the longest path above the file. */
const rowFor = (file: string) => {
  const fitting = rows.flatMap((row) =>
    row.paths.filter((path) => file === path || file.startsWith(`${path}/`)).map((path) => ({ row, path })),
  )
  const [closest] = fitting.toSorted((a, b) => b.path.length - a.path.length)
  if (closest === undefined) throw new Error(`docs/testing.md has no suite with ${file}`)
  return closest.row
}
for (const { name, startTime: began, endTime } of testResults) {
  const row = rowFor(relative(projectRoot, name))
  row.files += 1
  row.seconds += (endTime - began) / 1000
}

const total = Math.round((Math.max(...testResults.map(({ endTime }) => endTime)) - startTime) / 1000)
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(startTime)
const cases = process.env['DOMESDAY_CASES'] === 'all' ? 'all cases' : 'the part of large sets that the day chooses'
const table = [
  `Seconds that the files of a suite took, added up: one run of ${day} on ${availableParallelism()} processors, with ${cases}.`,
  `The ${testResults.length} files took ${total} seconds in all, without the installation: several run at a time.`,
  '',
  '| suite | what it holds | files | seconds |',
  '|---|---|---|---|',
  ...rows.map(({ row, files, seconds }) => {
    const [suite, holds] = row.split(' | ')
    return `${suite} | ${holds} | ${files} | ${Math.round(seconds)} |`
  }),
]
writeFileSync(page, `${text.slice(0, from)}\n${table.join('\n')}\n${text.slice(to)}`)
