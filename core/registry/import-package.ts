/** Imports one package that the settings name, or says why not and what to do. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contract, coreFolder } from '../contract/version.ts'
import { addressOf, isClone, projectRoot, type PackageAddress, type PackageKind } from './address.ts'
import { manifestAbove, packageFolder } from './manifest.ts'

export type Imported<T> = { readonly declared: T } | { readonly fault: string }

const article = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

/** The faults of what a package says of itself. A path may lead to one that says nothing. */
const faultOf = ({ folder, manifest, by }: PackageAddress, kind: PackageKind): string | null => {
  const said = manifest?.domesday
  const file = join(folder, 'package.json')
  if (said === undefined)
    return by === 'path'
      ? null
      : `${file} does not say what it is: add "domesday": { "${kind}": "<id>", "contract": ${contract} }`
  if (by !== 'part' && typeof said[kind] !== 'string')
    return `${file} does not say that it is ${article(kind)}: its "domesday" has no "${kind}"`
  const version = said['contract']
  if (version === contract) return null
  if (version === undefined) return `${file} does not say which contract it is written for: add "contract": ${contract}`
  const mend = Number(version) > contract ? 'update the core' : 'update the package'
  return `it is written for contract ${String(version)}, and the core in ${coreFolder} has ${contract}: ${mend}`
}

const isOwn = (folder: string): boolean => isClone && folder.startsWith(join(projectRoot, 'plugins'))

/** A package from elsewhere has its own dependencies, and perhaps its own core, of any age. */
const secondCore = ({ folder }: PackageAddress): string | null => {
  const other = isOwn(folder) ? null : packageFolder('@domesday/core', folder)
  if (other === null || other === coreFolder) return null
  return `it imports a second copy of @domesday/core, ${other}; the one that runs is ${coreFolder}: ${installing('@domesday/core', folder)}`
}

/** What installs a package for the modules in a folder. */
const installing = (name: string, folder: string): string => {
  if (isOwn(folder)) return `run 'npm install' in ${projectRoot}`
  const own =
    name === '@domesday/core' ? coreFolder : name.startsWith('@domesday/') ? packageFolder(name, projectRoot) : null
  const what = own === null ? name : `file:${own}`
  return `run 'npm install --save ${what}' in ${manifestAbove(folder)?.folder ?? folder}`
}

const worded = (error: unknown): string => {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  const [, missing, by] = /^Cannot find package '([^']+)' imported from (.+)$/.exec(message) ?? []
  if (missing !== undefined)
    return `${by} imports '${missing}', which is not installed: ${installing(missing, dirname(by!))}`
  const [, typescript] = /under node_modules, for "([^"]+)"/.exec(message) ?? []
  if (typescript !== undefined)
    return `${fileURLToPath(typescript)} is TypeScript, which Node does not run under node_modules: compile it, or name the package by a path outside`
  return message
}

/** Imports the one object of a kind that the package exports. `from`: the folder of the file that names it. */
export const importPackage = async <T extends { readonly id: string }>(
  kind: PackageKind,
  name: string,
  from: string,
  fits: (value: unknown) => boolean,
): Promise<Imported<T>> => {
  const faulty = (message: string) => ({ fault: `${kind} '${name}': ${message}` })
  try {
    const address = addressOf(name, kind, from)
    if (typeof address === 'string') return faulty(address)
    const before = faultOf(address, kind) ?? secondCore(address)
    if (before !== null) return faulty(before)
    const module = (await import(pathToFileURL(address.entry).href)) as object
    const [first, ...others] = Object.values(module).filter(fits) as T[]
    if (!first) return faulty(`its module exports no ${kind}`)
    if (others.length > 0) return faulty(`its module exports ${others.length + 1} of the kind, not one`)
    const id = address.by === 'part' ? first.id : (address.manifest?.domesday?.[kind] ?? first.id)
    return id === first.id
      ? { declared: first }
      : faulty(`its id is '${first.id}', but its package.json says '${String(id)}'`)
  } catch (error) {
    return faulty(worded(error))
  }
}
