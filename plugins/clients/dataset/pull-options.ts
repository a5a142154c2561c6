/** What a pull is given, what it reports on its way, and what it ends in. */
import type { Path } from '@domesday/core'

/**
 * Writes the body at a path of the dataset's source to a file. `onBytes` is given the bytes received, and the length
 * that was announced or null. Rejects with an `UpstreamFault`, also where the body is shorter than announced.
 */
export type DownloadFile = (
  path: Path,
  to: string,
  onBytes: (bytes: number, total: number | null) => void,
) => Promise<unknown>

/** Fetches one page of a feed, as text. Header names are lower case. Rejects with an `UpstreamFault`. */
export type FetchPage = (
  path: Path,
) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>

export interface Progress {
  /** The file that is read; of a harvest, its page. */
  readonly part: string
  readonly stage: 'download' | 'import' | 'index'
  readonly bytes: number
  readonly total: number | null
  /** Rows taken so far, of all parts. */
  readonly rows: number
}

/** A file that was not imported, or rows that were left out. */
export interface PullFault {
  readonly part: string
  /** The first of the rows, counted from 1; null for a whole file. */
  readonly row: number | null
  readonly rows: number
  readonly fault: Error
}

export interface PullOptions {
  /** The data folder, which is made where it is missing. */
  readonly dir: string
  readonly download: DownloadFile
  readonly fetchPage: FetchPage
  /** The day in the sources' world: it chooses dated addresses, and how far a feed is read. */
  readonly day: Date
  /** The machine's clock, epoch milliseconds. */
  readonly now?: () => number
  readonly onProgress?: (progress: Progress) => void
  /** Told of each file that was not imported, and of the rows of each that were left out. */
  readonly onFault?: (fault: PullFault) => void
  /** Takes a file that has lost more than half its rows, or all values of an index; reads a feed from its first day. */
  readonly force?: boolean
  /** Names the state of the sample that the data come from. It is kept with data of which all could be read. */
  readonly stamp?: string
}

export interface Pulled {
  readonly id: string
  readonly rows: number
  readonly parts: readonly { readonly part: string; readonly rows: number; readonly address: string }[]
  /** Files that were not imported, or pages that were skipped, and why. `kept`: the rows of an earlier pull stay. */
  readonly missing: readonly { readonly part: string; readonly why: string; readonly kept: boolean }[]
  /** Rows that could not be read. */
  readonly unreadable: number
  /** Of a harvest: what its pages have and lack, for the first time. */
  readonly remarks?: readonly string[]
}
