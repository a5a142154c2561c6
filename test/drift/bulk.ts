/** Datasets of the sample world, imported anew with one column under another name. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '@domesday/tool-testing'
import type { Dataset, DatasetFile, Harvest } from '../../core/contract/dataset.ts'
import { fieldsSent } from '../../plugins/clients/formats/fields-sent.ts'
import { parseJson, rowCheck } from '../../plugins/clients/formats/index.ts'
import { datasetsIn } from '../../core/contract/client.ts'
import { canonical } from '../../core/config/hash.ts'
import type { Operation } from '../../core/contract/operation.ts'
import type { Answered } from '../../core/contract/upstream.ts'
import { tokens } from '../../core/service/tokens.ts'
import { pageOf } from '../../plugins/clients/dataset/feed-page.ts'
import { fetcherOf } from '../../plugins/clients/dataset/fetcher.ts'
import { openDatasets } from '../../plugins/clients/dataset/open-datasets.ts'
import { pullDataset } from '../../plugins/clients/dataset/pull.ts'
import type { FetchPage } from '../../plugins/clients/dataset/pull-options.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'
import { fieldPaths, withRenamed } from './field-paths.ts'

/** An import of thousands of rows refuses a larger share that cannot be read. A sample has too few rows for that. */
const mostUnreadable = 0.01

/** A page of a sample has one row or two. */
const rowsOfAPage = 6

const isFeed = ({ pull: files }: Dataset): boolean => 'first' in files
const fileOf = (dataset: Dataset, part: string): DatasetFile | undefined =>
  isFeed(dataset) ? undefined : (dataset.pull as readonly DatasetFile[]).find((file) => file.part === part)

type Ask = (operation: Operation<any, any>, input: unknown) => Promise<Answered>

export interface Bulk {
  /** The fields of the rows of a dataset, by the part of the file. */
  fieldsOf(id: string): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /**
   * Answers of a dataset with a field renamed; `same` where no row differs, `refused` where the import refuses the
   * file, so that the rows of the one before stay.
   */
  renamed(id: string, part: string, path: string): Promise<'same' | 'refused' | { readonly ask: Ask; close(): void }>
  close(): Promise<void>
}

export const openBulk = async ({ container, dataDir }: RunningService): Promise<Bulk> => {
  const { plugins, current } = container.get(tokens.configured)
  const datasets = datasetsIn(plugins.sources)
  const gateway = await createSandbox({ sources: plugins.sources }).listen()
  const egress = { ...container.get(tokens.egress), gateway: gateway.origin, anonymous: true }
  const { download } = container.get(tokens.clients)
  const day = new Date(current().service.sandbox.date)
  const root = mkdtempSync(join(tmpdir(), 'domesday-drift-'))
  let opened = 0
  /** The rows as the files have them, by dataset and part. */
  const wires = new Map<string, unknown[]>()
  /** The pages of feeds that have rows. */
  const pages = new Map<string, Set<string>>()
  /** The rename comes after the importer's own look at the columns, so that these are looked at here again. */
  const read = (dataset: Dataset, part: string, wire: unknown): unknown => {
    const { as, wire: sent } = fileOf(dataset, part) ?? {}
    for (const { path, how } of sent && as !== 'xml' ? fieldsSent(sent) : [])
      if (how !== 'may' && !Object.hasOwn(wire as object, path)) throw new Error(`there is no ${path}`)
    // Elements nest, and lack what they need not have.
    const lacked = sent && as === 'xml' ? rowCheck(sent, false).lackedBy(structuredClone(wire)) : null
    if (lacked !== null) throw new Error(`there is no ${lacked}`)
    return dataset.row(wire, part)
  }
  /** Whether no element of a file has what some of them always have. */
  const lacksOften = (dataset: Dataset, part: string, rows: readonly unknown[]): boolean => {
    const { as, wire: sent } = fileOf(dataset, part) ?? {}
    const checked = sent && as === 'xml' ? rowCheck(sent, false) : null
    for (const row of rows) checked?.lackedBy(structuredClone(row))
    return checked?.gone() !== undefined
  }
  /** Null where it cannot be read. */
  const rowOf = (dataset: Dataset, part: string, wire: unknown): string | null => {
    try {
      return canonical(read(dataset, part, wire))
    } catch {
      return null
    }
  }

  /** `change` is given the body of each page of a feed. */
  const pull = async (dataset: Dataset, dir: string, force: boolean, change = (body: string): string => body) => {
    const fetcher = fetcherOf(dataset, current().source(dataset.id), { egress, download, dir })
    const fetchPage: FetchPage = async (path) => {
      const page = await fetcher.fetchPage(path)
      return { ...page, body: change(page.body) }
    }
    return pullDataset(dataset, { dir, day, force, ...fetcher, fetchPage })
  }
  /** A page with a field of its rows renamed, each row so many times. */
  const pageWith = (feed: Harvest, body: string, path: string, times = 1): string => {
    const page = parseJson(feed.mend ? feed.mend(body) : body) as Record<string, unknown>
    const rows = feed.rows(page)
    const changed = Array(times).fill(rows.map((row) => withRenamed(row, path)))
    return JSON.stringify(
      Object.fromEntries(Object.entries(page).map(([name, value]) => [name, value === rows ? changed.flat() : value])),
    )
  }
  const isRefused = (dataset: Dataset, feed: Harvest, path: string): boolean =>
    [...pages.get(dataset.id)!].some((body) => {
      const asked = { asked: feed.first(day, day), since: day, now: day }
      try {
        const { tally } = pageOf(dataset, feed, asked, { body: pageWith(feed, body, path, rowsOfAPage), headers: {} })
        return tally!.unread > 0
      } catch {
        return true
      }
    })

  return {
    fieldsOf: async (id) => {
      const dataset = datasets.get(id)!
      const fields = new Map<string, Set<string>>()
      const noted = (wire: unknown, part: string): unknown => {
        if (!fields.has(part)) fields.set(part, new Set())
        fieldPaths(wire, fields.get(part))
        wires.set(`${id} ${part}`, [...(wires.get(`${id} ${part}`) ?? []), wire])
        return dataset.row(wire, part)
      }
      const dir = join(root, `fields-${id}`)
      await pull({ ...dataset, row: noted }, dir, true, (body) => {
        pages.set(id, (pages.get(id) ?? new Set()).add(body))
        return body
      })
      rmSync(dir, { recursive: true, force: true })
      return fields
    },
    renamed: async (id, part, path) => {
      const dataset = datasets.get(id)!
      const rows = (wires.get(`${id} ${part}`) ?? []).map((wire) => ({
        was: rowOf(dataset, part, wire),
        is: rowOf(dataset, part, withRenamed(wire, path)),
      }))
      if (rows.every(({ was, is }) => was === is)) return 'same'
      if (rows.filter(({ was, is }) => was !== null && is === null).length > rows.length * mostUnreadable)
        return 'refused'
      const changed = (wires.get(`${id} ${part}`) ?? []).map((wire) => withRenamed(wire, path))
      if (lacksOften(dataset, part, changed)) return 'refused'
      const feed = isFeed(dataset) ? (dataset.pull as Harvest) : null
      if (feed && isRefused(dataset, feed, path)) return 'refused'
      const dir = join(root, `${(opened += 1)}`)
      // A feed adds to what there is: what it would bring from now on is all that counts here.
      const from = join(dataDir, 'datasets', `${id}.sqlite`)
      if (!feed && existsSync(from)) cpSync(from, join(dir, `${id}.sqlite`))
      const row = (wire: unknown, of: string): unknown =>
        read(dataset, of, of === part ? withRenamed(wire, path) : wire)
      const clear = (): void => rmSync(dir, { recursive: true, force: true })
      try {
        const { missing } = feed
          ? await pull(dataset, dir, true, (body) => pageWith(feed, body, path))
          : await pull({ ...dataset, row }, dir, false)
        if (missing.some((one) => one.part === part)) return (clear(), 'refused')
      } catch {
        return (clear(), 'refused')
      }
      const imported = openDatasets({ dir, sources: new Map([[id, dataset]]) })
      return {
        ask: (operation, input) => imported.ask(operation, input),
        close: () => {
          imported.close()
          clear()
        },
      }
    },
    close: async () => {
      await gateway.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
