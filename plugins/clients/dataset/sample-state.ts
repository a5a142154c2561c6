/** What the import of a sample depends on, as a hash: a sample is imported again once any of it has changed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, findPackageJSON, isBuiltin } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dataset } from '@domesday/core'

/** Of one file: a hash of its text, the files that it imports, and the installed packages. */
interface FileState {
  readonly hash: string
  readonly imports: readonly string[]
}

const isTest = (name: string): boolean => /\.(test|fixture)\.[cm]?[jt]s$/.test(name)
const isModule = (file: string): boolean => /\.[cm]?[jt]s$/.test(file)
const statement =
  /(?:^|[\s;}])(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g

/** What a module imports: a file, or null for an installed package, whose files change with its version only. */
const importedBy = (file: string, name: string): string | null => {
  if (name.startsWith('.')) return resolve(dirname(file), name)
  try {
    const found = createRequire(file).resolve(name)
    return found.includes(`${sep}node_modules${sep}`) ? null : found
  } catch {
    return null
  }
}

const readState = (file: string): FileState => {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return { hash: '', imports: [] }
  }
  const hash = createHash('sha256').update(bytes)
  if (!isModule(file)) return { hash: hash.digest('hex'), imports: [] }
  const names = [...bytes.toString().matchAll(statement)].map(([, from, lazily]) => from ?? lazily!)
  const imports: string[] = []
  for (const name of new Set(names.filter((one) => !isBuiltin(one)))) {
    const found = importedBy(file, name)
    if (found !== null) imports.push(found)
    else {
      const manifest = findPackageJSON(name, pathToFileURL(file))
      if (manifest !== undefined) hash.update(readFileSync(manifest))
    }
  }
  return { hash: hash.digest('hex'), imports }
}

/** Gives the hash for a dataset on a day of the sample data. Each file is read once. */
export const sampleStates = (day: Date): ((dataset: Dataset) => string) => {
  const states = new Map<string, FileState>()
  const stateOf = (file: string): FileState => {
    const state = states.get(file) ?? readState(file)
    states.set(file, state)
    return state
  }
  return (dataset) => {
    const hash = createHash('sha256').update(day.toISOString().slice(0, 10)).update(declared(dataset))
    const files = new Set([...filesIn(dataset.home), ...filesIn(import.meta.dirname)])
    // Files that are added meanwhile are gone through too.
    for (const file of files) {
      const { hash: own, imports } = stateOf(file)
      hash.update(`\0${file}\0${own}`)
      for (const found of imports) files.add(found)
    }
    return hash.digest('hex').slice(0, 16)
  }
}

/** It may be declared in a module outside its folder. */
const declared = (dataset: Dataset): string =>
  JSON.stringify({ ...dataset, operations: null }, (_, value: unknown) =>
    typeof value === 'function' || value instanceof RegExp ? String(value) : value,
  )

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.') && !isTest(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
