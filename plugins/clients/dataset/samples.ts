/** The sandbox's datasets: each source's sample file, pulled through the gateway and the real importer. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Dataset } from '@domesday/core'
import { fileOf } from './files.ts'
import { readMeta, withFile } from './layout.ts'
import { pullDataset } from './pull.ts'
import type { Download, FetchPage } from './reach.ts'

export interface SamplesOptions {
  readonly sources: ReadonlyMap<string, Dataset>
  readonly dir: string
  readonly day: Date
  /** How a dataset's source is reached. */
  readonly reach: (dataset: Dataset) => { readonly download: Download; readonly fetchPage: FetchPage }
}

/**
 * Imports what is not imported yet, or was imported from other samples or by another state of its package. Gives what
 * was imported, and what could not be: a sample at fault must not keep the others away.
 */
export const importSamples = async ({
  sources,
  dir,
  day,
  reach,
}: SamplesOptions): Promise<{ imported: string[]; failed: { id: string; why: string }[] }> => {
  const imported: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const [id, dataset] of sources) {
    const stamp = stampOf(dataset.home, day)
    if (withFile(fileOf(dir, id), dataset, (db) => db !== null && readMeta(db).stamp === stamp)) continue
    try {
      const { missing } = await pullDataset(dataset, { dir, day, stamp, force: true, ...reach(dataset) })
      imported.push(id)
      for (const { part, why } of missing) failed.push({ id, why: `${part}: ${why}` })
    } catch (fault) {
      failed.push({ id, why: (fault as Error).message })
    }
  }
  return { imported, failed }
}

/**
 * Stands for all that the import depends on: the package's files, samples included, and the day of the sample world.
 */
const stampOf = (home: string, day: Date): string => {
  const hash = createHash('sha256').update(day.toISOString().slice(0, 10))
  for (const path of filesIn(home)) hash.update(`\0${relative(home, path)}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
