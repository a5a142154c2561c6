/** Puts staged packages into a project as npm would, with what they depend on, and without a registry. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

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

/** Only what the packages declare is there. Packages from elsewhere are links into the project's own node_modules. */
export const install = (
  names: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): void => {
  for (const name of names) {
    const target = join(to, 'node_modules', name)
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true })
    if (!name.startsWith('@domesday/')) {
      symlinkSync(join(projectRoot, 'node_modules', name), target)
      continue
    }
    cpSync(join(from, name), target, { recursive: true })
    const { dependencies, bin = {} } = packedManifestIn(target)
    for (const [command, file] of Object.entries(bin)) {
      mkdirSync(join(to, 'node_modules/.bin'), { recursive: true })
      symlinkSync(join('..', name, file), join(to, 'node_modules/.bin', command))
    }
    install(Object.keys(dependencies), { from, to })
  }
}
