/** File formats: bodies of HTTP answers as values, and bulk files as rows. */
import type { DatasetFile } from '@domesday/core'

export { acceptEncoding, decodeByContentType, frontOf, TooLarge, unpack, unpackers, Unreadable } from './body.ts'
export { parseJson } from './json.ts'
export { decodeStream, wholeText } from './text.ts'
export { readAs } from './values.ts'

/**
 * Calls `each` with every wire row of a downloaded file. Rejects where the file is not what it is declared to be, or is
 * cut short.
 */
export const readWire = async (path: string, file: DatasetFile, each: (wire: unknown) => void): Promise<void> =>
  // Calls need no bulk formats: a thread that parses an answer starts without them.
  (await import('./wire-rows.ts')).readWire(path, file, each)
