/** The dataset client: `ask` operations query bulk files that were imported into SQLite. */
import {
  client,
  datasetsIn,
  type ClientParts,
  type SourceSettings,
  type UpstreamEvent,
  type UpstreamFault,
} from '@domesday/core/client'
import { gaugesOf } from './gauges.ts'
import { openDatasets, type DatasetStatus } from './open-datasets.ts'
import { datasetSettings, type DatasetSettings } from './settings.ts'

export const datasets = client({
  id: 'dataset',
  home: import.meta.dirname,
  kinds: ['ask'],
  settings: datasetSettings,
  open: (parts) => {
    const { dataDir: dir, sources, egress, sourceSettings, download, now } = parts
    const opened = openDatasets({ dir, sources: datasetsIn(sources), now, log: parts.log })
    const ask: typeof opened.ask = async (operation, input) => {
      const begun = performance.now()
      const report = (outcome: UpstreamEvent['outcome']): void =>
        parts.observe({
          source: operation.source.id,
          operation: operation.id,
          outcome,
          ms: performance.now() - begun,
          bytes: 0,
        })
      try {
        const answered = await opened.ask(operation, input)
        report('ok')
        return answered
      } catch (fault) {
        report((fault as UpstreamFault).reason)
        throw fault
      }
    }
    return {
      ask,
      // A live source does without its store.
      isReady: (source) => sources.get(source)?.kind !== 'dataset' || opened.isReady(source),
      gauges: gaugesOf(opened.status, now),
      jobs: async (fleet) => {
        const { datasetJobs } = await import('./jobs.ts')
        const shared = fleet ? await sharedBy(parts) : null
        return datasetJobs({ ...parts, dir, fleet, shared, statusOf: opened.statusOf })
      },
      notes: () =>
        egress.anonymous === true ? [] : opened.status().flatMap((one) => agedNote(one, sourceSettings(one.id), now())),
      warm: opened.warm,
      loadSamples: async () => {
        const bulk = [...sources.values()].filter((source) => source.kind === 'dataset' && source.optional !== true)
        if (bulk.length === 0) return []
        const [{ importSamples }, { fetcherOf }] = await Promise.all([import('./samples.ts'), import('./fetcher.ts')])
        const { failed } = await importSamples({
          sources: datasetsIn(new Map(bulk.map((source) => [source.id, source]))),
          dir,
          day: parts.day(),
          fetcherOf: (dataset) => fetcherOf(dataset, sourceSettings(dataset.id), { egress, download, dir }),
        })
        return failed
      },
      close: async () => opened.close(),
    }
  },
})

/** One that does not answer may later; a `RangeError` says that it is set up wrongly. */
const sharedBy = async ({ settings, dataDir: dir, egress: { env }, sources, log }: ClientParts<DatasetSettings>) => {
  const { shared_files: at } = settings()
  if (at === undefined) return null
  const { openSharedFiles } = await import('./shared-files.ts')
  const shared = await openSharedFiles(at, { dir, env })
  await shared.look([...datasetsIn(sources).values()]).catch((fault: Error) => {
    if (fault instanceof RangeError) throw fault
    log.warn({ shared_files: at, error: fault.message }, 'the shared dataset files cannot be read')
  })
  return shared
}

/** Of data that were to be pulled long ago. */
const agedNote = ({ id, as_of: asOf }: DatasetStatus, { refresh }: SourceSettings, now: number): readonly string[] => {
  const age = asOf === null ? 0 : now - Date.parse(asOf)
  return refresh === null || age <= 2 * refresh
    ? []
    : [
        `the data of ${id} are ${inDays(age)} old, more than twice the ${inDays(refresh)} after which they are pulled again`,
      ]
}

const inDays = (ms: number): string => {
  const days = ms / 86_400_000
  return days < 1 ? `${Math.round(days * 24)} hours` : `${Math.floor(days)} ${days < 2 ? 'day' : 'days'}`
}
