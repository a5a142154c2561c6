/** The sandbox's datasets: each source's sample file, pulled through the gateway and the real importer. */
import { rmSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Dataset } from '@domesday/core'
import { thrownAt, UpstreamFault } from '@domesday/core/client'
import { fileOf } from './data-files.ts'
import { pullDataset } from './pull.ts'
import type { DownloadFile, FetchPage, PullFault } from './pull-options.ts'
import { FieldMissing } from './row-reader.ts'
import { sampleStates } from './sample-state.ts'
import { readMeta, withFile } from './sqlite-layout.ts'

export interface SamplesOptions {
  readonly sources: ReadonlyMap<string, Dataset>
  readonly dir: string
  readonly day: Date
  readonly fetcherOf: (dataset: Dataset) => { readonly download: DownloadFile; readonly fetchPage: FetchPage }
}

/** What could not be imported of a sample. */
export interface SampleFault {
  readonly id: string
  readonly why: string
  /** `file:line:column` of the dataset's code that threw. */
  readonly at?: string
  /** A field that is demanded and not there. */
  readonly field?: string
}

/**
 * Imports what is not imported yet, or was imported from another state of what it depends on. Gives what was imported,
 * and all that could not be: a faulty sample does not stop the others. Its older rows are removed, and the faults are
 * told at each start.
 */
export const importSamples = async ({
  sources,
  dir,
  day,
  fetcherOf,
}: SamplesOptions): Promise<{ imported: string[]; failed: SampleFault[] }> => {
  const imported: string[] = []
  const failed: SampleFault[] = []
  const stateOf = sampleStates(day)
  for (const [id, dataset] of sources) {
    const file = fileOf(dir, id)
    const stamp = stateOf(dataset)
    if (withFile(file, dataset, (db) => db !== null && readMeta(db).stamp === stamp)) continue
    const faults: PullFault[] = []
    const onFault = (fault: PullFault): void => void faults.push(fault)
    try {
      await pullDataset(dataset, { dir, day, stamp, force: true, onFault, ...fetcherOf(dataset) })
      imported.push(id)
    } catch (fault) {
      rmSync(file, { force: true })
      if (faults.every(({ row }) => row !== null)) faults.push({ part: '', row: null, rows: 0, fault: fault as Error })
    }
    failed.push(...faults.map((fault) => toldOf(dataset, fault)))
  }
  return { imported, failed }
}

const toldOf = (dataset: Dataset, { part, row, rows, fault }: PullFault): SampleFault => {
  const place = placeOf(rootOf(fault), dataset)
  const odd = `row ${row}${rows > 1 ? ` and ${rows - 1} more` : ''} cannot be read: ${fault.message}`
  return { id: dataset.id, why: [...(part ? [part] : []), row === null ? fault.message : odd].join(': '), ...place }
}

const rootOf = (fault: Error): Error => (fault.cause instanceof Error ? rootOf(fault.cause) : fault)

const placeOf = (fault: Error, { home }: Dataset): Pick<SampleFault, 'at' | 'field'> => {
  if (fault instanceof FieldMissing) return { field: fault.field }
  const at = fault instanceof UpstreamFault ? null : thrownAt(fault, [home])
  return at !== null && resolve(at).startsWith(home + sep) ? { at } : {}
}
