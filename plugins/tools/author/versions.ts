/** What a new package says of those that it needs, by how they are installed here. */
import { relative, sep } from 'node:path'
import { manifestIn, packageFolder } from '@domesday/core/tool'

/** What a package in `folder` writes to depend on one of a clone: its path. */
export const dependencyOn = (name: string, folder: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  return found === null ? '*' : `file:${relative(folder, found).split(sep).join('/')}`
}

/** That of the installed package, else the one that this package is tried with. */
export const versionOf = (name: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  const { version } = (found === null ? null : manifestIn(found)) ?? {}
  return version ?? manifestIn(import.meta.dirname)?.devDependencies?.[name] ?? '*'
}
