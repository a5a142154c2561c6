/** What a new package says of those that it needs, by how they are installed here. */
import { relative, sep } from 'node:path'
import { manifestIn, packageFolder } from '@domesday/core/tool'

/** What a package in `folder` writes to depend on the installed one: its version, or the path of its clone. */
export const dependencyOn = (name: string, folder: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  if (found === null) return '*'
  return found.split(sep).includes('node_modules')
    ? (manifestIn(found)?.version ?? '*')
    : `file:${relative(folder, found).split(sep).join('/')}`
}

export const versionOf = (name: string): string => {
  const found = packageFolder(name, import.meta.dirname)
  return (found && manifestIn(found)?.version) ?? '*'
}
