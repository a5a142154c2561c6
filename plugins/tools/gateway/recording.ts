/**
 * The format of a recording: DIR/<source-id>/index.json, one row an exchange, and the bodies beside it as they were
 * sent.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Fields } from './matching.ts'

/** The form of a request that was recorded. */
export interface RecordedRequest {
  readonly method: string
  /** From the host's root, percent-encoded; a segment `*` stands for any one segment. */
  readonly path: string
  readonly query?: Fields
  /** JSON, the fields of a form, or a text. Without it any body agrees. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | null>>
  /** Only where it is not the host of the source's base address. */
  readonly host?: string
}

export interface Recorded {
  readonly request: RecordedRequest & {
    /** Further forms with the same answer; each names only what differs. */
    readonly aliases?: readonly Partial<RecordedRequest>[]
  }
  readonly response: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly bodyFile: string
  }
  /** Exchanges about one subject carry one label. */
  readonly subject?: string
  /** `partly`: real, but edited, as when a secret was taken out. */
  readonly real?: boolean | 'partly' | 'documented example'
  /** Members or items of the sent body are missing. */
  readonly cut?: boolean
  readonly notes?: string
}

/** The rows of an index.json; none where there is no such file. Throws, naming file and row, when it is not one. */
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

/** Folder name, which is the source id, and rows of every recorded source in a folder. Throws where there is none. */
export const readRecording = (
  dir: string,
): readonly { readonly source: string; readonly rows: readonly Recorded[] }[] => {
  const sources = readdirSync(dir)
    .filter((name) => existsSync(join(dir, name, 'index.json')))
    .toSorted()
  if (sources.length === 0) throw new RangeError(`no index.json in any folder of ${dir}`)
  return sources.map((source) => ({ source, rows: readIndex(join(dir, source)) }))
}
