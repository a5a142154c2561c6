/**
 * Holds `/mcp` to the conformance suite of the Model Context Protocol, at the last revision of either era.
 * Run: npm ci --prefix test/peers && node test/peers/conformance.ts
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runService } from '../../plugins/tools/testing/service.ts'
import { generous, settings } from './services.ts'
import { withKey } from './with-key.ts'

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const began = performance.now()
const dir = mkdtempSync(join(tmpdir(), 'domesday-conformance-'))
const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const baseline = join(import.meta.dirname, 'conformance-expected-failures.yaml')
const faults: string[] = []

/**
 * Every scenario that applies at the revision, extensions apart. The suite judges; that code is 0 also when all that
 * fails is excused.
 */
const run = (url: string, revision: string, output: string) =>
  new Promise<{ readonly sound: boolean; readonly said: string }>((resolve) => {
    const args = [
      'server',
      '--url',
      url,
      '--suite',
      'all',
      '--spec-version',
      revision,
      '--expected-failures',
      baseline,
      '--output-dir',
      output,
    ]
    execFile(
      process.execPath,
      [suite, ...args],
      { encoding: 'utf8', cwd: dir, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({ sound: error === null, said: stripVTControlCharacters(`${stdout}${stderr}`) }),
    )
  })

/**
 * What became of a scenario; `excused` are checks as <scenario>:<check>. A warning counts as a failure, as it does
 * with the suite.
 */
const verdictOn = (scenario: string, checks: readonly Check[], excused: ReadonlySet<string>) => {
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  const unexpected = failed.filter(({ id }) => !excused.has(`${scenario}:${id}`))
  const passed = checks.filter(({ status }) => status === 'SUCCESS')
  // Every scenario checks the messages against the schema: alone, that shows nothing of what the scenario is about.
  const shown = passed.some(({ id }) => id !== 'wire-schema-valid')
  const verdict =
    unexpected.length > 0
      ? 'FAILS'
      : failed.length === 0
        ? shown
          ? 'passes'
          : 'not tried'
        : shown
          ? 'passes in part'
          : 'expected to fail'
  return { verdict, unexpected, counts: `${passed.length} passed, ${failed.length} failed` }
}

const report = (revision: string, output: string, said: string): void => {
  const excused = new Set([...said.matchAll(/^ {2}~ (\S+)$/gm)].map(([, name]) => name!))
  const tally = new Map<string, number>()
  for (const folder of readdirSync(output).toSorted()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)![1]!
    const { verdict, unexpected, counts } = verdictOn(
      scenario,
      JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8')) as Check[],
      excused,
    )
    tally.set(verdict, (tally.get(verdict) ?? 0) + 1)
    console.log(`${revision}  ${verdict.padEnd(16)}  ${scenario} (${counts})`)
    for (const { id, errorMessage } of unexpected) faults.push(`${revision} ${scenario}: ${id}: ${errorMessage ?? ''}`)
  }
  console.log(`${revision}: ${[...tally].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`)
}

const service = await runService({ configure: settings(generous) })
const front = await withKey(service.origin, await service.key(1_000_000))
try {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const output = join(dir, revision)
    const { sound, said } = await run(`${front.origin}/mcp`, revision, output)
    if (!sound) faults.push(`${revision}: ${said.slice(Math.max(0, said.indexOf('=== SUMMARY ===')))}`)
    report(revision, output, said)
  }
} finally {
  front.close()
  await service.close()
  rmSync(dir, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
console.log(
  `${faults.length === 0 ? 'nothing unexpected' : 'unexpected failures'}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
)
process.exitCode = faults.length === 0 ? 0 : 1
