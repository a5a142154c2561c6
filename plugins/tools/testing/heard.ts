/** What a service logs while it answers: errors of plugins' code, calls that failed, and calls without a sample. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnySource } from '@domesday/core/tool'
import { importFault, placeThrown, type SampleFault } from './import-fault.ts'
import { placeOfOperation } from './operation-place.ts'
import { distinctFaults, lineOf, placeIn, type PluginFault } from './plugin-fault.ts'

/** A call that no sample answers. */
export interface MissingSample {
  readonly source: string
  readonly call: string
  /** The file that lacks the row. */
  readonly file: string
  /** A row of `samples/exchanges.yaml`, with the reply to fill in. */
  readonly row: string
}

export interface UnreadAnswer extends PluginFault {
  readonly source: string
}

interface LogLine extends Partial<SampleFault> {
  readonly level?: string
  readonly msg?: string
  readonly source?: string
  readonly operation?: string
  readonly reason?: string
  /** `changed` and `garbage`: the answer was not what its operation takes. */
  readonly trouble?: string
  readonly detail?: string
  /** A dataset whose sample could not be imported. */
  readonly dataset?: string
  readonly method?: string
  readonly path?: string
  readonly row?: string
  /** A stack. */
  readonly error?: string
  /** What failed, such as the name of a section. */
  readonly where?: string
}

type Sources = ReadonlyMap<string, AnySource>

export interface Heard {
  readonly write: (text: string) => void
  /** What sources answered that their own operations cannot take, and samples of datasets that were not imported. */
  unread(sources: Sources): readonly UnreadAnswer[]
  missing(sources: Sources): readonly MissingSample[]
  /**
   * The causes of all that went wrong: calls without a sample first, with all rows of a file at once. `folder`: the
   * plugin's, in whose code an error is placed; `otherwise`: the file of one that was thrown elsewhere.
   */
  faults(sources: Sources, folder: string, otherwise: string): readonly PluginFault[]
}

export const hear = (): Heard => {
  const lines: LogLine[] = []
  /** Of several addresses of a file, those before the one that has a sample are no fault. */
  const isLacking = ({ source }: MissingSample, sources: Sources): boolean =>
    sources.get(source)!.kind !== 'dataset' || lines.some(({ dataset, why }) => dataset === source && why !== undefined)
  const missing = (sources: Sources): readonly MissingSample[] => {
    const rows = lines.flatMap((line) => missingOf(line, sources) ?? []).filter((row) => isLacking(row, sources))
    return [...new Map(rows.map((row) => [`${row.source} ${row.row}`, row])).values()]
  }
  return {
    write: (text) => {
      for (const line of text.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine)
    },
    missing,
    unread: (sources) =>
      lines.flatMap((line) => {
        const fault = isUnread(line) ? callFault(line, sources) : null
        return fault === null ? (sampleFault(line, sources, []) ?? []) : [{ ...fault, source: line.source! }]
      }),
    faults: (sources, folder, otherwise) =>
      distinctFaults([
        ...[...Map.groupBy(missing(sources), ({ file }) => file).values()].map(missingFault),
        ...lines.flatMap((line) => sampleFault(line, sources, missing(sources)) ?? []),
        ...lines.flatMap((line) => callFault(line, sources) ?? []),
        ...lines.flatMap((line) => codeFault(line, sources, folder, otherwise) ?? []),
      ]),
  }
}

const missingOf = ({ source: id, method, path, row }: LogLine, sources: Sources): MissingSample | null => {
  const source = id === undefined ? undefined : sources.get(id)
  if (!source || method === undefined || path === undefined || row === undefined) return null
  const samples = join(source.home, 'samples')
  const rows = ['rows.ts', 'rows.js'].map((name) => join(samples, name)).find((file) => existsSync(file))
  const exchanges = join(samples, 'exchanges.yaml')
  return {
    source: source.id,
    call: `${method} ${path}`,
    file: rows !== undefined && !existsSync(exchanges) ? rows : exchanges,
    row,
  }
}

const missingFault = ([first, ...others]: readonly MissingSample[]): PluginFault => {
  const { file, source, call, row } = first!
  return {
    file,
    message: `no sample of ${source} answers ${others.length === 0 ? call : `${others.length + 1} calls`}`,
    mend: [
      `add the ${others.length === 0 ? 'row' : 'rows'}, with what the upstream answers:`,
      row,
      ...others.map((other) => other.row),
    ].join('\n'),
  }
}

const isUnread = ({ trouble }: LogLine): boolean => trouble === 'changed' || trouble === 'garbage'

/** What the code made of it is told by itself, and a call that was not made has no cause of its own. */
const callFault = (line: LogLine, sources: Sources): PluginFault | null => {
  const { source: id, operation, reason, detail, at } = line
  const source = id === undefined ? undefined : sources.get(id)
  if (!source || operation === undefined || reason === undefined || detail === undefined) return null
  if (reason === 'plugin_failed' || reason === 'not_asked') return null
  return {
    ...(placeThrown(at) ?? placeOfOperation(source, operation)),
    source: source.id,
    message: `operation '${operation}' of '${source.id}' failed: ${detail}`,
    ...(isUnread(line) && { mend: 'its sample, or what the operation declares and reads, is wrong' }),
  }
}

/** A file of which there is no sample is told by itself. */
const sampleFault = (
  { dataset: id, why, ...more }: LogLine,
  sources: Sources,
  missing: readonly MissingSample[],
): UnreadAnswer | null => {
  const source = id === undefined ? undefined : sources.get(id)
  if (!source || why === undefined || missing.some((row) => row.source === source.id)) return null
  return { ...importFault(source, { ...more, why }), source: source.id }
}

const codeFault = (
  { level, error, where, at }: LogLine,
  sources: Sources,
  folder: string,
  otherwise: string,
): PluginFault | null => {
  if (level !== 'error' || typeof error !== 'string') return null
  const [, operation, id] = /^operation '(.+)' of '(.+)'$/.exec(where ?? '') ?? []
  const source = id === undefined ? undefined : sources.get(id)
  const own = placeIn(error, source?.home ?? folder, '')
  const elsewhere = source ? placeOfOperation(source, operation!) : placeThrown(at)
  return {
    ...(own.line === undefined ? (elsewhere ?? { file: otherwise, ...lineOfPart(otherwise, where) }) : own),
    message: `${error.split('\n')[0]!}${where === undefined ? '' : `, in ${where}`}`,
  }
}

/** Of a section of another shape, or of a reading that its settings do not fit, which the core found. */
const lineOfPart = (file: string, where = ''): Pick<PluginFault, 'line'> => {
  const [, name] = /^(?:section|factor) '([^']+)'/.exec(where) ?? []
  const inner = name?.split('.').at(-1)
  return name === undefined
    ? {}
    : ([`'${name}':`, `${inner}:`].map((text) => lineOf(file, text)).find(({ line }) => line) ?? {})
}
