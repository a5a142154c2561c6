/** `datasets list|pull`: the bulk sources on this machine. */
import { join } from 'node:path'
import type { Dataset } from '../contract/dataset.ts'
import { openService } from '../boot/service.ts'
import { reachOf } from '../boot/reach.ts'
import { tokens } from '../boot/tokens.ts'
import { pullDataset } from '../datasets/pull.ts'
import { progressLine } from '../datasets/progress.ts'
import { inColumns, UsageFault, type Command } from './command.ts'

const silent = { write: () => {} }
const json = { type: 'boolean' } as const

const list: Command = {
  words: 'datasets list',
  summary: 'bulk sources, their rows and age',
  options: { json },
  run: async ({ service, flags, print }) => {
    const { container, close } = await openService({ ...service, logTo: silent })
    try {
      const all = container.get(tokens.datasets).status()
      if (flags['json']) print(JSON.stringify(all))
      else if (all.length === 0) print('no endpoint that is served rests on a dataset')
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
  summary: 'downloads and imports bulk sources; without an id, all that are used',
  options: { json, force: { type: 'boolean' } },
  run: async ({ service, args, flags, print, remark }) => {
    const { container, close } = await openService({ ...service, logTo: silent })
    try {
      const { plugins, current } = container.get(tokens.configured)
      const datasets = [...plugins.sources.values()].filter((source): source is Dataset => source.kind === 'dataset')
      const unknown = args.filter((id) => !datasets.some((dataset) => dataset.id === id))
      if (unknown.length > 0)
        throw new UsageFault(
          `knows no dataset ${unknown.join(', ')}; there are ${datasets.map(({ id }) => id).join(', ')}`,
        )
      const dir = join(service.dataDir, 'datasets'),
        egress = container.get(tokens.egress)
      const day = service.mode === 'sandbox' ? new Date(current().service.sandbox.date) : new Date()
      let failed = 0
      for (const dataset of datasets.filter(({ id }) => args.length === 0 || args.includes(id))) {
        const bar = progressLine(dataset.id)
        try {
          const pulled = await pullDataset(dataset, {
            dir,
            day,
            force: flags['force'] === true,
            onProgress: bar.onProgress,
            ...reachOf(dataset, current().source(dataset.id), egress, dir),
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
    }
  },
}

export const datasetCommands: readonly Command[] = [list, pull]
