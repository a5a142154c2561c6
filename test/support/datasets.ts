/** For tests of datasets: a data folder, declared datasets, and a source that serves given bodies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { dataset, type Dataset, type DatasetAbout, type DatasetFile, type Rows } from '../../core/contract/dataset.ts'
import type { Path } from '../../core/contract/operation.ts'
import { UpstreamFault } from '../../core/contract/upstream.ts'
import { openDatasets, type Datasets, type DatasetsOptions } from '../../plugins/clients/dataset/open-datasets.ts'
import { pullDataset } from '../../plugins/clients/dataset/pull.ts'
import type { DownloadFile, Pulled, PullOptions } from '../../plugins/clients/dataset/pull-options.ts'
import { anything } from './anything.ts'

export const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'datasets-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface School {
  readonly urn: string
  readonly name: string
  readonly part: string
  readonly at: { lat: number; lng: number } | null
  readonly tags: readonly string[]
}

export const csvFile = (other: Partial<DatasetFile> = {}): DatasetFile => ({
  part: '',
  addresses: () => ['/schools.csv'],
  as: 'csv',
  ...other,
})

/** Schools by `urn,name,lat,lng,tags`; the name `secret` is left out, the name `broken` cannot be read. */
export const schools = (
  other: Partial<DatasetAbout<School, 'name' | 'part' | 'tags'>> = {},
): Dataset<School, 'name' | 'part' | 'tags'> =>
  dataset({
    id: 'schools',
    title: 'Schools',
    home: import.meta.dirname,
    licence: 'OGL-UK-3.0',
    attribution: 'Test data',
    coverage: 'Everything',
    pull: [csvFile()],
    row: (w: Record<string, string>, part) => {
      if (w['name'] === 'broken') throw new TypeError('cannot be read')
      if (w['name'] === 'secret') return null
      const at = w['lat'] ? { lat: Number(w['lat']), lng: Number(w['lng']) } : null
      return { urn: w['urn']!, name: w['name']!, part, at, tags: w['tags'] ? w['tags'].split('|') : [] }
    },
    key: (row) => row.urn,
    index: ['name', 'part', 'tags'],
    place: (row) => row.at,
    text: (row) => [row.name],
    ...other,
  })

export const csvTable = (...rows: string[]): string => ['urn,name,lat,lng,tags', ...rows, ''].join('\n')

export type ServedBody = string | Uint8Array | UpstreamFault
/** Serves bodies by path. A path that has none is a fault, and so is one whose body is one. */
export const serving =
  (bodies: Readonly<Record<string, ServedBody>>, asked: string[] = []): DownloadFile =>
  async (path: Path, to, onBytes) => {
    const name = typeof path === 'string' ? path : path[0]
    asked.push(name)
    const body = bodies[name] ?? new UpstreamFault('schools', 'upstream_failed', `${name} answered 404`)
    if (body instanceof UpstreamFault) throw body
    writeFileSync(to, body)
    onBytes(body.length, body.length)
  }

export const pullFrom = (
  of: Dataset<any, any>,
  dir: string,
  bodies: Readonly<Record<string, ServedBody>>,
  other: Partial<PullOptions> = {},
): Promise<Pulled> =>
  pullDataset(of, {
    dir,
    day: new Date('2026-03-05T09:00:00Z'),
    download: serving(bodies),
    fetchPage: () => Promise.reject(new Error('no pages here')),
    ...other,
  })

export const openedDataset = (of: Dataset<any, any>, dir: string, other: Partial<DatasetsOptions> = {}): Datasets => {
  const datasets = openDatasets({ dir, sources: new Map([[of.id, of]]), ...other })
  onTestFinished(() => datasets.close())
  return datasets
}

let questions = 0
/** Asks once, through a fresh look at the file. */
export const ask = async <T>(of: Dataset<any, any>, dir: string, answer: (rows: Rows<any, any>) => T): Promise<T> => {
  const datasets = openDatasets({ dir, sources: new Map([[of.id, of]]) })
  try {
    const { value } = await datasets.ask(of.ask(`question-${questions++}`, answer, { digest: anything }), undefined)
    return value as T
  } finally {
    datasets.close()
  }
}

export const keys = (of: Dataset<any, any>, dir: string): Promise<string[]> =>
  ask(of, dir, (rows) => Array.from(rows.all(), of.key).sort())
