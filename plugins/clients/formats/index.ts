/** File formats: bodies of HTTP answers as values, and bulk files as rows. */
import type { DatasetFile } from '@domesday/core'

export {
  acceptEncoding,
  decodeByContentType,
  decompress,
  decompressors,
  frontOf,
  TooLarge,
  Unreadable,
} from './http-body.ts'
export { checkWire, rowCheck, type Tally } from './check-wire.ts'
export { ChangedShape } from './changed-shape.ts'
export { fieldsSent } from './fields-sent.ts'
export { createWireWatch, type Learnt, type WireWatch } from './wire-watch.ts'
export { parseJson } from './json-rows.ts'
export { decodeStream, wholeText } from './text-stream.ts'
export { readAs } from './read-values.ts'

/** Calls `each` with every wire row of a file. Rejects where the file is not what is declared, or is cut short. */
export const readWire = async (path: string, file: DatasetFile, each: (wire: unknown) => void): Promise<void> =>
  // Only bulk files need these modules: the parse worker starts faster without them.
  (await import('./wire-rows.ts')).readRows(path, file, each)
