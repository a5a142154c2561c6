/** Every dependency has its reason in the documentation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { expect, it } from 'vitest'

interface Manifest {
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly optionalDependencies?: object
}
const manifests = [
  'package.json',
  'core/package.json',
  ...readdirSync(join(projectRoot, 'plugins'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^/]+\/[^/]+\/package\.json$/.test(name))
    .map((name) => `plugins/${name}`),
].filter((path) => existsSync(join(projectRoot, path)))

it('a line for each package that is depended on, and for no other', () => {
  const used = new Set(
    manifests.flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(projectRoot, path), 'utf8')) as Manifest
      const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter((name) => !name.startsWith('@domesday/'))
        .map((name) => name.replace(/^@types\/.*/, '@types/*'))
    }),
  )
  const [tables] = readFileSync(join(projectRoot, 'docs/dependencies.md'), 'utf8').split('## What is not used')
  const cells = tables!.split('\n').flatMap((line) => /(?:^|\| )([^|]+) \| [^|]+ \|$/.exec(line)?.[1] ?? [])
  const told = new Set(cells.flatMap((cell) => cell.replace(/^\| /, '').split(', ')))
  told.delete('package')
  expect([...used].filter((name) => !told.has(name))).toEqual([])
  expect([...told].filter((name) => !used.has(name))).toEqual([])
})
