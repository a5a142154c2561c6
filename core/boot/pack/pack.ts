/**
 * The pack: the project's own modules in a few files, made by an earlier start as Node keeps its compile cache. The
 * sources stay the only truth: a pack is used where every file that it was made from, and every file of its own, is
 * still the one that it was then.
 */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Manifest {
  /** Under which Node, on what, and for which folder. */
  readonly made: string
  /** The file to import, from the project's folder as are all others. */
  readonly entry: string
  /** Addresses of the endpoints in it. */
  readonly endpoints: readonly string[]
  readonly files: readonly Stamp[]
}
/**
 * `time` is when the file was last put in its place or changed: when it was written is not enough, an installed file
 * can keep that.
 */
export type Stamp = readonly [path: string, size: number, time: number]

/** Under `node_modules`, so that what is not packed is found by its name. */
export const packsOf = (root: string): string => join(root, 'node_modules/.cache/domesday')

export const madeFor = (root: string): string => `${process.version} ${process.platform} ${process.arch} ${root}`

export const stampOf = (path: string): Stamp => {
  const { size, ctimeMs } = statSync(path)
  return [path, size, ctimeMs]
}

const quietly = { throwIfNoEntry: false } as const

/** Null where there is none, or one that is not of the sources as they are now. */
export const freshPack = (root: string, packs = packsOf(root)): Manifest | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(packs, 'pack.json'), 'utf8')) as Manifest
    if (manifest.made !== madeFor(root)) return null
    for (const [path, size, time] of manifest.files) {
      const found = statSync(`${root}/${path}`, quietly)
      if (found?.size !== size || found.ctimeMs !== time) return null
    }
    return manifest
  } catch {
    return null
  }
}

interface Packed {
  main(): Promise<unknown>
  cli(): Promise<unknown>
}

/** Loads all that a start stands on, before anything has begun. Null where the service is to run from source. */
export const openPack = async (root: string, packs = packsOf(root)): Promise<Packed | null> => {
  const pack = freshPack(root, packs)
  if (!pack) return null
  try {
    return (await import(pathToFileURL(join(root, pack.entry)).href)) as Packed
  } catch {
    // It is not tried again; where it is not ours to remove each start tries it, and goes on from source.
    try {
      rmSync(join(packs, 'pack.json'))
    } catch {}
    return null
  }
}
