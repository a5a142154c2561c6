/** What keeps the sample of a dataset from being imported whole, told to its author. */
import { resolve } from 'node:path'
import type { AnySource } from '@domesday/core/tool'
import { placeOfOperation, placeOfText } from './operation-place.ts'
import type { PluginFault } from './plugin-fault.ts'

export interface SampleFault {
  readonly why: string
  /** `file:line:column`, from the working folder. */
  readonly at?: string
  /** A field that is demanded and not there. */
  readonly field?: string
}

/** A place as logs write it. */
export const placeThrown = (at: string | undefined): Pick<PluginFault, 'file' | 'line' | 'column'> | null => {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(at ?? '') ?? []
  return file === undefined ? null : { file: resolve(file), line: Number(line), column: Number(column) }
}

export const importFault = (source: AnySource, { why, at, field }: SampleFault): PluginFault => {
  const asks = [...source.operations.values()].filter(({ how }) => how.kind === 'ask').map(({ id }) => id)
  const place = placeThrown(at) ?? (field === undefined ? null : placeOfText(source, field))
  return {
    ...(place ?? placeOfOperation(source, asks[0] ?? '')),
    message: `the sample of '${source.id}', from which ${inWords(asks)}, cannot be imported as it is: ${why}`,
    mend: 'its sample, or what it declares and reads of a row, is wrong',
  }
}

const inWords = (operations: readonly string[]): string =>
  operations.length === 1 ? `'${operations[0]}' answers` : `'${operations.join("', '")}' answer`
