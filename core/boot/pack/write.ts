/** Writes a pack where there is none for the sources as they are, and takes away those before it. */
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, relative } from 'node:path'
import { entryFile } from './contents.ts'
import { freshPack, madeFor, packsOf, stampOf, type Manifest } from './pack.ts'

const isYoung = (path: string): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 60_000

/**
 * One process makes a pack, however many start at once. A lock that was left behind holds for a minute; one that is
 * held stays young.
 */
export const locked = async (lock: string, make: () => Promise<void>): Promise<void> => {
  const own = randomUUID()
  const isOwn = (): boolean => existsSync(lock) && readFileSync(lock, 'utf8') === own
  if (!isYoung(lock)) rmSync(lock, { force: true })
  try {
    writeFileSync(lock, own, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  const holding = setInterval(() => {
    if (isOwn()) utimesSync(lock, new Date(), new Date())
  }, 10_000)
  try {
    await make()
  } finally {
    clearInterval(holding)
    // Another process may have taken it from one that stood still for longer than a minute.
    if (isOwn()) rmSync(lock, { force: true })
  }
}

const filesIn = (folder: string, isOne: (name: string) => boolean): readonly string[] =>
  readdirSync(folder)
    .filter(isOne)
    .map((name) => join(folder, name))

const manifestOf = async (root: string, endpoints: readonly string[], made: string): Promise<Manifest> => {
  // The bundler is loaded only where there is something to make.
  const { bundle } = await import('./bundle.ts')
  const read = await bundle(root, endpoints, made)
  const makers = [
      findPackageJSON('rolldown', import.meta.url)!,
      ...filesIn(import.meta.dirname, (name) => !name.includes('.test.')),
    ],
    packed = filesIn(made, (name) => name.endsWith('.mjs'))
  const stamps = new Map([...[...makers, ...packed].map(stampOf), ...read].map((stamp) => [stamp[0], stamp]))
  return {
    made: madeFor(root),
    entry: relative(root, join(made, entryFile)),
    endpoints,
    files: [...stamps.values()].map(([path, size, time]) => [relative(root, path), size, time]),
  }
}

/**
 * `listed` are addresses of endpoints; those that a fresh pack holds already stay in, for a service with other
 * settings.
 */
export const writePack = async (root: string, listed: readonly string[], packs = packsOf(root)): Promise<void> => {
  mkdirSync(packs, { recursive: true, mode: 0o700 })
  await locked(join(packs, 'making'), async () => {
    const before = freshPack(root, packs)
    const endpoints = [...new Set([...listed, ...(before?.endpoints ?? [])])].sort()
    if (before?.endpoints.length === endpoints.length) return
    const folder = `${Date.now().toString(36)}-${process.pid}`,
      made = join(packs, folder)
    mkdirSync(made, { mode: 0o700 })
    try {
      writeFileSync(join(made, 'pack.json'), JSON.stringify(await manifestOf(root, endpoints, made)), { mode: 0o600 })
      // From here on it is there for others, and whole.
      renameSync(join(made, 'pack.json'), join(packs, 'pack.json'))
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      throw error
    }
    // A service that runs has loaded all of its own; one that has just looked where the last pack is may still be
    // loading it.
    for (const name of readdirSync(packs))
      if (![folder, 'pack.json', 'making'].includes(name) && !isYoung(join(packs, name)))
        rmSync(join(packs, name), { recursive: true, force: true })
  })
}
