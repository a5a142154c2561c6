/** What a service logs while it answers examples: calls without a sample, and errors of the plugin's code. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnySource } from '@domesday/core/tool'
import { stringify } from 'yaml'
import { placeIn } from './load-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

/** A call that no sample answers. */
export interface MissingSample {
  readonly source: string
  readonly call: string
  /** The file that lacks the row. */
  readonly file: string
  /** A row of `samples/exchanges.yaml`, with the reply to fill in. */
  readonly row: string
}

interface LogLine {
  readonly level?: string
  readonly msg?: string
  readonly source?: string
  readonly method?: string
  readonly path?: string
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly row?: string
  /** A stack. */
  readonly error?: string
  /** What failed, such as the name of a section. */
  readonly where?: string
}

export interface Collected {
  readonly write: (line: string) => void
  missing(sources: ReadonlyMap<string, AnySource>): readonly MissingSample[]
  /** Errors within the folder: those of other packages stand at `otherwise`. */
  errors(folder: string, otherwise: string): readonly PluginFault[]
}

export const collectLog = (): Collected => {
  const lines: LogLine[] = []
  return {
    write: (text) => {
      for (const line of text.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine)
    },
    missing: (sources) => {
      const rows = lines.flatMap((line) => missingOf(line, sources) ?? [])
      return [...new Map(rows.map((row) => [`${row.source} ${row.row}`, row])).values()]
    },
    errors: (folder, otherwise) =>
      lines.flatMap(({ level, error, where }) =>
        level === 'error' && typeof error === 'string'
          ? [
              {
                ...placeIn(error, folder, otherwise),
                message: `${error.split('\n')[0]!}${where === undefined ? '' : `, in ${where}`}`,
              },
            ]
          : [],
      ),
  }
}

const missingOf = (
  { source: id, method, path, query, row }: LogLine,
  sources: ReadonlyMap<string, AnySource>,
): MissingSample | null => {
  const source = id === undefined ? undefined : sources.get(id)
  if (!source || method === undefined || path === undefined || query === undefined) return null
  const samples = join(source.home, 'samples')
  const rows = ['rows.ts', 'rows.js'].map((name) => join(samples, name)).find((file) => existsSync(file))
  const exchanges = join(samples, 'exchanges.yaml')
  return {
    source: source.id,
    call: `${method} ${path}`,
    file: rows !== undefined && !existsSync(exchanges) ? rows : exchanges,
    row: row ?? rowOf(`${method} ${path}`, query),
  }
}

/** A masked credential is not compared. */
const rowOf = (request: string, query: NonNullable<LogLine['query']>): string => {
  const compared = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '***'))
  return stringify([{ request, ...(Object.keys(compared).length > 0 && { query: compared }), reply: {} }], {
    lineWidth: 0,
  }).trimEnd()
}
