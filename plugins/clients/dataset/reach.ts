/** What a pull needs of the outside world, and what it tells of its progress. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Address, Path } from '@domesday/core'
import { workFile } from './files.ts'
import { decodeStream, wholeText } from '@domesday/client-formats'

/**
 * Writes the body at an address of the dataset's source to a file. `onBytes` is told how many bytes have come, and of
 * how many (null if that was not said). Rejects with an `UpstreamFault`, also where the body ends before its
 * announced length.
 */
export type Download = (
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

export interface PullOptions {
  /** The data folder; it is made if need be. */
  readonly dir: string
  readonly download: Download
  readonly fetchPage: FetchPage
  /** The day in the sources' world: what dated addresses and feeds are asked for. */
  readonly day: Date
  /** The machine's clock, epoch milliseconds. */
  readonly now?: () => number
  readonly onProgress?: (progress: Progress) => void
  /**
   * Takes a file that has shrunk by more than half, or lost what its rows are found by; reads a feed from its first
   * day.
   */
  readonly force?: boolean
  /** Kept with the data; tells which sample they come from. */
  readonly stamp?: string
}

export interface Pulled {
  readonly id: string
  readonly rows: number
  readonly parts: readonly { readonly part: string; readonly rows: number; readonly address: string }[]
  /**
   * Files that were not imported, or pages that were stepped over, and why. `kept`: the rows of an earlier pull stay.
   */
  readonly missing: readonly { readonly part: string; readonly why: string; readonly kept: boolean }[]
  /** Rows that could not be read. */
  readonly spoilt: number
}

/** A page that only links to a file is not read further. */
const mostOfPage = 8_000_000

/** The path of an address: as declared, or as a page links to it. */
export const pathOf = async (address: Address, dir: string, name: string, download: Download): Promise<Path> => {
  if (typeof address === 'string' || !('on' in address)) return address
  const file = workFile(dir, name)
  try {
    await download(address.on, file, () => {})
    const path = address.link(
      await wholeText(decodeStream(() => createReadStream(file, { end: mostOfPage - 1 }), 'detect')),
    )
    if (path === null) throw new Error(`${placeOf(address.on)} links to no such file`)
    return path
  } finally {
    await rm(file, { force: true })
  }
}

/** An address in words. */
export const wordsOf = (path: Path): string =>
  typeof path === 'string'
    ? path
    : [path[0], ...Object.entries(path[1]).map(([name, value]) => `${name}=${value}`)].join(' ')

/** An address without its query, which may be long. */
export const placeOf = (path: Path): string => (typeof path === 'string' ? path.split('?')[0]! : path[0])
