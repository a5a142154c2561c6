/** `datasets list|pull`: the datasets on this machine. */
import { join } from 'node:path'
import {
  closedNow,
  declared,
  fetcherOf,
  openDatasets,
  openSharedFiles,
  progressLine,
  refreshDataset,
  type Progress,
} from '@domesday/client-dataset/commands'
import { inColumns, datasetsIn, openReading, openService, tokens, type ServiceOptions } from '@domesday/core/tool'
import { UsageFault, type Command, type Terminal } from './command.ts'

const silent = { write: () => {} }
const folderOf = ({ dataDir }: ServiceOptions): string => join(dataDir, 'datasets')
const json = { type: 'boolean' } as const

const list: Command = {
  words: 'datasets list',
  summary: 'lists datasets with their rows and age',
  options: { json },
  run: async ({ service, flags, print }) => {
    const { container, close } = await openReading({ ...service, logTo: silent })
    try {
      const sources = datasetsIn(container.get(tokens.configured).plugins.sources)
      const datasets = openDatasets({ dir: folderOf(service), sources })
      const all = datasets.status()
      datasets.close()
      if (flags['json']) print(JSON.stringify(all))
      else if (all.length === 0) print('no listed endpoint uses a dataset')
      else
        print(
          inColumns([
            ['id', 'rows', 'as of', 'MB', 'state'],
            ...all.map(({ id, rows, as_of, bytes, ready, missing_parts: missing, skipped_pages: skipped }) => [
              id,
              String(rows),
              as_of?.slice(0, 10) ?? '–',
              (bytes / 1e6).toFixed(1),
              ready
                ? [
                    'ready',
                    missing.length > 0 && `without ${missing.join(', ')}`,
                    skipped.length > 0 &&
                      `without ${skipped.map(({ page, since }) => `${page} (fails since ${since.slice(0, 10)})`).join(', ')}`,
                  ]
                    .filter((part) => part !== false)
                    .join(', ')
                : 'not imported',
            ]),
          ]),
        )
      return 0
    } finally {
      await close()
    }
  },
}

const pull: Command = {
  words: 'datasets pull',
  takes: '<id …>',
  summary: 'downloads and imports datasets; without an id, all that are used',
  options: { json, force: { type: 'boolean' }, now: { type: 'boolean' }, attended: { type: 'boolean' } },
  run: async ({ terminal, service, args, flags, print, remark }) => {
    const attendant = flags['attended'] === true ? attended(terminal, print) : null
    const { container, close } = await openService({ ...service, logTo: silent })
    try {
      const { plugins, current } = container.get(tokens.configured)
      const datasets = datasetsIn(plugins.sources)
      const unknown = args.filter((id) => !datasets.has(id))
      if (unknown.length > 0)
        throw new UsageFault(
          `got an unknown dataset: ${unknown.join(', ')}. Datasets are ${[...datasets.keys()].join(', ')}`,
        )
      // Pull stores of live sources only by name: they take nights to fill, and are not required.
      const wanted =
        args.length > 0 ? args : [...datasets.keys()].filter((id) => plugins.sources.get(id)!.kind === 'dataset')
      const dir = folderOf(service),
        egress = container.get(tokens.egress),
        { download } = container.get(tokens.clients)
      const day = service.mode === 'sandbox' ? new Date(current().service.sandbox.date) : new Date()
      const anytime = flags['now'] === true
      const { shared_files: at } = current().package(declared)
      const shared =
        at === undefined || service.mode === 'sandbox' ? null : await openSharedFiles(at, { dir, env: egress.env })
      const { refusal } = container.get(tokens.licences)
      let failed = 0
      for (const dataset of [...datasets.values()].filter(({ id }) => wanted.includes(id))) {
        const settings = current().source(dataset.id)
        const bar = progressLine(dataset.id, terminal.errors)
        try {
          const closed = refusal(dataset.id, null) ?? closedNow(settings, egress, { anytime })
          if (closed !== null) throw new Error(closed)
          const pulled = await refreshDataset(dataset, {
            dir,
            shared,
            day,
            force: flags['force'] === true,
            onProgress: attendant?.onProgress ?? bar.onProgress,
            ...fetcherOf(dataset, settings, { egress, download, dir, anytime }),
          })
          bar.done(pulled)
          if (flags['json']) print(JSON.stringify(pulled))
        } catch (fault) {
          bar.end()
          failed += 1
          remark(`${dataset.id}: ${(fault as Error).message}`)
        }
      }
      return failed === 0 ? 0 : 1
    } finally {
      await close()
      attendant?.leave()
    }
  },
}

/** For a program that waits: a line of JSON each second, and an end with standard input, which ends with its writer. */
const attended = ({ input }: Terminal, print: (line: string) => void) => {
  const end = (): never => process.exit(1)
  input.resume().on('end', end).on('error', end)
  let shown = -Infinity
  return {
    onProgress: (progress: Progress): void => {
      if (performance.now() - shown < 1_000) return
      shown = performance.now()
      print(JSON.stringify({ progress }))
    },
    leave: (): void => {
      input.removeAllListeners().destroy()
    },
  }
}

export const datasetCommands: readonly Command[] = [list, pull]
