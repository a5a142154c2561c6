/** Installs the files that `npm run pack` writes, with npm itself and a registry on loopback. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface PackedManifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
}

export const packedManifestIn = (folder: string): PackedManifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackedManifest

/** Packages of the project, and those that they need. */
export const withNeeds = (staged: string, names: readonly string[]): readonly string[] => {
  const all = new Set<string>()
  const add = (name: string): void => {
    if (all.has(name)) return
    all.add(name)
    Object.keys(packedManifestIn(join(staged, name)).dependencies)
      .filter((one) => one.startsWith('@domesday/'))
      .forEach(add)
  }
  names.forEach(add)
  return [...all]
}

/** The file of a staged package. */
export const fileOf = (staged: string, name: string): string => {
  const { version } = packedManifestIn(join(staged, name))
  return join(staged, `${name.slice(1).replace('/', '-')}-${version}.tgz`)
}

/** `npm install` of these in a folder. Rejects with what npm says. */
export const npmInstall = async (
  words: readonly string[],
  { to, registry, cache }: { readonly to: string; readonly registry: string; readonly cache: string },
): Promise<void> => {
  const env = {
    PATH: process.env['PATH'],
    HOME: to,
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  await promisify(execFile)('npm', ['install', ...words], { cwd: to, env })
}
