/** An endpoint beside the published ones needs no change of any test: here in a copy of the project. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyProject } from './copy.ts'
import { dice, link, write } from './dice.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-another-')))
const copy = join(root, 'project')
afterAll(() => rmSync(root, { recursive: true }))

beforeAll(() => copyProject(copy))

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Result[] }[]
}
interface Result {
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly fullName: string
  readonly failureMessages: readonly string[]
}

const report = join(root, 'report.json')
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
const tested = (): readonly Result[] => {
  const files = ['test/contract.test.ts', 'test/specification.test.ts']
  const args = [
    '--config',
    'test/vitest.config.ts',
    '--reporter',
    'json',
    '--outputFile',
    report,
    '-t',
    'plugins|published endpoints|dice',
  ]
  spawnSync(process.execPath, [vitest, 'run', ...args, ...files], { cwd: copy })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status !== 'skipped')
}

it.each([
  ['in the project', join(copy, 'plugins/endpoints/dice'), 'dice'],
  ['elsewhere', join(root, 'elsewhere'), '../../elsewhere'],
])('%s', (_, folder, name) => {
  write(folder, dice())
  if (relative(copy, folder).startsWith('..'))
    link(folder, {
      '@domesday/core': join(copy, 'core'),
      '@domesday/source-police-uk': join(copy, 'plugins/sources/police-uk'),
      '@domesday/source-postcodes-io': join(copy, 'plugins/sources/postcodes-io'),
    })
  cpSync(join(projectRoot, 'config'), join(copy, 'config'), { recursive: true })
  appendFileSync(join(copy, 'config/service.yaml'), `  - ${name}\n`)
  const results = tested()
  for (const made of [folder, report]) rmSync(made, { recursive: true })
  expect(results.flatMap(({ failureMessages }) => failureMessages)).toEqual([])
  const passed = results.map(({ fullName }) => fullName)
  expect(passed).toContain('the 22 published endpoints are there, 14 of them tools; others may be added')
  expect(passed).toContain('dice /dice/WA11UH at full agrees with its schema, and knows something')
})
