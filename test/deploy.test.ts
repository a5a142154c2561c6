/** The files of docs/deploy, by the linters of their formats. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'

const written = (file: string): string => readFileSync(join(projectRoot, 'docs/deploy', file), 'utf8')

it('the Containerfile is well formed, and copies what there is', () => {
  const text = written('Containerfile')
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '))
  expect(copied).toContain('core')
  expect(copied.filter((name) => !existsSync(join(projectRoot, name)))).toEqual([])
})

it('the Containerfile has the Node that `npm ci` brings along', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const images = [...written('Containerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)
  expect(new Set(images)).toEqual(new Set(Object.values(optionalDependencies)))
})

it('systemd takes the unit', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('there is no systemd-analyze here')
  const folder = mkdtempSync(join(tmpdir(), 'domesday-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unit = join(folder, 'domesday.service')
  // It wants to see the program, and the project is not installed where the unit has it.
  writeFileSync(unit, written('domesday.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  // It also tells of other units of the machine. What it does not know it tells, and ends with 0.
  expect([status, stderr.split('\n').filter((line) => line.includes('domesday'))]).toEqual([0, []])
})
