/** The sandbox's datasets: each source's sample file, pulled through the gateway and the real importer. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Dataset } from '@domesday/core'
import { fileOf } from './data-files.ts'
import { readMeta, withFile } from './sqlite-layout.ts'
import { pullDataset } from './pull.ts'
import type { DownloadFile, FetchPage } from './pull-options.ts'

export interface SamplesOptions {
  readonly sources: ReadonlyMap<string, Dataset>
  readonly dir: string
  readonly day: Date
  readonly fetcherOf: (dataset: Dataset) => { readonly download: DownloadFile; readonly fetchPage: FetchPage }
}

/**
 * Imports what is not imported yet, or was imported from another state of its package. Gives what was imported and what
 * could not be: a faulty sample does not stop the others.
 */
export const importSamples = async ({
  sources,
  dir,
  day,
  fetcherOf,
}: SamplesOptions): Promise<{ imported: string[]; failed: { id: string; why: string }[] }> => {
  const imported: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const [id, dataset] of sources) {
    const stamp = stampOf(dataset.home, day)
    if (withFile(fileOf(dir, id), dataset, (db) => db !== null && readMeta(db).stamp === stamp)) continue
    try {
      const { missing } = await pullDataset(dataset, { dir, day, stamp, force: true, ...fetcherOf(dataset) })
      imported.push(id)
      for (const { part, why } of missing) failed.push({ id, why: `${part}: ${why}` })
    } catch (fault) {
      failed.push({ id, why: (fault as Error).message })
    }
  }
  return { imported, failed }
}

/** A hash of all that the import depends on: the package's files, samples too, and the day of the sample data. */
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
