/** The format of a recording: DIR/<source-id>/index.json with one row for each exchange, and unchanged body files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Fields } from './matching.ts'

/** A recorded request. */
export interface RecordedRequest {
  readonly method: string
  /** Absolute and percent-encoded; a segment `*` matches any one segment. */
  readonly path: string
  readonly query?: Fields
  /** JSON, form fields, or text. Without it any body matches. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | null>>
  /** Only if it differs from the host of the source's base address. */
  readonly host?: string
}

export interface Recorded {
  readonly request: RecordedRequest & {
    /** Other requests with the same answer; each has only the members that differ. */
    readonly aliases?: readonly Partial<RecordedRequest>[]
  }
  readonly response: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly bodyFile: string
  }
  /** Exchanges about the same subject share a label. */
  readonly subject?: string
  /** `partly`: real but edited, for example to remove a secret. */
  readonly real?: boolean | 'partly' | 'documented example'
  /** Members or items of the original body are missing. */
  readonly cut?: boolean
  readonly notes?: string
}

/** The rows of an index.json; none if there is no file. Throws with file and row if it is invalid. */
export const readIndex = (folder: string): readonly Recorded[] => {
  const path = join(folder, 'index.json')
  if (!existsSync(path)) return []
  let rows: unknown
  try {
    rows = JSON.parse(readFileSync(path, 'utf8'))
  } catch (fault) {
    throw new SyntaxError(`${path}: ${(fault as Error).message}`, { cause: fault })
  }
  if (!Array.isArray(rows)) throw new RangeError(`${path}: a list of exchanges is needed`)
  for (const [i, row] of rows.entries()) {
    const what = faultOf(row, folder)
    if (what) throw new RangeError(`${path}: exchange ${i + 1}: ${what}`)
  }
  return rows
}

const faultOf = (row: Partial<Recorded> | null, folder: string): string | null => {
  const { method, path } = row?.request ?? {}
  const { status, bodyFile } = row?.response ?? {}
  if (typeof method !== 'string' || typeof path !== 'string') return 'request.method and request.path are needed'
  if (!Number.isInteger(status) || typeof bodyFile !== 'string')
    return 'response.status and response.bodyFile are needed'
  if (bodyFile !== basename(bodyFile) || !existsSync(join(folder, bodyFile)))
    return `no body file ${bodyFile} beside it`
  return null
}

/** The source id (the folder name) and rows of every recorded source in a folder. Throws if there is none. */
export const readRecording = (
  dir: string,
): readonly { readonly source: string; readonly rows: readonly Recorded[] }[] => {
  const sources = readdirSync(dir)
    .filter((name) => existsSync(join(dir, name, 'index.json')))
    .toSorted()
  if (sources.length === 0) throw new RangeError(`no index.json in any folder of ${dir}`)
  return sources.map((source) => ({ source, rows: readIndex(join(dir, source)) }))
}
