/** The datasets of a running service, asked from their files. */
import type { DatabaseSync } from 'node:sqlite'
import { type Dataset, type DatasetFile, type Operation, isNotImported } from '@domesday/core'
import { type Answered, digestMisfit, UpstreamFault } from '@domesday/core/client'
import { fileOf } from './data-files.ts'
import { importedFile, type FileState } from './imported-file.ts'
import { pathInWords } from './path-text.ts'
import type { FileQuery } from './query.ts'

export interface Datasets {
  /**
   * Answers from the imported rows. Rejects with an `UpstreamFault` only: `not_imported` where there are none, or
   * none of the file that answers.
   */
  ask(operation: Operation<any, any>, input: unknown): Promise<Answered>
  /** Whether a dataset can be asked. */
  isReady(id: string): boolean
  status(): DatasetStatus[]
  /** Of one that there is. */
  statusOf(id: string): DatasetStatus
  /** Loads what the first question needs. */
  warm(): Promise<void>
  close(): void
}

export interface DatasetStatus {
  readonly id: string
  readonly rows: number
  /** When the data were fetched, ISO time; of several files the oldest. Null where nothing is imported. */
  readonly as_of: string | null
  readonly bytes: number
  readonly ready: boolean
  readonly parts: readonly {
    readonly part: string
    readonly as_of: string
    readonly rows: number
    readonly address: string
  }[]
  /** Files of which nothing is imported. */
  readonly missing_parts: readonly string[]
  /** Pages of a harvest that could not be fetched yet, and since which day. */
  readonly skipped_pages: readonly { readonly page: string; readonly since: string; readonly why: string }[]
  /** Members that the pages of a harvest have, and that nobody reads or names. */
  readonly unnamed_members: readonly string[]
  /** Members that far fewer of its rows have than used to. */
  readonly fallen_members: readonly string[]
}

export interface DatasetsOptions {
  readonly dir: string
  readonly sources: ReadonlyMap<string, Dataset>
  /** The machine's clock, epoch milliseconds. */
  readonly now?: () => number
  readonly log?: { warn(facts: object, message: string): void }
}

/**
 * Milliseconds that an answer is fresh. Asking again costs microseconds, and a new pull should show soon. `at` says how
 * old the data are.
 */
const fresh = 3_600_000

export const openDatasets = ({ dir, sources, now = Date.now, log }: DatasetsOptions): Datasets => {
  const files = new Map(
    [...sources].map(([id, dataset]) => [id, { dataset, ...importedFile(fileOf(dir, id), dataset, now, log) }]),
  )
  const queries = new WeakMap<FileState, FileQuery>()
  let module: typeof import('./query.ts') | undefined
  const queryOf = (state: FileState, db: DatabaseSync, dataset: Dataset, { openQuery }: NonNullable<typeof module>) => {
    const answer = queries.get(state) ?? openQuery(db, dataset, state)
    queries.set(state, answer)
    return answer
  }
  return {
    async ask(operation, input) {
      const {
        source: { id },
        id: name,
        how,
      } = operation
      const file = files.get(id)
      if (!file || how.kind !== 'ask')
        throw new UpstreamFault(id, 'plugin_failed', `${id}.${name} is no question for a dataset`)
      module ??= await import('./query.ts')
      const opened = file.current()
      if (!opened?.db)
        throw new UpstreamFault(
          id,
          'not_imported',
          `${id} ${opened?.fault ?? 'is not imported'}: domesday datasets pull ${id}`,
        )
      let value: unknown
      try {
        value = queryOf(opened, opened.db, file.dataset, module)(how.answer, input)
      } catch (fault) {
        throw new UpstreamFault(
          id,
          isBusy(fault) ? 'not_asked' : 'plugin_failed',
          `${id}.${name}: ${(fault as Error).message}`,
          null,
          { cause: fault },
        )
      }
      if (isNotImported(value))
        throw new UpstreamFault(
          id,
          'not_imported',
          `${id} is not imported for ${value.part}: domesday datasets pull ${id}`,
        )
      const misfit = digestMisfit(operation, value)
      if (misfit !== null)
        throw new UpstreamFault(id, 'plugin_failed', `${id}.${name} has another shape than its digest: ${misfit}`)
      return { value, at: Date.parse(opened.asOf), until: now() + fresh, from: 'dataset' }
    },
    isReady: (id) => files.get(id)?.current()?.fault === null,
    status: () => [...files].map(([id, { dataset, current }]) => statusOf(id, dataset, current())),
    statusOf: (id) => {
      const { dataset, current } = files.get(id)!
      return statusOf(id, dataset, current())
    },
    warm: async () => {
      module ??= await import('./query.ts')
    },
    close: () => files.forEach((file) => file.close()),
  }
}

/** A pull was writing the file, and it stayed locked for longer than a call may wait. */
const isBusy = (fault: unknown): boolean => (fault as { readonly code?: string }).code === 'ERR_SQLITE_ERROR'

const statusOf = (id: string, { pull }: Dataset, opened: FileState | null): DatasetStatus => {
  const { asOf = '', rows = 0, bytes = 0, parts = [], skipped = [], members } = opened ?? {}
  const there = new Set(parts.map(({ part }) => part))
  const declared = 'first' in pull ? [] : (pull as readonly DatasetFile[]).map(({ part }) => part)
  return {
    id,
    rows,
    as_of: asOf || null,
    bytes,
    ready: opened?.fault === null,
    parts: parts.map(({ part, at, rows: count, address }) => ({ part, as_of: at, rows: count, address })),
    missing_parts: declared.filter((part) => !there.has(part)),
    skipped_pages: skipped.map(({ path, since, why }) => ({ page: pathInWords(path), since, why })),
    unnamed_members: members?.unnamed ?? [],
    fallen_members: members?.fallen ?? [],
  }
}
