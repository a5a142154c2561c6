/** The dataset client: `ask` operations query bulk files that were imported into SQLite. */
import { client, datasetsIn, type UpstreamEvent, type UpstreamFault } from '@domesday/core/client'
import { gaugesOf } from './gauges.ts'
import { openDatasets } from './open-datasets.ts'

export const datasets = client({
  id: 'dataset',
  home: import.meta.dirname,
  kinds: ['ask'],
  open: (parts) => {
    const { dataDir: dir, sources, egress, sourceSettings, download } = parts
    const opened = openDatasets({ dir, sources: datasetsIn(sources), log: parts.log })
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
      gauges: gaugesOf(opened.status),
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
