/** Recorded bodies of real services, which are outside the project. Tests are skipped with a reason without them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of recordings; null if there is none, with a line on the console. */
export const recordings = (): string | null => {
  const dir = process.env['DOMESDAY_RECORDINGS']
  if (dir) return dir
  console.log('skipped: DOMESDAY_RECORDINGS does not name a folder of recordings')
  return null
}

/** One recorded body: parsed if it is JSON, else as text. */
export const recorded = (source: string, file: string): any => {
  const text = readFileSync(join(process.env['DOMESDAY_RECORDINGS'] ?? '', source, file), 'utf8')
  return file.endsWith('.json') ? (JSON.parse(text) as unknown) : text
}
