/** What is installed: the same bytes everywhere, no code that runs at install, and licences that allow it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../core/registry/load.ts'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
}
const lockfile = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}
const packages = Object.entries(lockfile.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }))

/** Their text and conditions come with the packages. MPL-2.0 asks for more only of who changes their files. */
const licences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  '(MIT OR CC0-1.0)',
  'MPL-2.0',
]
/** Each with what its script would do: `.npmrc` lets none run. */
const withScripts = [
  '@scarf/scarf', // counts the installs of swagger-ui-dist
]

it('every package has one version, and its bytes are known', () => {
  expect(packages.length).toBeGreaterThan(100)
  const loose = packages.filter(
    ({ version, integrity, resolved }) =>
      !/^\d+\.\d+\.\d+/.test(version ?? '') ||
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
      !(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')),
  )
  expect(loose.map(({ name }) => name)).toEqual([])
})

it('no script runs at install, and each package that has one is known', () => {
  expect(readFileSync(join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  expect(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(withScripts)
})

it('every licence allows the use', () => {
  expect(packages.filter(({ license = '' }) => !licences.includes(license)).map(({ name }) => name)).toEqual([])
})
